import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PageProvider } from "@/shared/react/page";
import { createPageStore } from "@/shared/store/page-store";
import { context } from "@/testing/shop";
import { HoldNotice } from "./hold-notice";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const minutes = (count: number): number => count * 60_000;
const pass = (milliseconds: number): void => {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
};
const spoken = (): string | undefined => document.querySelector("#stoa-announcements")?.textContent;

test("the reservation is counted down, announced twice, and ends with a link back", () => {
  vi.setSystemTime(new Date(2026, 10, 21, 14, 20));
  render(
    <PageProvider store={createPageStore()} context={context}>
      <HoldNotice heldForMs={minutes(15)} />
    </PageProvider>,
  );
  expect(screen.getByText(/^Reserved until 2:35/)).toBeDefined();
  expect(screen.getByText(/within 15 minutes/)).toBeDefined();
  pass(minutes(9));
  expect(spoken()).toBeUndefined();
  pass(minutes(1) + 1000);
  expect(spoken()).toBe("Your items are reserved. Time left to pay: 5 minutes.");
  pass(minutes(4));
  expect(spoken()).toBe("Your items are reserved. Time left to pay: 1 minute.");
  expect(screen.queryByRole("status")).toBeNull();
  pass(minutes(1));
  expect(screen.getByRole("status").textContent).toContain("Your items are no longer reserved.");
  expect(screen.getByRole("link", { name: "Back to the cart" }).getAttribute("href")).toBe("/cart");
});
