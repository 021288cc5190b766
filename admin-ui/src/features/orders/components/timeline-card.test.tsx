import { render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { showLanguage } from "@/shared/i18n/language";
import { TimelineCard } from "./timeline-card";

afterEach(() => showLanguage("en"));

const entries = [
  {
    at: 1_790_000_000_000,
    kind: "mail" as const,
    message: "An e-mail was sent to ada@harbor.example: Order 7",
    messageText: { code: "email-was-sent", params: { to: "ada@harbor.example", subject: "Order 7" } },
    actor: "system",
  },
  { at: 1_790_000_100_000, kind: "note" as const, message: "Call before delivery.", actor: "system" },
];

test("what the server has noted is said in the language of the admin, what people wrote is not changed", async () => {
  await showLanguage("de");
  render(<TimelineCard entries={entries} />);
  expect(await screen.findByText("Eine E-Mail wurde an ada@harbor.example gesendet: Order 7")).toBeVisible();
  expect(screen.getByText("Call before delivery.")).toBeVisible();
});

test("what a payment provider told is not said of the customer", () => {
  const told = { at: 1_790_000_200_000, kind: "payment" as const };
  const dispute = { ...told, message: "The customer disputes the payment.", actor: "payment-provider" };
  const placed = { ...told, message: "The order was placed.", actor: "visitor" };
  render(<TimelineCard entries={[placed, dispute]} />);
  const [newest, oldest] = screen.getAllByRole("listitem");
  expect(newest).toHaveTextContent(/disputes the payment.* · Payment provider$/);
  expect(oldest).toHaveTextContent(/was placed.* · Customer$/);
});
