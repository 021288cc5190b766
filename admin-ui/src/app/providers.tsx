import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { useMemo, type ReactNode } from "react";
import { Provider } from "react-redux";
import { directionOf } from "@/shared/i18n/language";
import { useLanguage } from "@/shared/i18n/use-language";
import { ToastProvider } from "@/shared/ui/toast";
import type { AppStore } from "./store";
import { StyleDirection } from "./theme/direction";
import { themeOf } from "./theme/theme";

export function Providers({ store, children }: { store: AppStore; children: ReactNode }) {
  const language = useLanguage();
  const direction = directionOf(language);
  const theme = useMemo(() => themeOf(directionOf(language)), [language]);
  return (
    <Provider store={store}>
      <StyleDirection direction={direction}>
        <ThemeProvider theme={theme} defaultMode="system">
          <CssBaseline enableColorScheme />
          {/* Texts are evaluated while rendering, so a new language renders everything again. */}
          <ToastProvider key={language}>{children}</ToastProvider>
        </ThemeProvider>
      </StyleDirection>
    </Provider>
  );
}
