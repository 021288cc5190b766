import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { navigation } from "@/shared/page/navigation";
import { PageProvider } from "@/shared/react/page";
import { cartActions } from "@/shared/store/cart-slice";
import { createPageStore } from "@/shared/store/page-store";
import { problem, stubServer, type Reply } from "@/testing/server";
import { cartOf, context, entryOf } from "@/testing/shop";
import { AccountView } from "./account-view";

afterEach(cleanup);

const own = {
  id: "usr_1",
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "Byron",
  createdOn: 1,
  emailVerified: true,
  language: null,
  mailConsent: false,
  xsrfToken: "x1",
};
const oldCrumb = problem(403, "crumb-invalid", "Try again.", { crumbFail: true });
const done: Reply = { body: { success: true } };

/** Renders an account whose sign-out requests get these responses in order. */
function open(replies: Reply[], pieces: number) {
  const went: string[] = [];
  vi.spyOn(navigation, "go").mockImplementation((address) => void went.push(address));
  const calls = stubServer(({ method }) => (method === "DELETE" ? (replies.shift() ?? oldCrumb) : { body: own }));
  const store = createPageStore();
  store.dispatch(cartActions.received(cartOf(pieces === 0 ? [] : [entryOf({ quantity: pieces })])));
  render(
    <PageProvider store={store} context={context}>
      <AccountView view="overview" />
    </PageProvider>,
  );
  return { went, queries: () => calls.filter(({ method }) => method === "DELETE").map(({ query }) => query) };
}

const leave = async () => userEvent.click(await screen.findByRole("button", { name: "Sign out" }));

// spec: site-user.logout.delete, site-user.logout.clone-cart.open
test("signing out leaves the cart in the account, or keeps a copy in the browser", async () => {
  const left = open([done], 2);
  await leave();
  await waitFor(() => expect(left.went).toEqual(["/account/sign-in"]));
  expect(left.queries()).toEqual(["?cloneCart=false"]);
  cleanup();

  const kept = open([done], 2);
  await userEvent.click(await screen.findByLabelText(/^Keep my cart on this device/));
  await leave();
  await waitFor(() => expect(kept.went).toEqual(["/account/sign-in"]));
  expect(kept.queries()).toEqual(["?cloneCart=true"]);
});

test("an empty cart offers no choice", async () => {
  open([done], 0);
  await screen.findByRole("button", { name: "Sign out" });
  expect(screen.queryByLabelText(/^Keep my cart/)).toBeNull();
});

// spec: site-user.logout.delete
test("an outdated CSRF token is retried once, not twice", async () => {
  const second = open([oldCrumb, done], 0);
  await leave();
  await waitFor(() => expect(second.went).toEqual(["/account/sign-in"]));
  expect(second.queries()).toHaveLength(2);
  cleanup();

  const never = open([oldCrumb, oldCrumb], 0);
  await leave();
  await screen.findByRole("alert");
  expect(never.queries()).toHaveLength(2);
  expect(never.went).toEqual([]);
});
