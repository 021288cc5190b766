import { beforeEach, expect, test } from "vitest";
import { readPageContext } from "@/shared/page/context";
import { createPageStore } from "@/shared/store/page-store";
import { mountAnnouncement } from "./announcement";

function bar(text: string): HTMLDetailsElement {
  document.body.innerHTML = `<details class="stoa-announcement" open><summary></summary><p class="stoa-announcement__text">${text}</p></details>`;
  const place = document.querySelector("details")!;
  mountAnnouncement(place, createPageStore(), readPageContext());
  return place;
}

function close(place: HTMLDetailsElement): void {
  place.open = false;
  place.dispatchEvent(new Event("toggle"));
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("a closed bar stays closed until its text changes", () => {
  close(bar("Open on Sunday"));
  expect(bar("Open on Sunday").open).toBe(false);
  expect(bar("Sale").open).toBe(true);
});

test("a reopened bar is open on the next page", () => {
  const place = bar("Open on Sunday");
  close(place);
  place.open = true;
  place.dispatchEvent(new Event("toggle"));
  expect(bar("Open on Sunday").open).toBe(true);
});
