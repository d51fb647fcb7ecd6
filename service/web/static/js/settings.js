/** Settings: language, look, corrections, key, and what is stored. */

import { useKey } from "./api.js";
import { h } from "./dom.js";
import { LANGUAGES, setLanguage, t } from "./i18n.js";
import { change, forgetEverything, state } from "./store.js";
import { ask, button, choice, field, openDialog, tick } from "./ui.js";

/** Show the page light or dark. */
export function applyTheme() {
  document.documentElement.dataset.theme = state.theme;
}

/** Open the dialog. */
export function openSettings() {
  const dialog = openDialog(t("settings.title"), () => [
    choice("lang", t("settings.language"), Object.entries(LANGUAGES).map(([value, label]) => ({ value, label: h("span", { lang: value }, label) })),
      state.lang, async (lang) => {
        await setLanguage(lang);
        change({ lang });
        document.getElementById("dialog-title").textContent = t("settings.title");
        dialog.refill();
      }),
    choice("theme", t("settings.theme"), ["auto", "light", "dark"].map((value) => ({ value, label: t(`theme.${value}`) })), state.theme, (theme) => {
      change({ theme });
      applyTheme();
    }),
    h("div", { class: "field" }, tick("consent", t("settings.consent"), state.consent, (consent) => change({ consent })), h("p", {}, t("settings.consent_about"))),
    field("key", t("settings.key"), h("input", {
      type: "password", id: "key", value: state.apiKey, autocomplete: "off", spellcheck: "false",
      onchange: (event) => { const apiKey = event.target.value.trim(); useKey(apiKey); change({ apiKey }); },
    }), t("settings.key_about")),
    h("div", { class: "field" }, button(t("settings.forget"), {
      look: "danger", id: "forget", onclick: () => ask(t("settings.forget_sure"), t("settings.forget"), () => { forgetEverything(); location.reload(); }),
    }), h("p", {}, t("settings.forget_about"))),
  ]);
}
