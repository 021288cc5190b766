import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, expect, it } from "vitest";
import { showLanguage } from "@/shared/i18n/language";
import { backEnd } from "@/testing/back-end";
import { server } from "@/testing/server";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

afterEach(() => showLanguage("en"));

const rows = async () =>
  within(await screen.findByRole("list", { name: "Comments" }, patience)).getAllByRole("listitem");

// spec: content.comments.open
it("approves several comments and updates the pending count", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/comments");
  expect(await rows()).toHaveLength(2);
  expect(screen.getByLabelText("2 waiting")).toBeVisible();
  for (const box of screen.getAllByRole("checkbox")) await user.click(box);
  await user.click(within(screen.getByRole("toolbar")).getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("2 comments approved")).toBeVisible();
  expect(await screen.findByText("No comments to approve")).toBeVisible();
  expect(screen.queryByLabelText("2 waiting")).toBeNull();
  expect(backEnd.comments.filter(({ state }) => state === "APPROVED")).toHaveLength(3);
});

// spec: template.escaping.open
it("shows comments as plain text, never as markup", async () => {
  renderApp("/sites/w-juniper/comments");
  const text = await screen.findByText(/onerror=alert\(1\)/, {}, patience);
  expect(text.querySelector("img, script")).toBeNull();
  expect(text.textContent).toBe('"><img src=x onerror=alert(1)><script>alert(2)</script>');
});

it("replies in the name of the site", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/comments?query=colour");
  const [first] = await rows();
  await user.click(within(first!).getByRole("button", { name: "Reply" }));
  await user.click(screen.getByLabelText("Reply"));
  await user.paste("It does.");
  await user.click(screen.getByRole("button", { name: "Send reply" }));
  expect(await screen.findByText("Reply sent")).toBeVisible();
  expect(backEnd.comments.at(-1)).toMatchObject({ bySite: true, text: "It does." });
});

it("says why a comment looks like spam in the language of the admin", async () => {
  await showLanguage("de");
  renderApp("/sites/w-juniper/comments?folder=spam");
  expect(await screen.findByText("Enthält 7 Links.", {}, patience)).toBeVisible();
});

it("deletes spam permanently", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/comments?folder=spam");
  const spam = await screen.findByText("It contains 7 links.", {}, patience);
  await user.click(within(spam.closest("li")!).getByRole("button", { name: "Delete permanently" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(backEnd.comments.some(({ state }) => state === "SPAM")).toBe(false));
});

it("shows errors with a retry button", async () => {
  server.use(http.get("*/api/v1/websites/:websiteId/comments", () => new HttpResponse(null, { status: 503 })));
  renderApp("/sites/w-juniper/comments");
  expect(await screen.findByRole("button", { name: "Try again" }, patience)).toBeVisible();
});
