import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { OwnOrder } from "@/shared/api/types";
import { navigation } from "@/shared/page/navigation";
import { PageProvider } from "@/shared/react/page";
import { createPageStore } from "@/shared/store/page-store";
import { problem, stubServer, type Reply, type Sent } from "@/testing/server";
import { context, countryOf } from "@/testing/shop";
import { AccountView } from "./account-view";
import { orderStatusText } from "./order-status-text";
import { addressAfterSignIn, tokenOf, viewOf, type AccountViewName } from "./views";

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
const home = {
  firstName: "Ada",
  lastName: "Byron",
  line1: "12 Loom Street",
  line2: "",
  city: "Asheville",
  region: "NC",
  postalCode: "28801",
  country: "US",
  phone: "",
};

function open(view: AccountViewName): string[] {
  const went: string[] = [];
  vi.spyOn(navigation, "go").mockImplementation((address) => void went.push(address));
  render(
    <PageProvider store={createPageStore()} context={context}>
      <AccountView view={view} />
    </PageProvider>,
  );
  return went;
}

const guest = problem(401, "sign-in-required", "Sign in first");

function answers(replies: Record<string, Reply>): (sent: Sent) => Reply {
  return ({ method, path }) => replies[`${method} ${path.replace("/api/site-users/account", "")}`] ?? guest;
}

// spec: security.open-redirect.open
test("paths map to views, and signing in redirects only to pages of the site", () => {
  expect(viewOf("/account")).toBe("overview");
  expect(viewOf("/account/orders/")).toBe("orders");
  expect(addressAfterSignIn("?next=/checkout")).toBe("/checkout");
  expect(addressAfterSignIn("?next=%2Fcheckout%3FcartToken%3Dt1")).toBe("/checkout?cartToken=t1");
  const foreign = [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/%09/evil.example",
    "/%0a/evil.example",
    "//",
    "javascript:alert(1)",
  ];
  for (const address of ["", ...foreign.map((next) => `?next=${next}`)]) {
    expect(addressAfterSignIn(address)).toBe("/account");
  }
  expect(tokenOf("#token=abc")).toBe("abc");
});

test("a guest signs in and continues", async () => {
  const session = { xsrfToken: "x1", cartNotices: [] };
  const calls = stubServer(answers({ "GET ": guest, "POST /session": { body: session } }));
  const went = open("sign-in");
  await userEvent.type(await screen.findByLabelText("Email"), "ada@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "long enough words");
  await userEvent.click(screen.getByLabelText("Keep me signed in"));
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(went).toEqual(["/account"]));
  expect(calls.at(-1)?.body).toEqual({ email: "ada@example.com", password: "long enough words", rememberMe: true });
});

test("registering signs in, or announces an e-mail if the address has an account", async () => {
  const refused = problem(401, "sign-in-failed", "Incorrect email or password.");
  let isKnown = true;
  const calls = stubServer((sent) => {
    if (sent.method === "GET") return guest;
    if (!sent.path.endsWith("/session")) return { status: 201, body: { ...own, email: "ada@example.com" } };
    return isKnown ? refused : { body: { xsrfToken: "x1", cartNotices: [] } };
  });
  const went = open("register");
  const fill = async (): Promise<void> => {
    await userEvent.type(await screen.findByLabelText("Email"), "ada@example.com");
    await userEvent.type(screen.getByLabelText("Password"), "long enough words");
    await userEvent.click(screen.getByRole("button", { name: "Create account" }));
  };
  await fill();
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Check your inbox/));
  expect(document.activeElement?.textContent).toContain("ada@example.com");
  expect(went).toEqual([]);
  cleanup();
  isKnown = false;
  const further = open("register");
  await fill();
  await waitFor(() => expect(further).toEqual(["/account"]));
  expect(calls.filter(({ path }) => path.endsWith("/session"))).toHaveLength(2);
});

test("shows a wrong password, and entries that did not fit in the cart", async () => {
  const wrong = problem(401, "sign-in-failed", "Incorrect email or password.");
  const session = {
    body: { xsrfToken: "x1", cartNotices: ["Mug: Sorry, we do not have enough of that item available."] },
  };
  let tries = 0;
  stubServer((sent) => (sent.method === "GET" ? guest : tries++ === 0 ? wrong : session));
  const went = open("sign-in");
  await userEvent.type(await screen.findByLabelText("Email"), "ada@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "wrong words");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Incorrect email or password.");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByText(/^Mug: Sorry/);
  expect(screen.getByRole("link", { name: "Continue" }).getAttribute("href")).toBe("/account");
  expect(went).toEqual([]);
});

test("requires address and password before the request", async () => {
  const calls = stubServer(answers({ "GET ": guest }));
  open("sign-in");
  await userEvent.click(await screen.findByRole("button", { name: "Sign in" }));
  expect(screen.getByText("Please enter a valid email")).toBeTruthy();
  expect(screen.getByText("Enter your password.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  expect(calls.map(({ method }) => method)).not.toContain("POST");
});

test("validates the address, confirms the e-mail and moves the focus", async () => {
  const calls = stubServer(answers({ "GET ": guest, "POST /password/reset-request": { body: { success: true } } }));
  open("forgot");
  const send = await screen.findByRole("button", { name: "Send me a link" });
  await userEvent.click(send);
  expect(screen.getByText("Please enter a valid email")).toBeTruthy();
  expect(calls.map(({ method }) => method)).not.toContain("POST");
  await userEvent.type(screen.getByLabelText("Email"), "ada@shop.photo");
  await userEvent.click(send);
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Check your inbox/));
});

test("confirms a saved address and focuses the list", async () => {
  const kept = { addresses: [], countries: [countryOf("US")] };
  stubServer(answers({ "GET ": { body: own }, "GET /addresses": { body: kept }, "POST /addresses": { body: kept } }));
  open("addresses");
  const heading = () => screen.getByRole("heading", { name: "Addresses" });
  await userEvent.click(await screen.findByRole("button", { name: "Add an address" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(heading());
  await userEvent.click(screen.getByRole("button", { name: "Add an address" }));
  await userEvent.click(screen.getByRole("button", { name: "Save address" }));
  await screen.findByText("The address was saved.");
  expect(document.activeElement).toBe(heading());
});

test("lists, adds, validates and removes addresses", async () => {
  const kept = {
    addresses: [{ id: "adr_1", address: home, lines: ["Ada Byron", "12 Loom Street"], isDefault: true }],
    countries: [countryOf("US")],
  };
  const wrong = problem(400, "validation-failed", "Enter the city.", { errors: { city: "Enter the city." } });
  const calls = stubServer(
    answers({
      "GET ": { body: own },
      "GET /addresses": { body: kept },
      "POST /addresses": wrong,
      "DELETE /addresses/adr_1": { body: { success: true } },
    }),
  );
  open("addresses");
  await screen.findByText(/12 Loom Street/);
  await userEvent.click(screen.getByRole("button", { name: "Add an address" }));
  await userEvent.click(screen.getByRole("button", { name: "Save address" }));
  await screen.findByText("Enter the city.");
  expect(document.activeElement).toBe(screen.getByLabelText("City"));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove the address 12 Loom Street" }));
  expect(calls.map(({ method }) => method)).not.toContain("DELETE");
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await waitFor(() => expect(calls.map(({ method }) => method)).toContain("DELETE"));
});

test("lists orders page by page with their status", async () => {
  const order = (number: number) => ({
    id: `ord_${number}`,
    number,
    createdOn: 1_700_000_000_000,
    grandTotalCents: 2400,
    currency: "USD",
    paymentStatus: "PAID",
    fulfillmentStatus: "PENDING",
    handover: "delivery",
    itemCount: 1,
    statusUrl: `/checkout/order-status/${number}`,
  });
  stubServer(({ path, query }) => {
    if (!path.endsWith("/orders")) return { body: own };
    const isSecond = query.includes("cursor=c1");
    return {
      body: { orders: [order(isSecond ? 1 : 2)], hasNextPage: !isSecond, nextPageCursor: isSecond ? null : "c1" },
    };
  });
  open("orders");
  const first = (await screen.findByRole("link", { name: "Order 2" })).closest("li");
  within(first as HTMLElement).getByText(/Being prepared/);
  await userEvent.click(screen.getByRole("button", { name: "Show earlier orders" }));
  expect((await screen.findByRole("link", { name: "Order 1" })).getAttribute("href")).toBe("/checkout/order-status/1");
  expect(screen.queryByRole("button", { name: "Show earlier orders" })).toBeNull();
});

test.each(["orders", "addresses"] as const)("retries loading %s", async (view) => {
  let isDown = true;
  const empty = { orders: [], hasNextPage: false, nextPageCursor: null, addresses: [], countries: [] };
  stubServer(({ path }) => (path.endsWith(`/${view}`) ? (isDown ? "unreachable" : { body: empty }) : { body: own }));
  open(view);
  await screen.findByText(`Your ${view} could not be loaded`);
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText(
    view === "orders" ? "You have not ordered anything yet." : "You have no saved addresses yet.",
  );
});

test("shows an order with its customer-facing status", () => {
  const state = (fulfillmentStatus: OwnOrder["fulfillmentStatus"], handover: OwnOrder["handover"]) =>
    orderStatusText({ paymentStatus: "PAID", fulfillmentStatus, handover });
  expect(state("FULFILLED", "delivery")).toBe("Shipped");
  expect(state("FULFILLED", "pickup")).toBe("Ready for pickup");
  expect(state("FULFILLED", "none")).toBe("Completed");
  expect(state("PENDING", "none")).toBe("Being prepared");
  expect(state("CANCELED", "pickup")).toBe("Canceled");
});

test("requesting a password reset gives the same response for every address", async () => {
  stubServer(() => ({ status: 202, body: { success: true } }));
  open("forgot");
  await userEvent.type(screen.getByLabelText("Email"), "eve@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Send me a link" }));
  await screen.findByText(/If there is an account with this address/);
});

test("erases an account only with its password", async () => {
  const calls = stubServer(answers({ "GET ": { body: own }, "POST /erasure": { body: { success: true } } }));
  const went = open("overview");
  await userEvent.click(await screen.findByRole("button", { name: "Delete my account" }));
  expect(calls.some(({ path }) => path.endsWith("/erasure"))).toBe(false);
  expect(document.activeElement).toBe(screen.getByText(/cannot be undone/));
  const form = within(screen.getByRole("form", { name: "Delete my account" }));
  await userEvent.type(form.getByLabelText("Password"), "long enough words");
  await userEvent.click(form.getByRole("button", { name: "Delete permanently" }));
  await waitFor(() => expect(went).toEqual(["/"]));
  expect(calls.at(-1)?.body).toEqual({ password: "long enough words" });
});

test("changes the e-mail address after password and confirmation by e-mail", async () => {
  const user = userEvent.setup();
  const same = problem(400, "validation-failed", "Wrong", { errors: { email: "This is already your address." } });
  let isSame = true;
  const calls = stubServer((sent) =>
    sent.path.endsWith("/email")
      ? isSame
        ? same
        : { status: 202, body: {} }
      : answers({ "GET ": { body: own } })(sent),
  );
  open("overview");
  const form = within(await screen.findByRole("form", { name: "Change email address" }));
  await user.click(form.getByLabelText("New email address"));
  await user.paste("bob@example.com");
  await user.click(form.getByLabelText("Your password"));
  await user.paste("long enough words");
  await user.click(form.getByRole("button", { name: "Change email address" }));
  expect(await form.findByText("This is already your address.")).toBeDefined();
  isSame = false;
  await user.click(form.getByRole("button", { name: "Change email address" }));
  expect(await screen.findByText(/We have sent an email to bob@example.com/)).toBeDefined();
  expect(calls.at(-1)?.body).toEqual({ email: "bob@example.com", password: "long enough words" });
});

test("clears a success message when the next attempt fails", async () => {
  const user = userEvent.setup();
  let isUp = true;
  stubServer((sent) => (sent.method === "GET" || isUp ? { body: own } : problem(503, "unavailable", "Not ready")));
  open("overview");
  const form = within(await screen.findByRole("form", { name: "Your details" }));
  await user.click(form.getByRole("button", { name: "Save details" }));
  expect(await screen.findByText("Your details are saved.")).toBeDefined();
  isUp = false;
  await user.click(form.getByRole("button", { name: "Save details" }));
  expect(await form.findByText("Please try again.")).toBeDefined();
  expect(screen.queryByText("Your details are saved.")).toBeNull();
});

test("a confirmation link requires signing in on any device", async () => {
  let isSignedIn = false;
  const sent = stubServer((call) => {
    const { path, method } = call;
    if (path.endsWith("/email/verify")) {
      return isSignedIn
        ? { body: { success: true } }
        : problem(401, "sign-in-required", "Sign in to the account that this e-mail is about.");
    }
    if (path.endsWith("/session") && method === "POST") {
      isSignedIn = true;
      return { body: { xsrfToken: "x1", cartNotices: [] } };
    }
    return guest;
  });
  window.history.replaceState(null, "", "/account/verify#token=t1");
  const user = userEvent.setup();
  open("verify");
  await screen.findByText("Sign in to the account that this e-mail is about.");
  screen.getByText(/Did someone else create this account/);
  await user.click(screen.getByRole("button", { name: "Sign in and confirm" }));
  await screen.findByText("Enter your password.");
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText("Password"), "long enough words");
  await user.click(screen.getByRole("button", { name: "Sign in and confirm" }));
  await screen.findByText("Your email address is confirmed.");
  expect(sent.filter(({ path }) => path.endsWith("/email/verify"))).toHaveLength(2);
});
