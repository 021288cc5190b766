import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { showLanguage } from "@/shared/i18n/language";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

afterEach(() => act(() => showLanguage("en")));

it("filters e-mails by recipient, kind and status, including those to the owner", async () => {
  const user = userEvent.setup();
  const [first] = backEnd.mail;
  if (first === undefined) throw new Error("no e-mail to copy");
  backEnd.mail = [
    { ...first, id: "m-1", to: "ada@example.com", subject: "Your order", kind: "order-confirmed", status: "sent" },
    {
      ...first,
      id: "m-2",
      to: "owner@juniper.example",
      subject: "New order",
      kind: "order-received",
      status: "failed",
    },
  ];
  renderApp("/sites/w-juniper/mail");
  expect(await screen.findByText("Your order", {}, patience)).toBeVisible();
  expect(screen.getByText("New order")).toBeVisible();
  expect(screen.getByText(/to your customers and to you/)).toBeVisible();
  await user.type(screen.getByRole("searchbox", { name: "Search recipient or subject" }), "ADA@");
  await expect.poll(() => screen.queryByText("New order"), patience).toBeNull();
  expect(screen.getByText("Your order")).toBeVisible();
  await user.clear(screen.getByRole("searchbox", { name: "Search recipient or subject" }));
  expect(await screen.findByText("New order", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("combobox", { name: "Status" }));
  await user.click(await screen.findByRole("option", { name: "Failed" }));
  await expect.poll(() => screen.queryByText("Your order"), patience).toBeNull();
  expect(screen.getByText("New order")).toBeVisible();
});

it("names the kinds of e-mails in the language to which the admin was switched", async () => {
  const user = userEvent.setup();
  await act(() => showLanguage("de"));
  renderApp("/sites/w-juniper/mail");
  await user.click(await screen.findByRole("combobox", { name: "Art" }, patience));
  expect(await screen.findByRole("option", { name: "Bestellbestätigung" })).toBeVisible();
});
