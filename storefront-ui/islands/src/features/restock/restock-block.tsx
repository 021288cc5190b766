import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { captchaOf } from "@/shared/captcha/captcha";
import { Existing, Inserted } from "@/shared/react/existing";
import { isEmail } from "@/shared/text/email";
import { announce } from "@/shared/ui/announce";
import { textOf } from "@/shared/text/messages";
import { signUp } from "./sign-up";

const blankEmail = textOf("restock.blankEmail");
const invalidEmail = textOf("restock.invalidEmail");
const usualSuccess = textOf("restock.success");

let made = 0;

function nextErrorId(): string {
  made += 1;
  return `stoa-restock-error-${made}`;
}

/** The server's block for a sold-out variant. */
interface RestockView {
  view: HTMLElement;
  form: HTMLFormElement;
  email: HTMLInputElement;
}

/** The blocks of an island, one for each sold-out variant. */
export function restockViews(place: HTMLElement): RestockView[] {
  return [...place.querySelectorAll<HTMLElement>(".product-restock-notification")].flatMap((view) => {
    const form = view.querySelector("form");
    const email = view.querySelector<HTMLInputElement>('input[name="email"]');
    return form === null || email === null ? [] : [{ view, form, email }];
  });
}

/** Takes the place of everything but the call to action, and the focus if that had it. */
function Success({ view, text }: { view: HTMLElement; text: string }) {
  const message = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (message.current === null) return;
    const hadFocus = view.contains(document.activeElement);
    view.replaceChildren(...view.querySelectorAll(".product-restock-cta"), message.current);
    if (hadFocus) message.current.focus();
    announce(text);
  }, [view, text]);
  return createPortal(
    <p ref={message} className="stoa-restock__success" tabIndex={-1}>
      {text}
    </p>,
    view,
  );
}

interface RestockBlockProps extends RestockView {
  place: HTMLElement;
  /** Undefined while no variant is chosen: then the server decides. */
  isHidden: boolean | undefined;
}

/** Back-in-stock sign-up for one variant. */
export function RestockBlock({ place, view, form, email, isHidden }: RestockBlockProps) {
  const [captcha] = useState(() => captchaOf(place));
  const [button] = useState(() => form.querySelector('input[type="submit"]'));
  const [wasHidden] = useState(view.hidden);
  const [errorId] = useState(nextErrorId);
  /** Null before the first attempt. */
  const [said, say] = useState<string | null>(null);
  /** Undefined before the first sign-up. */
  const [isSending, setSending] = useState<boolean>();
  const [isSignedUp, setSignedUp] = useState(false);
  const isBusy = useRef(false);
  const isShown = !(isHidden ?? wasHidden);

  useEffect(() => {
    // Captcha errors are shown when the sign-up is submitted.
    if (isShown) void captcha?.show(view.querySelector(".captcha-container")).catch(() => undefined);
  }, [isShown, captcha, view]);

  const refuse = (text: string): void => {
    say(text);
    email.focus();
  };

  const send = async (): Promise<void> => {
    if (isBusy.current) return;
    say("");
    const address = email.value.trim();
    if (address === "") return refuse(blankEmail);
    if (!isEmail(address)) return refuse(invalidEmail);
    isBusy.current = true;
    setSending(true);
    const refusal = await signUp({ place, view, email: address, captcha });
    isBusy.current = false;
    setSending(false);
    if (refusal === null) setSignedUp(true);
    else say(refusal);
  };

  const shown = <Existing element={view} hidden={isHidden} />;
  if (isSignedUp) {
    return (
      <>
        {shown}
        <Success view={view} text={place.dataset.successText ?? usualSuccess} />
      </>
    );
  }
  return (
    <>
      {shown}
      <Existing
        element={form}
        novalidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      />
      <Existing
        element={email}
        type="email"
        autocomplete="email"
        aria-label={email.placeholder}
        aria-invalid={said === null ? undefined : said === blankEmail || said === invalidEmail}
        aria-describedby={said === null ? undefined : said === "" ? null : errorId}
      />
      <Inserted name="p" after={form} class="stoa-restock__error" role="alert" id={errorId}>
        {said}
      </Inserted>
      {button === null ? null : <Existing element={button} aria-disabled={isSending} />}
    </>
  );
}
