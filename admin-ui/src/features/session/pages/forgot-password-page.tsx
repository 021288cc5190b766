import { useForgetPasswordMutation } from "../api";
import { RequestEmailPage } from "../components/request-email-page";

/** Requests an e-mail with a link to reset the password. */
export function ForgotPasswordPage() {
  const [forget, outcome] = useForgetPasswordMutation();
  return (
    <RequestEmailPage
      title="Forgot password"
      heading="Forgot your password?"
      promise="We send you an e-mail with a link to choose a new one."
      asked="If there is an account with this address, we have sent it an e-mail. The link works once, for an hour."
      ask={forget}
      outcome={outcome}
    />
  );
}
