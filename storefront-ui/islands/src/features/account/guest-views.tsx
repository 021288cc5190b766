import { useEffect, useRef, useState } from "react";
import { failureText } from "@/shared/api/failure-text";
import type { Result } from "@/shared/api/send";
import { navigation } from "@/shared/page/navigation";
import { tellVisit } from "@/shared/page/visitor-event";
import { FocusedAlert } from "@/shared/react/focused-alert";
import { textOf } from "@/shared/text/messages";
import { EmailField, NameFields, NewPasswordField, PasswordField, emailErrors } from "./account-fields";
import { AccountForm } from "./account-form";
import { requestPasswordReset, register, resetPassword, signIn, verifyEmail } from "./api";
import { addressAfterSignIn, tokenOf } from "./views";

const query = (): string => window.location.search;

/** Entries of the browser's cart that could not be merged. */
function CartNotices({ notices }: { notices: string[] }) {
  if (notices.length === 0) return null;
  return (
    <ul>
      {notices.map((notice) => (
        <li key={notice}>{notice}</li>
      ))}
    </ul>
  );
}

/** Signs in and continues; notices about the cart are shown first. */
export function SignIn() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [remember, setRemember] = useState(false);
  const [notices, setNotices] = useState<string[]>([]);
  const next = addressAfterSignIn(query());

  if (notices.length > 0) {
    return (
      <FocusedAlert kind="warning" title={textOf("account.cartMerged")}>
        <CartNotices notices={notices} />
        <p>
          <a href={next}>{textOf("account.continue")}</a>
        </p>
      </FocusedAlert>
    );
  }
  return (
    <section aria-labelledby="sign-in-title">
      <h2 id="sign-in-title">{textOf("account.signIn")}</h2>
      <AccountForm
        label={textOf("account.signIn")}
        name={textOf("account.signIn")}
        check={() => ({
          ...emailErrors(email),
          ...(password === "" ? { password: textOf("account.passwordMissing") } : {}),
        })}
        send={() => signIn(email, password, remember)}
        onDone={(left) => (left.length > 0 ? setNotices(left) : navigation.go(next))}
      >
        {(errors) => (
          <>
            <EmailField value={email} error={errors.email} onChange={setEmail} />
            <PasswordField value={password} error={errors.password} onChange={setPassword} />
            <label className="stoa-choice">
              <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />{" "}
              <span>{textOf("account.keepSignedIn")}</span>
            </label>
          </>
        )}
      </AccountForm>
      <p>
        <a href="/account/forgot">{textOf("account.forgotQuestion")}</a>
      </p>
      <p>
        <a href={`/account/register${query()}`}>{textOf("account.createAccount")}</a>
      </p>
    </section>
  );
}

/** Creates an account and signs in. An address that already has one gets the same response, and an e-mail instead. */
export function Register() {
  const [account, setAccount] = useState({ email: "", password: "", firstName: "", lastName: "" });
  const [isWritten, setWritten] = useState(false);
  const change = (part: Partial<typeof account>): void => setAccount({ ...account, ...part });
  const send = async (): Promise<Result<{ isSignedIn: boolean }>> => {
    const made = await register(account);
    if (!made.ok) return made;
    const entered = await signIn(account.email, account.password, false);
    if (entered.ok) {
      tellVisit("account_creation", {});
      return { ok: true, data: { isSignedIn: true } };
    }
    const isRefused = entered.failure.kind === "refused" && entered.failure.status === 401;
    return isRefused ? { ok: true, data: { isSignedIn: false } } : entered;
  };
  if (isWritten) {
    return (
      <FocusedAlert kind="success" title={textOf("account.checkInbox")}>
        <p>{textOf("account.accessSent", { email: account.email })}</p>
        <p>
          <a href={`/account/sign-in${query()}`}>{textOf("account.signIn")}</a>
        </p>
      </FocusedAlert>
    );
  }
  return (
    <section aria-labelledby="register-title">
      <h2 id="register-title">{textOf("account.createAccount")}</h2>
      <AccountForm
        label={textOf("account.create")}
        name={textOf("account.createAccount")}
        send={send}
        onDone={({ isSignedIn }) => (isSignedIn ? navigation.go(addressAfterSignIn(query())) : setWritten(true))}
      >
        {(errors) => (
          <>
            <NameFields names={account} errors={errors} onChange={change} />
            <EmailField value={account.email} error={errors.email} onChange={(email) => change({ email })} />
            <NewPasswordField
              label={textOf("account.password")}
              value={account.password}
              error={errors.password}
              onChange={(password) => change({ password })}
            />
          </>
        )}
      </AccountForm>
      <p>
        <a href={`/account/sign-in${query()}`}>{textOf("account.haveAccount")}</a>
      </p>
    </section>
  );
}

/** Requests a reset e-mail; the response does not reveal which addresses have accounts. */
export function ForgotPassword() {
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  if (isSent) {
    return (
      <FocusedAlert kind="success" title={textOf("account.checkInbox")}>
        {textOf("account.resetSent")}
      </FocusedAlert>
    );
  }
  return (
    <section aria-labelledby="forgot-title">
      <h2 id="forgot-title">{textOf("account.forgotQuestion")}</h2>
      <AccountForm
        label={textOf("account.sendLink")}
        name={textOf("account.forgot")}
        check={() => emailErrors(email)}
        send={() => requestPasswordReset(email)}
        onDone={() => setSent(true)}
      >
        {(errors) => <EmailField value={email} error={errors.email} onChange={setEmail} />}
      </AccountForm>
    </section>
  );
}

/** Sets a new password with the token from an e-mail. */
export function ResetPassword() {
  const [token] = useState(() => tokenOf(window.location.hash));
  const [password, setPassword] = useState("");
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <FocusedAlert kind="success" title={textOf("account.passwordSet")}>
        <p>
          <a href="/account/sign-in">{textOf("account.signIn")}</a>
        </p>
      </FocusedAlert>
    );
  }
  return (
    <section aria-labelledby="reset-title">
      <h2 id="reset-title">{textOf("account.choosePassword")}</h2>
      <AccountForm
        label={textOf("account.savePassword")}
        name={textOf("account.choosePassword")}
        send={() => resetPassword(token, password)}
        onDone={() => setDone(true)}
      >
        {(errors) => (
          <NewPasswordField
            label={textOf("account.newPassword")}
            value={password}
            error={errors.password}
            onChange={setPassword}
          />
        )}
      </AccountForm>
      <p>
        <a href="/account/forgot">{textOf("account.sendAnother")}</a>
      </p>
    </section>
  );
}

/** Confirms an address with the token from an e-mail, once; requires signing in to that account first. */
export function VerifyEmail() {
  const [state, setState] = useState<"asking" | "done" | { signIn: string } | { trouble: string }>("asking");
  const [account, setAccount] = useState({ email: "", password: "" });
  const [notices, setNotices] = useState<string[]>([]);
  const [token] = useState(() => tokenOf(window.location.hash));
  const hasBegun = useRef(false);
  const confirm = async (): Promise<void> => {
    const result = await verifyEmail(token);
    if (result.ok) setState("done");
    else if (result.failure.kind === "refused" && result.failure.status === 401)
      setState({ signIn: failureText(result.failure) });
    else setState({ trouble: failureText(result.failure) });
  };
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void confirm();
  });
  if (state === "asking") return <p role="status">{textOf("account.oneMoment")}</p>;
  if (state === "done") {
    return (
      <FocusedAlert kind="success" title={textOf("account.emailConfirmed")}>
        <CartNotices notices={notices} />
        <p>
          <a href="/account">{textOf("account.goToAccount")}</a>
        </p>
      </FocusedAlert>
    );
  }
  if ("signIn" in state) {
    return (
      <section aria-labelledby="confirm-title">
        <h2 id="confirm-title">{textOf("account.confirmEmail")}</h2>
        <p role="status">{state.signIn}</p>
        <AccountForm
          label={textOf("account.signInAndConfirm")}
          name={textOf("account.signIn")}
          check={() => ({
            ...emailErrors(account.email),
            ...(account.password === "" ? { password: textOf("account.passwordMissing") } : {}),
          })}
          send={() => signIn(account.email, account.password, false)}
          onDone={(left) => {
            setNotices(left);
            void confirm();
          }}
        >
          {(errors) => (
            <>
              <EmailField
                value={account.email}
                error={errors.email}
                onChange={(email) => setAccount({ ...account, email })}
              />
              <PasswordField
                value={account.password}
                error={errors.password}
                onChange={(password) => setAccount({ ...account, password })}
              />
            </>
          )}
        </AccountForm>
        <p>{textOf("account.notYours")}</p>
        <p>
          <a href="/account/forgot">{textOf("account.forgotQuestion")}</a>
        </p>
      </section>
    );
  }
  return (
    <FocusedAlert kind="error" title={textOf("account.emailNotConfirmed")}>
      <p>{state.trouble}</p>
      <p>
        <a href="/account">{textOf("account.goToAccount")}</a>
      </p>
    </FocusedAlert>
  );
}
