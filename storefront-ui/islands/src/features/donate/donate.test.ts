import { afterEach, expect, test, vi } from "vitest";
import { navigation } from "@/shared/page/navigation";
import { problem, stubServer } from "@/testing/server";
import { minorUnits, mountDonate } from "./donate";

function openPage(typed = "") {
  document.body.innerHTML = `<form data-item-id="p1" data-decimals="2">
    <input type="radio" name="amount" value="1000" checked><input type="radio" name="amount" value="other">
    <input name="other" value="${typed}"><p data-error="amountCents" id="amount-error" hidden></p>
    <input name="name" value="Ada"><p data-error="name" id="name-error" hidden></p>
    <input name="email" value="ada@example.com"><textarea name="comment">Keep on.</textarea>
    <p data-message hidden></p><button type="submit">Continue to payment</button></form>`;
  const form = document.querySelector("form")!;
  mountDonate(form);
  return {
    submit: () => form.requestSubmit(),
    typeOther: (text: string) => {
      const other = form.querySelector<HTMLInputElement>('[name="other"]')!;
      other.value = text;
      other.dispatchEvent(new Event("input"));
    },
    error: () => form.querySelector("#amount-error")!.textContent,
    message: () => form.querySelector("[data-message]")!.textContent,
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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
  const gone = vi.spyOn(navigation, "go").mockReturnValue();
  const calls = stubServer(() => ({ body: { cartToken: "t 1" } }));
  openPage().submit();
  await vi.waitFor(() => expect(gone).toHaveBeenCalledExactlyOnceWith("/checkout?cartToken=t+1"));
  const body = { itemId: "p1", amountCents: 1_000, name: "Ada", email: "ada@example.com", comment: "Keep on." };
  expect(calls.map(({ path, body: sent }) => [path, sent])).toEqual([["/api/3/commerce/cart/donation", body]]);
});

test("an amount typed before the code is loaded is selected", async () => {
  vi.spyOn(navigation, "go").mockReturnValue();
  const calls = stubServer(() => ({ body: { cartToken: "t" } }));
  openPage("7.50").submit();
  await vi.waitFor(() => expect(calls[0]?.body).toMatchObject({ amountCents: 750 }));
});

test("typing a custom amount selects it, with errors at the field", async () => {
  const refused = problem(400, "validation-failed", "Some values are invalid.", {
    errors: { amountCents: "Give at least $5.00." },
  });
  const calls = stubServer(() => refused);
  const page = openPage();
  page.typeOther("2.50");
  page.submit();
  await vi.waitFor(() => expect(page.error()).toBe("Give at least $5.00."));
  expect(calls[0]?.body).toMatchObject({ amountCents: 250 });
  expect(document.activeElement).toBe(document.querySelector('[name="other"]'));
  expect(page.message()).toBe("");
});
