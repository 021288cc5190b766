import { createTheme, type ThemeOptions } from "@mui/material/styles";
import { components } from "./components";
import { ownTexts } from "./own-texts";
import { dark, fontFamily, light } from "./tokens";

type Tokens = typeof light;

function palette(tokens: Tokens, onColour: string) {
  const tone = (main: string) => ({ main, contrastText: onColour });
  return {
    primary: {
      main: tokens.verdigris,
      dark: tokens.verdigrisDeep,
      light: tokens.verdigrisPale,
      contrastText: onColour,
    },
    secondary: tone(tokens.ink),
    success: tone(tokens.moss),
    warning: tone(tokens.ochre),
    error: tone(tokens.brick),
    info: tone(tokens.slate),
    text: { primary: tokens.ink, secondary: tokens.inkSoft },
    background: { default: tokens.stoneRaised, paper: tokens.paper },
    divider: tokens.line,
    stone: { main: tokens.stone },
  };
}

declare module "@mui/material/styles" {
  interface Palette {
    stone: { main: string };
  }
  interface PaletteOptions {
    stone?: { main: string };
  }
}

/** The theme for texts of a direction, with the texts of MUI in the language that is shown. */
export function themeOf(direction: "ltr" | "rtl") {
  const options: ThemeOptions = {
    direction,
    cssVariables: { cssVarPrefix: "stoa", colorSchemeSelector: "data-scheme" },
    colorSchemes: { light: { palette: palette(light, "#ffffff") }, dark: { palette: palette(dark, "#06231d") } },
    shape: { borderRadius: 8 },
    motion: { reducedMotion: "system" },
    typography: {
      fontFamily,
      fontSize: 14,
      fontWeightMedium: 550,
      fontWeightBold: 650,
      h1: { fontSize: "1.625rem", fontWeight: 600, lineHeight: 1.2, letterSpacing: "-0.022em" },
      h2: { fontSize: "1.0625rem", fontWeight: 600, lineHeight: 1.35, letterSpacing: "-0.011em" },
      h3: { fontSize: "0.9375rem", fontWeight: 600, lineHeight: 1.4 },
      subtitle1: { fontSize: "1rem", fontWeight: 500, lineHeight: 1.4 },
      subtitle2: { fontSize: "0.875rem", fontWeight: 600, lineHeight: 1.4 },
      body1: { fontSize: "0.9375rem", lineHeight: 1.55 },
      body2: { fontSize: "0.875rem", lineHeight: 1.5 },
      caption: { fontSize: "0.8125rem", lineHeight: 1.4 },
      overline: {
        fontSize: "0.75rem",
        fontWeight: 550,
        lineHeight: 1.5,
        letterSpacing: "0.02em",
        textTransform: "none",
      },
      button: { fontSize: "0.875rem", fontWeight: 550, letterSpacing: 0, textTransform: "none" },
    },
    components,
  };
  return createTheme(options, ownTexts());
}
