import { useLayoutEffect, useRef, useState } from "react";
import { failureText } from "@/shared/api/failure-text";
import type { Account } from "@/shared/api/types";
import { navigation } from "@/shared/page/navigation";
import { Alert } from "@/shared/react/alert";
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
  const [said, setSaid] = useState<string | null>(null);
  const ask = async (): Promise<void> => {
    const result = await requestVerification();
    setSaid(result.ok ? "The email is on its way. You can request one per minute." : failureText(result.failure));
  };
  return (
    <Alert kind="info" title="Confirm your email address">
      <p>We have sent a link to {email}. Open it to see orders that you placed before you had an account.</p>
      <button type="button" className="stoa-button stoa-button--secondary" onClick={() => void ask()}>
        Resend email
      </button>
      {said === null ? null : <p>{said}</p>}
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
      <h2 id="profile-title">Your details</h2>
      <p>{account.email}</p>
      <AccountForm
        label="Save details"
        name="Your details"
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
              <span>Send me news and offers</span>
            </label>
          </>
        )}
      </AccountForm>
      {isSaved ? <Alert kind="success">Your details are saved.</Alert> : null}
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
      <h2 id="email-title">Email address</h2>
      <AccountForm
        label="Change email address"
        name="Change email address"
        onStart={() => setSentTo(null)}
        send={() => requestEmailChange(email, password)}
        onDone={done}
      >
        {(errors) => (
          <>
            <EmailField label="New email address" value={email} error={errors.email} onChange={setEmail} />
            <PasswordField label="Your password" value={password} error={errors.password} onChange={setPassword} />
          </>
        )}
      </AccountForm>
      {sentTo === null ? null : (
        <Alert kind="success">
          We have sent an email to {sentTo}. Your address changes when you open the link in it.
        </Alert>
      )}
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
      <h2 id="password-title">Password</h2>
      <AccountForm
        label="Change password"
        name="Change password"
        onStart={() => setSaved(false)}
        send={() => changePassword(current, next)}
        onDone={done}
      >
        {(errors) => (
          <>
            <PasswordField
              label="Current password"
              value={current}
              error={errors.currentPassword}
              onChange={setCurrent}
            />
            <NewPasswordField label="New password" value={next} error={errors.newPassword} onChange={setNext} />
          </>
        )}
      </AccountForm>
      {isSaved ? <Alert kind="success">Your password is changed. You are signed out everywhere else.</Alert> : null}
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
      <h2 id="sessions-title">Devices</h2>
      <p>Sign out here and on all other devices.</p>
      {trouble === null ? null : <Alert kind="error">{trouble}</Alert>}
      <button type="button" className="stoa-button stoa-button--secondary" onClick={() => void leave()}>
        Sign out everywhere
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
      <h2 id="data-title">Your data</h2>
      <p>
        <a href={exportUrl} download>
          Download your data
        </a>
      </p>
      {isOpen ? (
        <>
          <p ref={warning} tabIndex={-1}>
            Your account, addresses, carts and messages are deleted immediately. This cannot be undone. Order data that
            we need for our accounting is kept without your name and address.
          </p>
          <AccountForm
            label="Delete permanently"
            name="Delete my account"
            send={() => eraseAccount(password)}
            onDone={() => navigation.go("/")}
          >
            {(errors) => <PasswordField value={password} error={errors.password} onChange={setPassword} />}
          </AccountForm>
        </>
      ) : (
        <button type="button" className="stoa-button stoa-button--secondary" onClick={() => setOpen(true)}>
          Delete my account
        </button>
      )}
    </section>
  );
}
