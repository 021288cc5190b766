import { failureText } from "@/shared/api/failure-text";
import { settled, type Failure } from "@/shared/api/send";
import type { NewDonation } from "@/shared/api/types";
import { navigation } from "@/shared/page/navigation";

/** Parses a typed amount into minor units; null if invalid. */
export function minorUnits(text: string, decimals: number): number | null {
  const parts = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim());
  if (parts === null) return null;
  const [, whole = "", fraction = ""] = parts;
  if (fraction.length > decimals) return null;
  return Number(whole + fraction.padEnd(decimals, "0"));
}

function chosenAmount(fields: FormData, decimals: number): number | null {
  const chosen = String(fields.get("amount") ?? "");
  return chosen === "other" ? minorUnits(String(fields.get("other") ?? ""), decimals) : minorUnits(chosen, 0);
}

/** The form field of a server error. */
function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.querySelector(`[name="${name === "amountCents" ? "other" : name}"]`);
}

function showErrors(form: HTMLFormElement, errors: Record<string, string>): void {
  let first: HTMLElement | null = null;
  for (const place of form.querySelectorAll<HTMLElement>("[data-error]")) {
    const name = place.dataset.error ?? "";
    const text = errors[name] ?? "";
    place.textContent = text;
    place.hidden = text === "";
    const input = inputOf(form, name);
    input?.setAttribute("aria-invalid", String(text !== ""));
    if (text === "") input?.removeAttribute("aria-describedby");
    else input?.setAttribute("aria-describedby", place.id);
    if (text !== "") first ??= input;
  }
  first?.focus();
}

function errorsOf(failure: Failure): Record<string, string> {
  const errors = failure.kind === "refused" ? failure.problem?.errors : undefined;
  return errors ?? {};
}

/** Submits the donation and continues to the checkout. */
export function mountDonate(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return;
  const message = form.querySelector<HTMLElement>("[data-message]");
  const button = form.querySelector("button");
  let isBusy = false;
  const say = (text: string): void => {
    if (message === null) return;
    message.textContent = text;
    message.hidden = text === "";
  };
  const send = async (): Promise<void> => {
    const fields = new FormData(form);
    const text = (name: string): string => String(fields.get(name) ?? "");
    const body = {
      itemId: form.dataset.itemId ?? "",
      amountCents: chosenAmount(fields, Number(form.dataset.decimals)),
      name: text("name"),
      email: text("email"),
      comment: text("comment"),
      // An invalid amount is sent as typed: the server returns the error message.
    } as NewDonation;
    say("");
    showErrors(form, {});
    const result = await settled((api) => api.POST("/api/3/commerce/cart/donation", { body }));
    if (result.ok) return navigation.go(`/checkout?${new URLSearchParams({ cartToken: result.data.cartToken })}`);
    const errors = errorsOf(result.failure);
    if (Object.keys(errors).length === 0) say(failureText(result.failure));
    showErrors(form, errors);
  };
  const own = form.querySelector<HTMLInputElement>('[name="other"]');
  const chooseOwn = (): void => {
    const other = form.querySelector<HTMLInputElement>('input[type="radio"][value="other"]');
    if (other !== null && own?.value !== "") other.checked = true;
  };
  own?.addEventListener("input", chooseOwn);
  // Input may exist before this code is loaded.
  chooseOwn();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    button?.setAttribute("aria-disabled", "true");
    void send().finally(() => {
      isBusy = false;
      button?.removeAttribute("aria-disabled");
    });
  });
}
