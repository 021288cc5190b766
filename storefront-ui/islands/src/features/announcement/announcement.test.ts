import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { context } from "@/testing/shop";
import { mountAnnouncement } from "./announcement";

/** The bar on a new page. */
function bar(text: string): HTMLDetailsElement {
  document.body.innerHTML = `<details class="stoa-announcement" open><summary></summary><p class="stoa-announcement__text">${text}</p></details>`;
  const place = screen.getByRole<HTMLDetailsElement>("group");
  change(() => mountAnnouncement(place, createPageStore(), context));
  return place;
}

function turn(place: HTMLDetailsElement, isOpen: boolean): void {
  place.open = isOpen;
  change(() => place.dispatchEvent(new Event("toggle")));
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("a closed bar stays closed until its text changes", () => {
  turn(bar("Open on Sunday"), false);
  expect(bar("Open on Sunday").open).toBe(false);
  expect(bar("Sale").open).toBe(true);
});

test("a reopened bar is open on the next page", () => {
  const place = bar("Open on Sunday");
  turn(place, false);
  turn(place, true);
  expect(bar("Open on Sunday").open).toBe(true);
});

test("a bar that was closed before can be opened again", () => {
  turn(bar("Open on Sunday"), false);
  const place = bar("Open on Sunday");
  turn(place, true);
  expect([place.open, bar("Open on Sunday").open]).toEqual([true, true]);
});
