import { useForgetPasswordMutation } from "../api";
import { RequestEmailPage } from "../components/request-email-page";
import { t } from "@lingui/core/macro";

/** Requests an e-mail with a link to reset the password. */
export function ForgotPasswordPage() {
  const [forget, outcome] = useForgetPasswordMutation();
  return (
    <RequestEmailPage
      title={t`Forgot password`}
      heading={t`Forgot your password?`}
      promise={t`We send you an e-mail with a link to choose a new one.`}
      asked={t`If there is an account with this address, we have sent it an e-mail. The link works once, for an hour.`}
      ask={forget}
      outcome={outcome}
    />
  );
}
