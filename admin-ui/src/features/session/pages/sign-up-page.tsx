import { t } from "@lingui/core/macro";
import Typography from "@mui/material/Typography";
import { Navigate } from "react-router";
import { useAskForAccountMutation, useGetSignUpQuery } from "../api";
import { BackToSignIn } from "../components/back-to-sign-in";
import { RequestEmailPage } from "../components/request-email-page";
import { NarrowPage } from "../components/narrow-page";

const title = () => t`New account`;

/** Requests an e-mail with a link to create an account, if sign-up is open. */
export function SignUpPage() {
  const { data, isLoading } = useGetSignUpQuery(null);
  const [ask, outcome] = useAskForAccountMutation();
  if (isLoading) {
    return (
      <NarrowPage title={title()}>
        <Typography role="status">{t`Loading…`}</Typography>
      </NarrowPage>
    );
  }
  if (data?.state === "first") return <Navigate to="/sign-in" replace />;
  if (data?.state === "closed") return <ByInvitation />;
  return (
    <RequestEmailPage
      title={title()}
      heading={t`Create an account`}
      promise={t`We send you an e-mail with a link to confirm your address.`}
      asked={t`We have sent you an e-mail. Open its link within a day to choose a password and create your site.`}
      ask={ask}
      outcome={outcome}
    />
  );
}

function ByInvitation() {
  return (
    <NarrowPage title={title()}>
      <Typography variant="h1" gutterBottom>
        {t`By invitation only`}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t`Accounts are by invitation only. Ask a contributor of the site to invite you.`}
      </Typography>
      <BackToSignIn />
    </NarrowPage>
  );
}
