import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };

function mails(...changes: Partial<(typeof backEnd.mail)[number]>[]) {
  const [first] = backEnd.mail;
  if (first === undefined) throw new Error("no e-mail to copy");
  backEnd.mail = changes.map((change, index) => ({ ...first, id: `m-${index}`, subject: `Mail ${index}`, ...change }));
}

const failed = { status: "failed" as const, sentOn: null, lastAnswer: "550 5.1.1 No such user", canBeSentAgain: true };
const waiting = {
  status: "queued" as const,
  sentOn: null,
  tries: 3,
  lastAnswer: "The mail server cannot be reached: connection refused.",
  nextTryOn: Date.now() + 60_000,
  awaitsServer: true,
  canBeSentAgain: true,
};

it("renders nothing without failed e-mails", async () => {
  mails({ status: "sent" });
  renderApp("/sites/w-juniper/mail");
  expect(await screen.findByText("Mail 0", {}, patience)).toBeVisible();
  expect(screen.queryByText("Send all again")).toBeNull();
});

it("retries all failed e-mails by keyboard", async () => {
  const user = userEvent.setup();
  mails(failed, waiting, { status: "sent" });
  renderApp("/sites/w-juniper/mail");
  expect(
    await screen.findByText("1 e-mail was not delivered, 1 e-mail is waiting to be sent again", {}, patience),
  ).toBeVisible();
  expect(screen.getByText(/Last response: The mail server cannot be reached/)).toBeVisible();
  expect(await screen.findByText("550 5.1.1 No such user", {}, patience)).toBeVisible();
  expect(screen.getByText("Trying again")).toBeVisible();
  screen.getByRole("button", { name: "Send all again" }).focus();
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Send 2 e-mails again?" }, patience);
  expect(dialog).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send all again" }));
  expect(await screen.findByText("2 e-mails are being sent.", {}, patience)).toBeVisible();
  await expect.poll(() => screen.queryByText(/not delivered/), patience).toBeNull();
});

it("retries one e-mail and shows why it failed", async () => {
  const user = userEvent.setup();
  mails(failed);
  renderApp("/sites/w-juniper/mail/m-0");
  expect(await screen.findByText("This e-mail was not delivered", {}, patience)).toBeVisible();
  expect(screen.getByText("Last response: 550 5.1.1 No such user")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("The e-mail is being sent.", {}, patience)).toBeVisible();
  await expect.poll(() => screen.queryByText("This e-mail was not delivered"), patience).toBeNull();
});

it("shows the next attempt of a waiting e-mail, and that one without a text cannot be sent", async () => {
  mails(waiting, { ...failed, canBeSentAgain: false });
  const first = renderApp("/sites/w-juniper/mail/m-0");
  expect(await screen.findByText(/It is sent as soon as the mail server responds again/, {}, patience)).toBeVisible();
  expect(screen.getByText(/Tried 3 times/)).toBeVisible();
  first.view.unmount();
  renderApp("/sites/w-juniper/mail/m-1");
  expect(await screen.findByText(/can request a new one/, {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
});

it("shows that loading failed, and retries", async () => {
  const user = userEvent.setup();
  mails(failed);
  server.use(http.get("*/mail/unsent", () => new HttpResponse(null, { status: 503 }), { once: true }));
  renderApp("/sites/w-juniper/mail");
  expect(
    await screen.findByText(/The delivery status of your e-mails could not be loaded/, {}, patience),
  ).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("1 e-mail was not delivered", {}, patience)).toBeVisible();
});
