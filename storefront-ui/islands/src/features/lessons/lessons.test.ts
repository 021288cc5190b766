import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { navigation } from "@/shared/page/navigation";
import { createPageStore, siteUserActions } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { problem, stubServer, type Reply, type Sent } from "@/testing/server";
import { cartOf, context, entryOf } from "@/testing/shop";
import { mountLessons } from "./lessons";

const lessons = [
  { id: "f1", title: "Warping", kind: "video", url: "/checkout/lessons/p1/f1" },
  { id: "f2", title: "Talk", kind: "audio", url: "/checkout/lessons/p1/f2" },
  { id: "f3", title: "Sheet", kind: "file", url: "/checkout/lessons/p1/f3" },
];
const go = vi.fn<typeof navigation.go>();

function openPage(isSignedIn: boolean, lesson = 0): void {
  document.body.innerHTML = `<div data-stoa-island="lessons" data-item-id="p1" data-lesson="${String(lesson)}">
    <ol><li>Warping</li></ol>
    <p><a href="/shop/course" data-lessons-buy>Get access</a></p>
    <p data-lessons-sign-in>Bought already? <a href="/account/sign-in">Sign in</a></p></div>`;
  const store = createPageStore();
  store.dispatch(siteUserActions.recognised({ authenticated: isSignedIn, siteUserId: isSignedIn ? "u1" : null }));
  change(() => mountLessons(document.querySelector<HTMLElement>("div")!, store, context));
}

const buyButton = () => screen.queryByRole("link", { name: "Get access" });
const signIn = () => screen.queryByRole("link", { name: "Sign in" });
const players = () => document.querySelectorAll("video, audio");

const refused = problem(403, "permission-denied", "This account has not bought these lessons.");

beforeEach(() => {
  go.mockReset();
  vi.spyOn(navigation, "go").mockImplementation(go);
});

// spec: product.lessons.paywall-state
test("buyers see the lessons in place of the paywall", async () => {
  stubServer(() => ({ body: { lessons } }));
  openPage(true);
  const download = await screen.findByRole("link", { name: "Download" });
  expect(download.getAttribute("href")).toBe("/checkout/lessons/p1/f3");
  expect(download.hasAttribute("download")).toBe(true);
  expect(screen.getByLabelText("Warping").getAttribute("src")).toBe("/checkout/lessons/p1/f1");
  expect(screen.getByLabelText("Talk").tagName).toBe("AUDIO");
  expect([...players()].map((player) => player.hasAttribute("controls"))).toEqual([true, true]);
  expect(screen.getAllByRole("list")).toHaveLength(1);
  expect(buyButton()).toBeNull();
});

// spec: product.lessons.paywall-state
test("a block for one lesson shows that one, with its number", async () => {
  stubServer(() => ({ body: { lessons } }));
  openPage(true, 2);
  expect((await screen.findByLabelText("Talk")).closest("li")?.value).toBe(2);
  expect(players()).toHaveLength(1);
});

// spec: product.lessons.page, product.lessons.paywall-state
test("others see the paywall and no player", async () => {
  const calls = stubServer(() => refused);
  openPage(true);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(players()).toHaveLength(0);
  expect(buyButton()).not.toBeNull();
  expect(signIn()).toBeNull();
});

test("a guest is redirected to sign in and back, without a request", async () => {
  const calls = stubServer(() => refused);
  openPage(false);
  expect(signIn()?.getAttribute("href")).toBe("/account/sign-in?next=%2F");
  await userEvent.click(buyButton()!);
  expect(go).toHaveBeenCalledExactlyOnceWith("/account/sign-in?next=%2F");
  expect(calls).toEqual([]);
});

test.each([
  ["a cart without them", [], ["GET", "POST"], true, "/checkout"],
  ["a cart that holds them", [entryOf({ itemId: "p1" })], ["GET"], true, "/checkout"],
  ["a course with a choice to make", [], ["GET", "POST"], false, "http://shop.test/shop/course"],
] as const)("from %s the button continues", async (_, entries, methods, isTaken, address) => {
  const answer = (sent: Sent): Reply => {
    if (sent.path.startsWith("/api/commerce/lessons")) return refused;
    if (sent.method === "GET") return { body: cartOf([...entries]) };
    return isTaken ? { body: { shoppingCart: cartOf([]), newlyAdded: null } } : problem(400, "refused", "Choose");
  };
  const calls = stubServer(answer);
  openPage(true);
  await userEvent.click(buyButton()!);
  await waitFor(() => expect(go.mock.calls).toEqual([[address]]));
  const own = calls.filter(({ path }) => path.startsWith("/api/commerce/shopping-cart"));
  expect(own.map(({ method }) => method)).toEqual(methods);
  await waitFor(() => expect(buyButton()?.hasAttribute("aria-busy")).toBe(false));
});
