import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { context } from "@/testing/shop";
import { mountShare } from "./share";

const url = "https://juniper.example/journal/cups";

function openPage(): void {
  document.body.innerHTML = `<section aria-label="Share" data-share-title="Cups" data-share-url="${url}">
    <ul><li><a href="mailto:?subject=Cups">Email</a></li></ul></section>`;
  change(() => mountShare(screen.getByRole("region"), createPageStore(), context));
}

function give(name: "share" | "clipboard", value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
}

const said = () => screen.getByRole("status").textContent;
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole("button", { name }));

afterEach(() => {
  give("share", undefined);
  give("clipboard", undefined);
});

test("the native share sheet is offered, and closing it is not an error", async () => {
  const share = vi.fn<(what: ShareData) => Promise<void>>().mockResolvedValueOnce();
  share.mockRejectedValueOnce(new DOMException("closed", "AbortError")).mockRejectedValueOnce(new Error("no"));
  give("share", share);
  openPage();
  await press("Share with an app");
  expect(share).toHaveBeenCalledWith({ title: "Cups", url });
  await press("Share with an app");
  expect(said()).toBe("");
  await press("Share with an app");
  await expect.poll(said).toBe("Your device could not share this.");
});

test("a link is copied, or shown if copying is not allowed", async () => {
  const writeText = vi
    .fn<(text: string) => Promise<void>>()
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new Error("no"));
  give("clipboard", { writeText });
  openPage();
  await press("Copy link");
  await expect.poll(said).toBe("Link copied.");
  expect(writeText).toHaveBeenCalledWith(url);
  await press("Copy link");
  await expect.poll(said).toContain(url);
});

test("sharing and copying come before the links, which stay", () => {
  give("share", () => Promise.resolve());
  give("clipboard", {});
  openPage();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Share with an app",
    "Copy link",
    "Email",
  ]);
});

test("without either only the links are shown", () => {
  openPage();
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.getAllByRole("link")).toHaveLength(1);
});
