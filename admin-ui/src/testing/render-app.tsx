import { render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { Providers } from "@/app/providers";
import { routes } from "@/app/router";
import { createAppStore } from "@/app/store";
import { sessionStarted } from "@/shared/session/session-slice";
import { sessionFor } from "./access";

/** The whole app at a URL, signed in as one of the sample users. */
export function renderApp(address: string, who: "owner" | "viewer" = "owner") {
  const store = createAppStore();
  store.dispatch(sessionStarted(sessionFor(who, "http://stoa.test")));
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const view = render(
    <Providers store={store}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { store, router, view };
}
