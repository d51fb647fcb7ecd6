/** Words in three languages, and the sentences of the server in the user's. */

export const LANGUAGES = { en: "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文" };

let language = "en";
let words = {};
let terms = { items: {}, options: {}, choices: {}, sentences: [] };
let plural = new Intl.PluralRules("en");

/** The language for somebody who has not chosen one, from what the browser asks for. */
export function preferredLanguage(wanted = navigator.languages ?? []) {
  for (const tag of wanted) {
    const lower = tag.toLowerCase();
    if (/^zh\b.*(hant|tw|hk|mo)/.test(lower)) return "zh-Hant";
    if (lower.startsWith("zh")) return "zh-Hans";
    if (lower.startsWith("en")) return "en";
  }
  return "en";
}

/** Load a language and use it from now on. */
export async function setLanguage(tag) {
  const chosen = tag in LANGUAGES ? tag : "en";
  const [found, known] = await Promise.all([
    load(`/i18n/${chosen}.json`),
    chosen === "en" ? { items: {}, options: {}, choices: {}, sentences: [] }
      : load(`/i18n/terms.${chosen}.json`),
  ]);
  language = chosen;
  words = found;
  terms = { ...known, sentences: known.sentences.map(([from, to]) => [new RegExp(from), to]) };
  plural = new Intl.PluralRules(chosen);
  document.documentElement.lang = chosen;
  document.title = t("app.title");
}

async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

/** The language in use. */
export function currentLanguage() {
  return language;
}

/** Whether the dictionary has a word. */
export function knows(key) {
  return key in words;
}

/**
 * Say something in the language in use.
 *
 * @param {string} key Key of the dictionary; with `n` among the values, `key.one` or `key.other`.
 * @param {object} [values] What stands for `{name}` in the text.
 */
export function t(key, values = {}) {
  let text = words[key];
  if (text === undefined && "n" in values) {
    text = words[`${key}.${plural.select(values.n)}`] ?? words[`${key}.other`];
  }
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Name of a line of the score sheet: ours where we know the item, else the server's. */
export function itemName(game, item) {
  const ours = terms.items[`${game}.${item.key}`] ?? terms.items[item.key];
  if (ours !== undefined) return ours;
  const flower = /^(\d-\d) (\w+) ([wfd+]+)$/.exec(item.key);
  if (flower && language !== "en") {
    const [, face, kind, tiles] = flower;
    const kinds = [...tiles.replaceAll("+", "")].map((one) => t(`kind.short.${one}`)).join("");
    const shaken = item.name.includes("shaken") ? `,${t("flowers.shaken")}` : "";
    const rank = /\b(large|medium|small)\b/.exec(item.name)?.[1];
    return `${t(`pattern.${face}`)} ${face} ${t(`group.${kind}`)}(${kinds})` +
      `${rank ? `,${t(`rank.${rank}`)}` : ""}${shaken}`;
  }
  return sentence(item.name);
}

/** What a house rule decides, in words. */
export function optionAbout(game, option) {
  if (option.key.startsWith("faan_")) {
    return itemName(game, { key: option.key.slice(5), name: option.about.replace("faan of: ", "") });
  }
  const about = terms.options[`${game}.${option.key}`] ?? option.about;
  return about.charAt(0).toUpperCase() + about.slice(1);
}

/** A value of a house rule in words. */
export function choiceName(game, key, value) {
  if (value === true) return t("yes");
  if (value === false) return t("no");
  const ours = terms.choices[`${key}.${value}`] ?? terms.choices[String(value)];
  return ours ?? String(value).replaceAll("_", " ");
}

/** A sentence of the server in the user's language, or as it is. */
export function sentence(text) {
  for (const [from, to] of terms.sentences) {
    const match = from.exec(text);
    if (match) {
      return to.replace(/\$(\d)/g, (whole, digit) => match[digit] ?? "");
    }
  }
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A number with a sign, as gains and losses are written. */
export function signed(number) {
  const text = new Intl.NumberFormat(language, { signDisplay: "exceptZero" }).format(number);
  return text.replace("-", "−");
}

/** A number as the language writes it. */
export function numeral(number) {
  return new Intl.NumberFormat(language).format(number).replace("-", "−");
}
