import { useLayoutEffect, useRef, useState } from "react";
import { failureText } from "@/shared/api/failure-text";
import type { Account } from "@/shared/api/types";
import { navigation } from "@/shared/page/navigation";
import { Alert } from "@/shared/react/alert";
import { textOf } from "@/shared/text/messages";
import { EmailField, NameFields, NewPasswordField, PasswordField } from "./account-fields";
import { AccountForm } from "./account-form";
import {
  requestEmailChange,
  requestVerification,
  changePassword,
  eraseAccount,
  exportUrl,
  saveProfile,
  signOutEverywhere,
} from "./api";

/** Account details and actions. */
export function Overview({ account }: { account: Account }) {
  return (
    <>
      {account.emailVerified ? null : <Unconfirmed email={account.email} />}
      <ProfileSection account={account} />
      <EmailSection />
      <PasswordSection />
      <SessionsSection />
      <DataSection isConfirmed={account.emailVerified} />
    </>
  );
}

function Unconfirmed({ email }: { email: string }) {
  const [message, setMessage] = useState<string | null>(null);
  const ask = async (): Promise<void> => {
    const result = await requestVerification();
    setMessage(result.ok ? textOf("account.confirmationSent") : failureText(result.failure));
  };
  return (
    <Alert kind="info" title={textOf("account.confirmEmail")}>
      <p>{textOf("account.linkSent", { email })}</p>
      <button type="button" className="stoa-button stoa-button--secondary" onClick={() => void ask()}>
        {textOf("account.resend")}
      </button>
      {message === null ? null : <p>{message}</p>}
    </Alert>
  );
}

function ProfileSection({ account }: { account: Account }) {
  const [names, setNames] = useState({ firstName: account.firstName, lastName: account.lastName });
  const [mailConsent, setConsent] = useState(account.mailConsent);
  const [isSaved, setSaved] = useState(false);
  const consent = account.emailVerified ? { mailConsent } : {};
  return (
    <section aria-labelledby="profile-title">
      <h2 id="profile-title">{textOf("account.details")}</h2>
      <p>{account.email}</p>
      <AccountForm
        label={textOf("account.saveDetails")}
        name={textOf("account.details")}
        onStart={() => setSaved(false)}
        send={() => saveProfile({ ...names, ...consent })}
        onDone={() => setSaved(true)}
      >
        {(errors) => (
          <>
            <NameFields names={names} errors={errors} onChange={(part) => setNames({ ...names, ...part })} />
            <label className="stoa-choice">
              <input
                type="checkbox"
                checked={mailConsent}
                disabled={!account.emailVerified}
                onChange={(event) => setConsent(event.target.checked)}
              />{" "}
              <span>{textOf("account.consent")}</span>
            </label>
          </>
        )}
      </AccountForm>
      {isSaved ? <Alert kind="success">{textOf("account.detailsSaved")}</Alert> : null}
    </section>
  );
}

function EmailSection() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const done = (): void => {
    setSentTo(email);
    setEmail("");
    setPassword("");
  };
  return (
    <section aria-labelledby="email-title">
      <h2 id="email-title">{textOf("account.emailAddress")}</h2>
      <AccountForm
        label={textOf("account.changeEmail")}
        name={textOf("account.changeEmail")}
        onStart={() => setSentTo(null)}
        send={() => requestEmailChange(email, password)}
        onDone={done}
      >
        {(errors) => (
          <>
            <EmailField label={textOf("account.newEmail")} value={email} error={errors.email} onChange={setEmail} />
            <PasswordField
              label={textOf("account.yourPassword")}
              value={password}
              error={errors.password}
              onChange={setPassword}
            />
          </>
        )}
      </AccountForm>
      {sentTo === null ? null : <Alert kind="success">{textOf("account.emailChangeSent", { email: sentTo })}</Alert>}
    </section>
  );
}

function PasswordSection() {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [isSaved, setSaved] = useState(false);
  const done = (): void => {
    setCurrent("");
    setNext("");
    setSaved(true);
  };
  return (
    <section aria-labelledby="password-title">
      <h2 id="password-title">{textOf("account.password")}</h2>
      <AccountForm
        label={textOf("account.changePassword")}
        name={textOf("account.changePassword")}
        onStart={() => setSaved(false)}
        send={() => changePassword(current, next)}
        onDone={done}
      >
        {(errors) => (
          <>
            <PasswordField
              label={textOf("account.currentPassword")}
              value={current}
              error={errors.currentPassword}
              onChange={setCurrent}
            />
            <NewPasswordField
              label={textOf("account.newPassword")}
              value={next}
              error={errors.newPassword}
              onChange={setNext}
            />
          </>
        )}
      </AccountForm>
      {isSaved ? <Alert kind="success">{textOf("account.passwordChanged")}</Alert> : null}
    </section>
  );
}

function SessionsSection() {
  const [trouble, setTrouble] = useState<string | null>(null);
  const leave = async (): Promise<void> => {
    const result = await signOutEverywhere();
    if (result.ok) navigation.go("/account/sign-in");
    else setTrouble(failureText(result.failure));
  };
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">{textOf("account.devices")}</h2>
      <p>{textOf("account.devicesText")}</p>
      {trouble === null ? null : <Alert kind="error">{trouble}</Alert>}
      <button type="button" className="stoa-button stoa-button--secondary" onClick={() => void leave()}>
        {textOf("account.signOutEverywhere")}
      </button>
    </section>
  );
}

function DataSection({ isConfirmed }: { isConfirmed: boolean }) {
  const [password, setPassword] = useState("");
  const [isOpen, setOpen] = useState(false);
  const warning = useRef<HTMLParagraphElement>(null);
  // The button that opens the form is unmounted, so the focus must be moved.
  useLayoutEffect(() => {
    if (isOpen) warning.current?.focus();
  }, [isOpen]);
  if (!isConfirmed) return null;
  return (
    <section aria-labelledby="data-title">
      <h2 id="data-title">{textOf("account.data")}</h2>
      <p>
        <a href={exportUrl} download>
          {textOf("account.downloadData")}
        </a>
      </p>
      {isOpen ? (
        <>
          <p ref={warning} tabIndex={-1}>
            {textOf("account.deleteWarning")}
          </p>
          <AccountForm
            label={textOf("account.deletePermanently")}
            name={textOf("account.deleteAccount")}
            send={() => eraseAccount(password)}
            onDone={() => navigation.go("/")}
          >
            {(errors) => <PasswordField value={password} error={errors.password} onChange={setPassword} />}
          </AccountForm>
        </>
      ) : (
        <button type="button" className="stoa-button stoa-button--secondary" onClick={() => setOpen(true)}>
          {textOf("account.deleteAccount")}
        </button>
      )}
    </section>
  );
}
