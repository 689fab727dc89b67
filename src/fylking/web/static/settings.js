// What the reader of the page prefers, kept in the browser.

const DEFAULTS = {
  theme: "auto",
  targets: true,
  preview: true,
  territory: true,
  rounds: !matchMedia("(prefers-reduced-motion: reduce)").matches,
  keep: false,
  first: "person",
  second: "3",
  game: null,
};

function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem("fylking") ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = load();

export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem("fylking", JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing: the settings hold until the page is left.
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");

export function theme() {
  if (settings.theme !== "auto") return settings.theme;
  return dark.matches ? "dark" : "light";
}

export function onTheme(call) {
  dark.addEventListener("change", call);
}
