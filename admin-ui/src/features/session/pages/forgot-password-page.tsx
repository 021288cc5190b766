import { useForgetPasswordMutation } from "../api";
import { LetterPage } from "../components/letter-page";

/** Asks for a letter with a link to choose a new password. */
export function ForgotPasswordPage() {
  const [forget, outcome] = useForgetPasswordMutation();
  return (
    <LetterPage
      title="Forgotten password"
      heading="Forgotten your password?"
      promise="You get a letter with a link to choose a new one."
      asked="If there is an account with this address, a letter is on its way. Its link works once, for an hour."
      ask={forget}
      outcome={outcome}
    />
  );
}
