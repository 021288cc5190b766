import { createRoot } from "react-dom/client";
import type { PageContext } from "@/shared/page/context";
import { PageProvider } from "@/shared/react/page";
import type { PageStore } from "@/shared/store/page-store";
import { AccountView } from "./account-view";
import { viewOf } from "./views";

/** Renders the account page. */
function mountAccount(place: HTMLElement, store: PageStore, context: PageContext): void {
  createRoot(place).render(
    <PageProvider store={store} context={context}>
      <AccountView view={viewOf(window.location.pathname)} />
    </PageProvider>,
  );
}

export default mountAccount;
