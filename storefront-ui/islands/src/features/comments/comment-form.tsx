import { useLayoutEffect, useRef, useState } from "react";
import { useCaptcha } from "@/shared/captcha/use-captcha";
import { signInAddress } from "@/shared/page/sign-in";
import { Existing, Inserted } from "@/shared/react/existing";
import { usePageSelector } from "@/shared/react/page";
import { textOf } from "@/shared/text/messages";
import type { Comment, FieldErrors, Outcome } from "./sending";

type Control = HTMLInputElement | HTMLTextAreaElement;

const noErrors: FieldErrors = {};

function control(form: HTMLFormElement, name: string): Control | null {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found : null;
}

function partsOf(form: HTMLFormElement) {
  return {
    fields: ["author", "email", "text"].flatMap((name) => control(form, name) ?? []),
    lead: form.querySelector("[data-comment-lead]"),
    status: form.querySelector("[data-comment-status]"),
    captcha: form.querySelector<HTMLElement>("[data-comment-captcha]"),
    button: form.querySelector("button[type=submit]"),
  };
}

interface CommentFieldProps {
  control: Control;
  error: string | undefined;
  /** The account's value is used instead. */
  isOfAccount: boolean;
}

function CommentField({ control, error, isOfAccount }: CommentFieldProps) {
  const [field] = useState(() => control.closest(".stoa-field"));
  const errorId = `${control.id}-error`;
  const isWrong = error !== undefined || undefined;
  return (
    <>
      <Existing
        element={control}
        aria-invalid={isWrong}
        aria-describedby={isWrong && errorId}
        required={isOfAccount ? null : undefined}
      />
      {error === undefined ? null : (
        <Inserted name="p" after={control} class="stoa-field__error" id={errorId}>
          {error}
        </Inserted>
      )}
      {field === null ? null : <Existing element={field} hidden={isOfAccount || undefined} />}
    </>
  );
}

interface Notice {
  kind: "success" | "error";
  text: string;
  asksSignIn?: boolean;
}

/** The comment that the form replies to. */
export interface Reply {
  id: string;
  /** The form follows it. */
  bar: Element;
}

interface CommentFormProps {
  form: HTMLFormElement;
  /** Where the form is at the end while it replies to none. */
  place: Element;
  targetId: string;
  reply: Reply | null;
  onCancel: () => void;
  /** The comment is on the page now. */
  onPost: (comment: Comment) => void;
}

/** The form for a comment or a reply, laid over the server's. */
export function CommentForm({ form, place, targetId, reply, onCancel, onPost }: CommentFormProps) {
  const [parts] = useState(() => partsOf(form));
  const isSignedIn = usePageSelector((state) => state.siteUser?.authenticated === true);
  const [errors, setErrors] = useState(noErrors);
  /** Undefined before the first submission. */
  const [notice, setNotice] = useState<Notice | null>();
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const touchedAt = useRef<number | null>(null);
  const captcha = useCaptcha(form, parts.captcha);

  useLayoutEffect(() => {
    if (reply === null) return undefined;
    const parent = control(form, "parentId");
    const answer = (id: string): void => {
      if (parent !== null) parent.value = id;
    };
    answer(reply.id);
    reply.bar.after(form);
    control(form, "text")?.focus();
    return () => {
      answer("");
      place.append(form);
    };
  }, [form, place, reply]);

  useLayoutEffect(() => {
    parts.fields.find(({ name }) => errors[name] !== undefined)?.focus();
  }, [parts, errors]);

  const value = (name: string): string => control(form, name)?.value ?? "";
  const send = async (): Promise<Outcome> => {
    const draft = {
      targetId,
      parentId: value("parentId") === "" ? null : value("parentId"),
      author: value("author"),
      email: value("email"),
      text: value("text"),
      websiteAddress: value("websiteAddress"),
      filledInMs: touchedAt.current === null ? null : Date.now() - touchedAt.current,
    };
    const sending = await loadSending().catch(() => null);
    return sending === null
      ? { errors: noErrors, text: textOf("common.offline"), asksSignIn: false }
      : sending.sendComment(draft, captcha);
  };

  const show = (outcome: Outcome): void => {
    if ("errors" in outcome) {
      setErrors(outcome.errors);
      if (parts.fields.some(({ name }) => outcome.errors[name] !== undefined)) return;
      setNotice({ kind: "error", text: outcome.text, asksSignIn: outcome.asksSignIn });
      return;
    }
    clear(control(form, "text"));
    touchedAt.current = null;
    if (outcome.approved) onPost(outcome.comment);
    setNotice({ kind: "success", text: outcome.approved ? textOf("comments.posted") : textOf("comments.waiting") });
  };

  const submit = async (): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setErrors(noErrors);
    setNotice(null);
    setBusy(true);
    show(await send());
    setBusy(false);
    isSending.current = false;
  };

  return (
    <>
      <Existing
        element={form}
        onFocusin={() => void loadSending().catch(() => undefined)}
        onInput={() => {
          touchedAt.current ??= Date.now();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      />
      {parts.fields.map((field) => (
        <CommentField
          key={field.name}
          control={field}
          error={errors[field.name]}
          isOfAccount={isSignedIn && field.name !== "text"}
        />
      ))}
      {parts.lead === null ? null : (
        <Existing element={parts.lead}>
          {reply === null ? undefined : (
            <>
              {textOf("comments.replyTo")}{" "}
              <button type="button" onClick={onCancel}>
                {textOf("comments.cancel")}
              </button>
            </>
          )}
        </Existing>
      )}
      {parts.status === null ? null : (
        <Existing element={parts.status}>{notice ? <Message {...notice} /> : notice}</Existing>
      )}
      {parts.button === null ? null : <Existing element={parts.button} aria-busy={isBusy || undefined} />}
    </>
  );
}

function Message({ kind, text, asksSignIn = false }: Notice) {
  return (
    <p className="stoa-alert" data-kind={kind}>
      {text}
      {asksSignIn ? (
        <>
          {" "}
          <a href={signInAddress()}>{textOf("comments.signIn")}</a>
        </>
      ) : null}
    </p>
  );
}

/** The page holds the values of the controls, so that browsers can restore them. */
function clear(control: Control | null): void {
  if (control !== null) control.value = "";
}

/** What a submission needs. It is loaded when the visitor turns to the form. */
const loadSending = () => import("./sending");
