/** Parts that several views use: choices, dialogs, messages. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

/** A button. `props` as for {@link h}; `pic` names an icon. */
export function button(label, { pic = null, look = "", ...props } = {}) {
  return h("button", { type: "button", class: `button ${look}`, ...props }, pic && icon(pic), label && h("span", {}, label));
}

/** A button that shows an icon only. */
export function iconButton(pic, label, props = {}) {
  return h("button", { type: "button", class: "button plain round", "aria-label": label, title: label, ...props }, icon(pic));
}

/**
 * One of a few values, as radio buttons.
 *
 * @param {string} id Name of the group; the buttons' ids begin with it.
 * @param {string} label What is chosen.
 * @param {{value: string, label: (string|Node), name?: string}[]} values `name` where the label is a picture.
 * @param {string} chosen The value in force.
 * @param {Function} pick Called with the value.
 */
export function choice(id, label, values, chosen, pick, look = "") {
  return h("fieldset", {}, h("legend", {}, label),
    h("div", { class: `choice ${look}` }, values.map(({ value, label: shown, name }) => h("label", {},
      h("input", {
        type: "radio", name: id, id: `${id}-${value}`, value, checked: value === chosen,
        "aria-label": name, onchange: () => pick(value),
      }), shown))));
}

/** A box to tick. */
export function tick(id, label, checked, set) {
  return h("label", { class: "check", for: id },
    h("input", { type: "checkbox", id, checked, onchange: (event) => set(event.target.checked) }), h("span", {}, label));
}

/** A labelled field with an explanation below. */
export function field(id, label, input, about = "") {
  if (about) input.setAttribute("aria-describedby", `${id}-about`);
  return h("div", { class: "field" }, h("label", { for: id }, label), input, about && h("p", { id: `${id}-about` }, about));
}

/** A number to type, taken over when the field is left. */
export function numberInput(id, value, set, { min = 0, max = 1e9 } = {}) {
  return h("input", {
    type: "number", id, min, max, step: 1, inputmode: min < 0 ? "text" : "numeric", value: value ?? "",
    onchange: (event) => {
      const number = event.target.valueAsNumber;
      set(Number.isInteger(number) ? Math.min(Math.max(number, min), max) : null);
    },
  });
}

/** A message of the page: `look` is warn, bad, good or nothing. */
export function say(look, ...children) {
  const pic = { warn: "warn", bad: "warn", good: "check" }[look] ?? "info";
  return h("div", { class: `say ${look}` }, icon(pic), h("div", {}, children));
}

/**
 * Open a dialog; the focus goes back where it was when it closes.
 *
 * @param {string} title Its heading.
 * @param {(close: Function) => Array} fill Makes what is inside.
 * @param {{look?: string, closed?: Function}} [options]
 * @returns {{element: HTMLDialogElement, refill: Function, close: Function}}
 */
export function openDialog(title, fill, { closed = null } = {}) {
  const before = document.activeElement;
  const body = h("div", { class: "inside" });
  const element = h("dialog", { "aria-labelledby": "dialog-title" },
    h("div", { class: "bar" }, h("h2", { id: "dialog-title", tabindex: -1 }, title),
      iconButton("close", t("close"), { id: "dialog-close", onclick: () => element.close() })), body);
  const close = () => element.close();
  const refill = () => {
    const id = body.contains(document.activeElement) ? document.activeElement.id : "";
    body.replaceChildren(...fill(close).flat().filter(Boolean));
    if (id) document.getElementById(id)?.focus({ preventScroll: true });
  };
  element.addEventListener("click", (event) => { if (event.target === element) close(); });
  element.addEventListener("close", () => {
    element.remove();
    closed?.();
    const back = before?.isConnected ? before : before?.id && document.getElementById(before.id);
    (back || document.getElementById("main")).focus({ preventScroll: true });
  });
  document.body.append(element);
  refill();
  element.showModal();
  element.querySelector("#dialog-title").focus();
  return { element, refill, close };
}

/** Ask before something is lost. */
export function ask(question, yes, then) {
  openDialog(question, (close) => [h("div", { class: "row fill" },
    button(t("cancel"), { onclick: close }),
    button(yes, { look: "danger", id: "ask-yes", onclick: () => { close(); then(); } }))]);
}

/** Show a short message for a while, with something to do about it if there is. */
export function toast(text, { label = "", act = null } = {}) {
  const one = h("div", { class: "toast" }, h("span", {}, text),
    act && button(label, { onclick: () => { one.remove(); act(); } }));
  document.getElementById("toasts").replaceChildren(one);
  setTimeout(() => one.remove(), act ? 9000 : 5000);
}

/** Tell those who listen what those who look can see. */
export function announce(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  setTimeout(() => { live.textContent = text; }, 60);
}

/** A problem of the API in words: what happened, and what to do. */
export function problemText(problem) {
  const key = `problem.${problem.code}`;
  const text = t(key, { seconds: problem.retryAfter || 5 });
  return text === key ? problem.message || t("problem.failed") : text;
}
