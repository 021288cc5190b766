import { useAskForAccountMutation } from "../api";
import { LetterPage } from "../components/letter-page";

/** Asks for a letter with a link to make an account. */
export function SignUpPage() {
  const [ask, outcome] = useAskForAccountMutation();
  return (
    <LetterPage
      title="New account"
      heading="Make an account"
      promise="You get a letter with a link, so that we know that the address is yours."
      asked="A letter is on its way to you. Open its link within a day to choose a password and begin your site."
      ask={ask}
      outcome={outcome}
    />
  );
}
