import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { errorText } from "@/shared/i18n/error-text";
import { roleNames } from "@/shared/session/roles";
import { useAcceptInvitationMutation, useGetInvitationQuery, type Invited } from "../api";
import { AccountForm } from "../components/account-form";
import { LinkPage, useLinkToken } from "../components/link-page";

/** Target of the link in an invitation. */
export function InvitationPage() {
  const token = useLinkToken();
  const invited = useGetInvitationQuery({ token });
  return (
    <LinkPage title={t`Invitation`} link={invited}>
      {(found) => <Welcome invited={found} token={token} />}
    </LinkPage>
  );
}

function Welcome({ invited, token }: { invited: Invited; token: string }) {
  return (
    <>
      <Typography variant="h1" gutterBottom>
        {t`Work on ${{ siteTitle: invited.siteTitle }}`}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
        {t`${{ email: invited.email }} is invited as: ${{ roleNames: roleNames(invited.roles) }}.`}
      </Typography>
      {invited.hasAccount ? <AcceptWithAccount token={token} /> : <AcceptForm token={token} email={invited.email} />}
    </>
  );
}

function AcceptWithAccount({ token }: { token: string }) {
  const [accept, outcome] = useAcceptInvitationMutation();
  if (outcome.isSuccess) {
    return (
      <Stack sx={{ gap: 2 }}>
        <Alert severity="success">{t`Invitation accepted. Sign in with your account.`}</Alert>
        <Button component={Link} to="/sign-in" variant="contained" size="large">
          {t`Sign in`}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack sx={{ gap: 2 }}>
      {outcome.isError && <Alert severity="error">{errorText(outcome.error)}</Alert>}
      <Button variant="contained" size="large" loading={outcome.isLoading} onClick={() => void accept({ token })}>
        {t`Accept with my account`}
      </Button>
    </Stack>
  );
}

function AcceptForm({ token, email }: { token: string; email: string }) {
  const [accept, { isLoading }] = useAcceptInvitationMutation();
  return (
    <AccountForm
      email={email}
      label={t`Accept the invitation`}
      make={({ name, password }) => accept({ token, name, password })}
      isMaking={isLoading}
      goal="/"
    />
  );
}
