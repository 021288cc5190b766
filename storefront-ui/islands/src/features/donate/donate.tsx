import { useLayoutEffect, useRef, useState } from "react";
import { failureText } from "@/shared/api/failure-text";
import { settled, type Failure } from "@/shared/api/send";
import type { NewDonation } from "@/shared/api/types";
import { navigation } from "@/shared/page/navigation";
import { Existing } from "@/shared/react/existing";
import { island } from "@/shared/react/island";
import { chosenAmount } from "./amount";

type Errors = Readonly<Record<string, string>>;

/** The form field of a server error. */
function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.querySelector(`[name="${name === "amountCents" ? "other" : name}"]`);
}

function partsOf(form: HTMLFormElement) {
  return {
    message: form.querySelector("[data-message]"),
    button: form.querySelector("button"),
    own: form.querySelector<HTMLInputElement>('[name="other"]'),
    ownChoice: form.querySelector<HTMLInputElement>('input[type="radio"][value="other"]'),
    fields: [...form.querySelectorAll<HTMLElement>("[data-error]")].map((place) => {
      const name = place.dataset.error ?? "";
      return { name, place, input: inputOf(form, name) };
    }),
  };
}

function errorsOf(failure: Failure): Errors {
  const errors = failure.kind === "refused" ? failure.problem?.errors : undefined;
  return errors ?? {};
}

function donationOf(form: HTMLFormElement): NewDonation {
  const fields = new FormData(form);
  const text = (name: string): string => String(fields.get(name) ?? "");
  return {
    itemId: form.dataset.itemId ?? "",
    amountCents: chosenAmount(fields, Number(form.dataset.decimals)),
    name: text("name"),
    email: text("email"),
    comment: text("comment"),
    // An invalid amount is sent as null: the server returns the error message.
  } as NewDonation;
}

interface ErrorOfFieldProps {
  place: HTMLElement;
  input: HTMLInputElement | null;
  /** Empty without an error. */
  text: string;
}

/** The error at a field that the server rendered. */
function ErrorOfField({ place, input, text }: ErrorOfFieldProps) {
  const isWrong = text !== "";
  return (
    <>
      <Existing element={place} hidden={!isWrong}>
        {text}
      </Existing>
      {input === null ? null : (
        <Existing element={input} aria-invalid={isWrong} aria-describedby={isWrong ? place.id : null} />
      )}
    </>
  );
}

/** Submits the donation and continues to the checkout. */
function DonationForm({ form }: { form: HTMLFormElement }) {
  const [{ message, button, own, ownChoice, fields }] = useState(() => partsOf(form));
  /** Null before the first submission. */
  const [errors, setErrors] = useState<Errors | null>(null);
  const [said, say] = useState("");
  const [isSending, setSending] = useState(false);
  const isBusy = useRef(false);

  const chooseOwn = (): void => {
    if (ownChoice !== null && own?.value !== "") check(ownChoice);
  };

  useLayoutEffect(() => {
    // Input may exist before this code is loaded.
    chooseOwn();
    // oxlint-disable-next-line exhaustive-deps -- once, for what was typed before
  }, []);

  useLayoutEffect(() => {
    if (errors === null) return;
    fields.find(({ name, input }) => (errors[name] ?? "") !== "" && input !== null)?.input?.focus();
  }, [errors, fields]);

  const send = async (): Promise<void> => {
    const body = donationOf(form);
    say("");
    setErrors({});
    const result = await settled((api) => api.POST("/api/3/commerce/cart/donation", { body }));
    if (result.ok) return navigation.go(`/checkout?${new URLSearchParams({ cartToken: result.data.cartToken })}`);
    const found = errorsOf(result.failure);
    if (Object.keys(found).length === 0) say(failureText(result.failure));
    setErrors(found);
  };

  const submit = async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSending(true);
    await send().finally(() => {
      isBusy.current = false;
      setSending(false);
    });
  };

  return (
    <>
      <Existing
        element={form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      />
      {own === null ? null : <Existing element={own} onInput={chooseOwn} />}
      {errors === null
        ? null
        : fields.map(({ name, ...field }) => <ErrorOfField key={name} {...field} text={errors[name] ?? ""} />)}
      {message === null ? null : (
        <Existing element={message} hidden={said === ""}>
          {said}
        </Existing>
      )}
      {button === null ? null : <Existing element={button} aria-disabled={isSending || undefined} />}
    </>
  );
}

/** The page holds the values of the controls, so that browsers can restore them. */
function check(choice: HTMLInputElement): void {
  choice.checked = true;
}

/** Lays the component over the server-rendered form. */
export const mountDonate = island(function Donate({ place }) {
  return place instanceof HTMLFormElement ? <DonationForm form={place} /> : null;
});

export default mountDonate;
