import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { stubServer } from "@/testing/server";
import { context } from "@/testing/shop";
import { mountLikes } from "./likes";

const button = () => screen.getByRole("button");
const pressed = () => button().getAttribute("aria-pressed");

/** The button on a new page. */
function openPage(html: string): HTMLElement {
  document.body.innerHTML = html;
  const place = document.querySelector<HTMLElement>("[data-item-id]")!;
  change(() => mountLikes(place, createPageStore(), context));
  return place;
}

beforeEach(() => {
  localStorage.clear();
});

test("a like counts once, is stored, and can be removed", async () => {
  const calls = stubServer((sent) => ({ body: { likeCount: sent.method === "POST" ? 3 : 2 } }));
  const html = '<p data-item-id="pst_1" data-likes="2"><span>2 likes</span></p>';
  const place = openPage(html);
  expect(place.textContent).toBe("2 likes ");
  await userEvent.click(button());
  await expect.poll(() => button().textContent).toBe("3 likes");
  openPage(html);
  expect(pressed()).toBe("true");
  await userEvent.click(button());
  await expect.poll(pressed).toBe("false");
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /api/likes/pst_1",
    "DELETE /api/likes/pst_1",
  ]);
});

const form = `<form action="/api/likes/form" data-item-id="pst_9" data-likes="0">
  <input type="hidden" name="targetId" value="pst_9"><button>0 likes</button></form>`;

test("the no-script like form is not submitted", async () => {
  const calls = stubServer(() => ({ body: { likeCount: 1 } }));
  openPage(form);
  change(() => {
    button().click();
    button().click();
  });
  await expect.poll(() => button().textContent).toBe("1 like");
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/likes/pst_9"]);
});

test("a like that was not counted is explained", async () => {
  stubServer(() => "unreachable");
  openPage(form);
  await userEvent.click(button());
  await expect.poll(() => screen.getByRole("status").textContent).toBe("Please check your internet connection.");
  expect([button().textContent, pressed(), button().hasAttribute("aria-busy")]).toEqual(["0 likes", "false", false]);
});
