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
  if (first === undefined) throw new Error("no letter to copy");
  backEnd.mail = changes.map((change, index) => ({ ...first, id: `m-${index}`, subject: `Mail ${index}`, ...change }));
}

const failed = { status: "failed", sentOn: null, lastAnswer: "550 5.1.1 No such user", canBeSentAgain: true };
const waiting = {
  status: "queued",
  sentOn: null,
  tries: 3,
  lastAnswer: "The mail server cannot be reached: connection refused.",
  nextTryOn: Date.now() + 60_000,
  awaitsServer: true,
  canBeSentAgain: true,
};

it("says nothing while all e-mails got out", async () => {
  mails({ status: "sent" });
  renderApp("/sites/w-juniper/mail");
  expect(await screen.findByText("Mail 0", {}, patience)).toBeVisible();
  expect(screen.queryByText("Send all again")).toBeNull();
});

it("sends all e-mails again that did not get out, by keyboard", async () => {
  const user = userEvent.setup();
  mails(failed, waiting, { status: "sent" });
  renderApp("/sites/w-juniper/mail");
  expect(await screen.findByText("1 e-mail was not delivered, 1 e-mail waits for another try", {}, patience)).toBeVisible();
  expect(screen.getByText(/Last answer: The mail server cannot be reached/)).toBeVisible();
  expect(await screen.findByText("550 5.1.1 No such user", {}, patience)).toBeVisible();
  expect(screen.getByText("Trying again")).toBeVisible();
  screen.getByRole("button", { name: "Send all again" }).focus();
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Send 2 e-mails again?" }, patience);
  expect(dialog).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send all again" }));
  expect(await screen.findByText("2 e-mails are on the way.", {}, patience)).toBeVisible();
  await expect.poll(() => screen.queryByText(/not delivered/), patience).toBeNull();
});

it("sends one e-mail again and says why it did not get out", async () => {
  const user = userEvent.setup();
  mails(failed);
  renderApp("/sites/w-juniper/mail/m-0");
  expect(await screen.findByText("This e-mail was not delivered", {}, patience)).toBeVisible();
  expect(screen.getByText("Last answer: 550 5.1.1 No such user")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("The e-mail is on its way.", {}, patience)).toBeVisible();
  await expect.poll(() => screen.queryByText("This e-mail was not delivered"), patience).toBeNull();
});

it("says when an e-mail that waits is tried, and that one without a text cannot be sent", async () => {
  mails(waiting, { ...failed, canBeSentAgain: false });
  const first = renderApp("/sites/w-juniper/mail/m-0");
  expect(await screen.findByText(/It goes as soon as the mail server answers again/, {}, patience)).toBeVisible();
  expect(screen.getByText(/Tried 3 times/)).toBeVisible();
  first.view.unmount();
  renderApp("/sites/w-juniper/mail/m-1");
  expect(await screen.findByText(/can ask for a new one/, {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
});

it("says that it is not known when the call fails, and asks again", async () => {
  const user = userEvent.setup();
  mails(failed);
  server.use(http.get("*/mail/unsent", () => new HttpResponse(null, { status: 503 }), { once: true }));
  renderApp("/sites/w-juniper/mail");
  expect(await screen.findByText(/It is not known whether all e-mails got out/, {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("1 e-mail was not delivered", {}, patience)).toBeVisible();
});
