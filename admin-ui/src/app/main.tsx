import "@fontsource-variable/geist/wght.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { report } from "@/shared/errors/report";
import { showPreferredLanguage } from "@/shared/i18n/language";
import { Providers } from "./providers";
import { createAppRouter } from "./router";
import { followAccountLanguage, followOtherTabs, startSession } from "./session-start";
import { createAppStore } from "./store";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root element");

const store = createAppStore();
followOtherTabs(store);
followAccountLanguage(store);
void startSession(store);

// Without its catalogue, the admin is in English.
void showPreferredLanguage()
  .catch(report)
  .then(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers store={store}>
          <RouterProvider router={createAppRouter()} />
        </Providers>
      </StrictMode>,
    ),
  );
