import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };
const path = "/sites/w-juniper/settings/comments";

async function save(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
}

// spec: content.comments.open
it("saves who may comment, moderation and captcha", async () => {
  const user = userEvent.setup();
  renderApp(path);
  await user.click(await screen.findByLabelText(/^Block bots with a captcha/, {}, patience));
  await user.click(screen.getByLabelText(/^People without an account can comment/));
  await user.click(screen.getByLabelText("Comments that need approval"));
  await user.click(await screen.findByRole("option", { name: "None" }));
  await user.type(screen.getByLabelText("Close comments on a post after (days)"), "30");
  await save(user);
  const { commentSettings } = backEnd.websiteSettings;
  expect(commentSettings).toEqual({
    approval: "nobody",
    closeAfterDays: 30,
    anonymousAllowed: false,
    notifyOwner: true,
    captcha: true,
  });
});

it("hides further settings if comments are off or external", async () => {
  const user = userEvent.setup();
  renderApp(path);
  const form = within(await screen.findByRole("form", { name: "Comments, likes and sharing" }, patience));
  await user.type(form.getByLabelText("Disqus short name"), "juniper");
  expect(form.getByText("Comments are stored, approved and answered on Disqus.")).toBeVisible();
  expect(form.queryByLabelText(/captcha/)).toBeNull();
  await user.click(form.getByLabelText(/^Visitors can comment/));
  expect(form.queryByLabelText("Disqus short name")).toBeNull();
  await save(user);
  expect(backEnd.websiteSettings).toMatchObject({ commentsEnabled: false, disqusShortname: "juniper" });
});

it("enables sharing, with at least one service", async () => {
  const user = userEvent.setup();
  renderApp(path);
  await user.click(await screen.findByLabelText(/^Posts can be shared/, {}, patience));
  const where = screen.getByRole("combobox", { name: "Services" });
  await user.click(where);
  await user.keyboard("{Backspace}{Backspace}{Escape}");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Choose at least one service to share to.", {}, patience)).toBeVisible();
  await user.type(where, "blue");
  await user.click(await screen.findByRole("option", { name: "Bluesky" }));
  await save(user);
  expect(backEnd.websiteSettings.shareSettings).toEqual({ onPosts: true, onProducts: false, services: ["bluesky"] });
});
