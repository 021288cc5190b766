import type { Design, Theme, ThemeSetting, Values } from "../api";

/** Characters that would end a CSS declaration. */
const breaksOut = /[;{}<>\\\p{Cc}]|\/\*/u;

function cssValue(value: unknown, { unit }: ThemeSetting): string | null {
  const text = typeof value === "number" ? `${value}${unit}` : typeof value === "string" ? value.trim() : "";
  return text === "" || breaksOut.test(text) ? null : text;
}

/** The site's values of the theme's settings. */
export function valuesOf(design: Design, theme: Theme): Values {
  return design.values?.[theme.name] ?? {};
}

/** The value of a setting: the site's, else the theme's default. */
export function valueOf(values: Values, setting: ThemeSetting): unknown {
  return values[setting.name] ?? setting.default;
}

/** CSS that follows the theme's style sheets, identical to what the server adds to published pages. */
export function styleRules(design: Design, theme: Theme): string {
  const values = valuesOf(design, theme);
  const declarations = theme.settings.map((setting) => {
    const value = cssValue(values[setting.name], setting) ?? cssValue(setting.default, setting);
    return value === null ? "" : `--${setting.name}:${value};`;
  });
  const properties = theme.settings.length === 0 ? "" : `:root{${declarations.join("")}}`;
  const css = design.css ?? "";
  return css.trim() === "" ? properties : `${properties}\n${css.replaceAll("</", "<\\/")}`;
}
