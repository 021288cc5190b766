import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { CheckoutField } from "@/shared/api/types";
import { freshCheckout } from "@/testing/shop";
import { DetailsStep } from "./details-step";

afterEach(cleanup);

const message: CheckoutField = {
  id: "acme.gift:message",
  label: "Message",
  help: "At most 150 characters.",
  kind: "textarea",
  required: false,
  choices: [],
  maxLength: 500,
};
const dog: CheckoutField = { ...message, id: "acme.gift:dog", label: "A dog", kind: "checkbox", help: "It may bark." };
const time: CheckoutField = { ...message, id: "acme.gift:time", label: "Time", kind: "choice", choices: ["Morning"] };

// spec: checkout.plugin-questions
test("questions of plugins have help, limits and errors of their own", async () => {
  const checkout = freshCheckout();
  checkout.settings = { guestCheckout: true, orderNote: false, fields: [message, dog, time] };
  checkout.answers = [{ fieldId: dog.id, label: dog.label, value: "Yes", kind: "checkbox" }];
  const onDone = vi.fn();
  const errors = { "answers.acme.gift:message": "The message is too long." };
  render(<DetailsStep checkout={checkout} isBusy={false} errors={errors} onDone={onDone} />);
  const field = screen.getByRole("textbox", { name: /^Message/ });
  expect(field.getAttribute("maxlength")).toBe("500");
  const described = (element: HTMLElement) =>
    (element.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);
  expect(described(field)).toEqual(["At most 150 characters.", "The message is too long."]);
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "A dog" });
  expect(box.checked).toBe(true);
  expect(described(box)).toEqual(["It may bark."]);
  expect(described(screen.getByRole("combobox", { name: /^Time/ }))).toEqual(["At most 150 characters."]);
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard("For Ada");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(onDone).toHaveBeenCalledWith({
    note: "",
    answers: { "acme.gift:message": "For Ada", "acme.gift:dog": "true" },
  });
});

// spec: checkout.plugin-questions
test("a choice that is no longer offered is chosen again", async () => {
  const checkout = freshCheckout();
  checkout.settings = { guestCheckout: true, orderNote: false, fields: [time] };
  checkout.answers = [{ fieldId: time.id, label: time.label, value: "Evening", kind: "choice" }];
  const onDone = vi.fn();
  render(<DetailsStep checkout={checkout} isBusy={false} errors={{}} onDone={onDone} />);
  const list = screen.getByRole<HTMLSelectElement>("combobox", { name: /^Time/ });
  expect(list.value).toBe("");
  await userEvent.click(screen.getByRole("button"));
  expect(onDone).toHaveBeenCalledWith({ note: checkout.note, answers: {} });
});
