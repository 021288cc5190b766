import { beforeEach, expect, test, vi } from "vitest";
import { navigation } from "@/shared/page/navigation";
import { createPageStore, siteUserActions } from "@/shared/store/page-store";
import { problem, stubServer, type Reply, type Sent } from "@/testing/server";
import { cartOf, entryOf } from "@/testing/shop";
import { mountLessons } from "./lessons";

const lessons = [
  { id: "f1", title: "Warping", kind: "video", url: "/checkout/lessons/p1/f1" },
  { id: "f2", title: "Talk", kind: "audio", url: "/checkout/lessons/p1/f2" },
  { id: "f3", title: "Sheet", kind: "file", url: "/checkout/lessons/p1/f3" },
];
const go = vi.fn<typeof navigation.go>();

function openPage(isSignedIn: boolean, lesson = 0): HTMLElement {
  document.body.innerHTML = `<div data-stoa-island="lessons" data-item-id="p1" data-lesson="${String(lesson)}">
    <ol><li>Warping</li></ol>
    <p><a href="/shop/course" data-lessons-buy>Get access</a></p>
    <p data-lessons-sign-in>Bought already? <a href="/account/sign-in">Sign in</a></p></div>`;
  const place = document.querySelector<HTMLElement>("div")!;
  const store = createPageStore();
  store.dispatch(siteUserActions.recognised({ authenticated: isSignedIn, siteUserId: isSignedIn ? "u1" : null }));
  mountLessons(place, store);
  return place;
}

const refused = problem(403, "permission-denied", "This account has not bought these lessons.");

beforeEach(() => {
  go.mockReset();
  vi.spyOn(navigation, "go").mockImplementation(go);
});

// spec: product.lessons.paywall-state
test("buyers see the lessons in place of the paywall", async () => {
  stubServer(() => ({ body: { lessons } }));
  const place = openPage(true);
  await expect.poll(() => place.querySelector("video")?.getAttribute("src")).toBe("/checkout/lessons/p1/f1");
  expect(place.querySelector("audio")?.getAttribute("aria-label")).toBe("Talk");
  expect(place.querySelector("a[download]")?.getAttribute("href")).toBe("/checkout/lessons/p1/f3");
  expect(place.querySelector("[data-lessons-buy]")).toBeNull();

  const second = openPage(true, 2);
  await expect.poll(() => [...second.querySelectorAll("li")].map(({ value }) => value)).toEqual([2]);
  expect(second.querySelector("video")).toBeNull();
});

// spec: product.lessons.page, product.lessons.paywall-state
test("others see the paywall and no player", async () => {
  const calls = stubServer(() => refused);
  const place = openPage(true);
  await expect.poll(() => calls.length).toBe(1);
  expect(place.querySelector("video")).toBeNull();
  expect(place.querySelector("[data-lessons-buy]")).not.toBeNull();
  expect(place.querySelector("[data-lessons-sign-in]")).toBeNull();
});

test("a guest is redirected to sign in and back, without a request", () => {
  const calls = stubServer(() => refused);
  const place = openPage(false);
  expect(place.querySelector("[data-lessons-sign-in] a")?.getAttribute("href")).toBe("/account/sign-in?next=%2F");
  place.querySelector<HTMLElement>("[data-lessons-buy]")?.click();
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
  const place = openPage(true);
  place.querySelector<HTMLElement>("[data-lessons-buy]")?.click();
  await expect.poll(() => go.mock.calls).toEqual([[address]]);
  const own = calls.filter(({ path }) => path.startsWith("/api/commerce/shopping-cart"));
  expect(own.map(({ method }) => method)).toEqual(methods);
});
