import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { navigation } from "@/shared/page/navigation";
import { createPageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { problem, stubServer, type Reply } from "@/testing/server";
import { context } from "@/testing/shop";
import { minorUnits } from "./amount";
import { mountDonate } from "./donate";

const go = vi.fn<typeof navigation.go>();

/** The form, with an amount that was typed before its code was loaded. */
function openPage(typed = ""): void {
  document.body.innerHTML = `<form data-item-id="p1" data-decimals="2">
    <label><input type="radio" name="amount" value="1000" checked>$10.00</label>
    <label><input type="radio" name="amount" value="other">Another amount</label>
    <label>Your amount<input name="other" value="${typed}"></label><p data-error="amountCents" id="amount-error" hidden></p>
    <label>Your name<input name="name" value="Ada"></label><p data-error="name" id="name-error" hidden></p>
    <input name="email" value="ada@example.com"><textarea name="comment">Keep on.</textarea>
    <p data-message role="alert" hidden></p><button type="submit">Continue to payment</button></form>`;
  change(() => mountDonate(document.querySelector("form")!, createPageStore(), context));
}

const button = () => screen.getByRole("button", { name: "Continue to payment" });
const ownAmount = () => screen.getByLabelText("Your amount");
const errorOf = (name: string) => document.getElementById(`${name}-error`)!;
const submit = () => userEvent.click(button());

const refusal = (errors: Record<string, string>) =>
  problem(400, "validation-failed", "Some values are invalid.", { errors });

beforeEach(() => {
  go.mockReset();
  vi.spyOn(navigation, "go").mockImplementation(go);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["10", 2, 1_000],
  [" 12,5 ", 2, 1_250],
  ["12.50", 2, 1_250],
  ["500", 0, 500],
  ["12.5", 0, null],
  ["1.234", 2, null],
  ["ten", 2, null],
  ["", 2, null],
])("%s with %i digits", (text, decimals, cents) => expect(minorUnits(text, decimals)).toBe(cents));

test("the chosen amount is submitted, and the donor continues to the checkout", async () => {
  const calls = stubServer(() => ({ body: { cartToken: "t 1" } }));
  openPage();
  await submit();
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith("/checkout?cartToken=t+1"));
  const body = { itemId: "p1", amountCents: 1_000, name: "Ada", email: "ada@example.com", comment: "Keep on." };
  expect(calls.map(({ path, body: sent }) => [path, sent])).toEqual([["/api/3/commerce/cart/donation", body]]);
});

test("an amount typed before the code is loaded is selected", async () => {
  const calls = stubServer(() => ({ body: { cartToken: "t" } }));
  openPage("7.50");
  await submit();
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ amountCents: 750 }));
});

test("typing a custom amount selects it, with errors at the field", async () => {
  const calls = stubServer(() => refusal({ amountCents: "Give at least $5.00." }));
  openPage();
  await userEvent.type(ownAmount(), "2.50");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Another amount" }).checked).toBe(true);
  await submit();
  await waitFor(() => expect(errorOf("amount").textContent).toBe("Give at least $5.00."));
  expect(calls[0]?.body).toMatchObject({ amountCents: 250 });
  expect(document.activeElement).toBe(ownAmount());
  expect([errorOf("amount").hidden, errorOf("name").hidden]).toEqual([false, true]);
  expect([ownAmount().getAttribute("aria-invalid"), ownAmount().getAttribute("aria-describedby")]).toEqual([
    "true",
    "amount-error",
  ]);
  expect(screen.getByLabelText("Your name").getAttribute("aria-invalid")).toBe("false");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("errors and messages are gone with the next attempt, and a second click waits for the first", async () => {
  let answer: (reply: Reply) => void = () => undefined;
  const calls = stubServer(() => new Promise<Reply>((resolve) => (answer = resolve)));
  openPage("2");
  await submit();
  await submit();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(button().getAttribute("aria-disabled")).toBe("true");
  answer(refusal({ amountCents: "Give at least $5.00." }));
  await waitFor(() => expect(button().hasAttribute("aria-disabled")).toBe(false));

  await submit();
  await waitFor(() => expect(calls).toHaveLength(2));
  expect([errorOf("amount").hidden, ownAmount().hasAttribute("aria-describedby")]).toEqual([true, false]);
  answer(problem(409, "conflict", "This cause takes no donations any more."));
  expect((await screen.findByRole("alert")).textContent).toBe("This cause takes no donations any more.");
});
