import type { Components, CssVarsTheme, Theme } from "@mui/material/styles";

type Styled = Components<Omit<Theme, "components" | "palette"> & CssVarsTheme>;
type Tone = "primary" | "success" | "warning" | "error" | "info";

declare module "@mui/material/Chip" {
  interface ChipPropsVariantOverrides {
    soft: true;
  }
}
declare module "@mui/material/Paper" {
  interface PaperPropsVariantOverrides {
    card: true;
    inset: true;
  }
}

const tones: Tone[] = ["primary", "success", "warning", "error", "info"];

export const components: Styled = {
  MuiCssBaseline: {
    styleOverrides: {
      html: { height: "100%" },
      body: { minHeight: "100%", fontFeatureSettings: '"tnum"', WebkitFontSmoothing: "antialiased" },
      "#root": { minHeight: "100vh" },
      // Names and texts follow the direction of their own script.
      "input, textarea, p, li, td, h1, h2, h3, [contenteditable] > *": { unicodeBidi: "plaintext" },
      "@media (prefers-reduced-motion: reduce)": {
        "*, *::before, *::after": { animationDuration: "0.01ms !important", transitionDuration: "0.01ms !important" },
      },
    },
  },
  // A subtitle is not a heading by default; where it is one, the component prop sets the level.
  MuiTypography: { defaultProps: { variantMapping: { subtitle1: "p", subtitle2: "p" } } },
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 8,
        minHeight: 38,
        paddingInline: 14,
        whiteSpace: "nowrap",
        "&.Mui-focusVisible": { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
      }),
      sizeSmall: { minHeight: 32, paddingInline: 10 },
      sizeLarge: { minHeight: 46, fontSize: "0.9375rem" },
    },
    variants: [
      {
        props: { variant: "outlined", color: "inherit" },
        style: ({ theme }) => ({
          borderColor: theme.vars.palette.divider,
          backgroundColor: theme.vars.palette.background.paper,
          "&:hover": {
            borderColor: theme.vars.palette.text.secondary,
            backgroundColor: theme.vars.palette.background.paper,
          },
        }),
      },
    ],
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 8,
        "&.Mui-focusVisible": { outline: `2px solid ${theme.vars.palette.primary.main}` },
      }),
    },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: "none" } },
    variants: [
      {
        props: { variant: "card" },
        style: ({ theme }) => ({
          borderRadius: 12,
          border: `1px solid ${theme.vars.palette.divider}`,
          backgroundColor: theme.vars.palette.background.paper,
        }),
      },
      {
        props: { variant: "inset" },
        style: ({ theme }) => ({ borderRadius: 10, backgroundColor: theme.vars.palette.stone.main }),
      },
    ],
  },
  MuiChip: {
    styleOverrides: {
      root: { borderRadius: 6, fontWeight: 550 },
      sizeSmall: { height: 24, fontSize: "0.8125rem" },
    },
    variants: [
      {
        props: { variant: "soft" },
        style: ({ theme }) => ({
          backgroundColor: theme.vars.palette.stone.main,
          color: theme.vars.palette.text.primary,
        }),
      },
      ...tones.map((color) => ({
        props: { variant: "soft", color } as const,
        style: ({ theme }: { theme: Omit<Theme, "components" | "palette"> & CssVarsTheme }) => ({
          backgroundColor: `color-mix(in srgb, ${theme.vars.palette[color].main} 13%, transparent)`,
          color: theme.vars.palette[color].main,
        }),
      })),
    ],
  },
  MuiTextField: { defaultProps: { size: "small", fullWidth: true } },
  MuiFormControl: { defaultProps: { size: "small" } },
  MuiSelect: { defaultProps: { size: "small" } },
  MuiInputBase: {
    styleOverrides: {
      input: ({ theme }) => ({
        // Disabled fields must stay readable for read-only roles.
        "&.Mui-disabled": { WebkitTextFillColor: theme.vars.palette.text.secondary },
      }),
    },
  },
  MuiInputLabel: {
    styleOverrides: { root: ({ theme }) => ({ "&.Mui-disabled": { color: theme.vars.palette.text.secondary } }) },
  },
  MuiFormControlLabel: {
    styleOverrides: { label: ({ theme }) => ({ "&.Mui-disabled": { color: theme.vars.palette.text.secondary } }) },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        "&:not(.Mui-focused, .Mui-error, :hover) .MuiOutlinedInput-notchedOutline": {
          borderColor: `color-mix(in srgb, ${theme.vars.palette.text.secondary} 45%, transparent)`,
        },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({
        marginInline: 2,
        fontSize: "0.8125rem",
        "&.Mui-disabled": { color: theme.vars.palette.text.secondary },
      }),
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderColor: theme.vars.palette.divider,
        paddingBlock: 12,
        "&:first-of-type": { paddingLeft: 20 },
        "&:last-of-type": { paddingRight: 20 },
      }),
      head: ({ theme }) => ({
        color: theme.vars.palette.text.secondary,
        fontWeight: 500,
        fontSize: "0.8125rem",
        paddingBlock: 9,
      }),
    },
  },
  MuiDialog: { styleOverrides: { paper: { borderRadius: 14 } } },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: "1.125rem", fontWeight: 600, paddingTop: 22 } } },
  MuiDialogActions: { styleOverrides: { root: { padding: "12px 24px 20px" } } },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({
        border: `1px solid ${theme.vars.palette.divider}`,
        boxShadow: "0 12px 32px -12px rgb(0 0 0 / 28%)",
        borderRadius: 10,
      }),
    },
  },
  MuiTooltip: { defaultProps: { enterDelay: 400 } },
  MuiLink: { defaultProps: { underline: "hover" } },
  MuiAlert: { styleOverrides: { root: { borderRadius: 10, alignItems: "center" } } },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderColor: theme.vars.palette.divider,
        paddingBlock: 5,
        paddingInline: 10,
        fontWeight: 500,
        color: theme.vars.palette.text.secondary,
        "&.Mui-selected": { color: theme.vars.palette.text.primary, backgroundColor: theme.vars.palette.stone.main },
      }),
    },
  },
};
