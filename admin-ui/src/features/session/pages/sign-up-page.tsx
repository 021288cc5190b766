import Typography from "@mui/material/Typography";
import { Navigate } from "react-router";
import { useAskForAccountMutation, useGetSignUpQuery } from "../api";
import { BackToSignIn } from "../components/back-to-sign-in";
import { LetterPage } from "../components/letter-page";
import { NarrowPage } from "../components/narrow-page";

const title = "New account";

/** Asks for a letter with a link to make an account, where people can make accounts by themselves. */
export function SignUpPage() {
  const { data, isLoading } = useGetSignUpQuery(null);
  const [ask, outcome] = useAskForAccountMutation();
  if (isLoading) {
    return (
      <NarrowPage title={title}>
        <Typography role="status">One moment…</Typography>
      </NarrowPage>
    );
  }
  if (data?.state === "first") return <Navigate to="/sign-in" replace />;
  if (data?.state === "closed") return <ByInvitation />;
  return (
    <LetterPage
      title={title}
      heading="Make an account"
      promise="You get a letter with a link, so that we know that the address is yours."
      asked="A letter is on its way to you. Open its link within a day to choose a password and begin your site."
      ask={ask}
      outcome={outcome}
    />
  );
}

function ByInvitation() {
  return (
    <NarrowPage title={title}>
      <Typography variant="h1" gutterBottom>
        By invitation only
      </Typography>
      <Typography variant="body2" color="textSecondary">
        Nobody makes an account alone here. Ask somebody who works on the site to invite you.
      </Typography>
      <BackToSignIn />
    </NarrowPage>
  );
}
