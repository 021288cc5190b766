import { t } from "@lingui/core/macro";
import Typography from "@mui/material/Typography";
import { useGetSignUpLinkQuery, useMakeAccountMutation, type SignUpLink } from "../api";
import { AccountForm } from "../components/account-form";
import { LinkPage, useLinkToken } from "../components/link-page";

/** Target of the link in a sign-up e-mail. */
export function WelcomePage() {
  const token = useLinkToken();
  const link = useGetSignUpLinkQuery({ token });
  return (
    <LinkPage title={t`Welcome`} link={link}>
      {(found) => <Welcome token={token} link={found} />}
    </LinkPage>
  );
}

function Welcome({ token, link }: { token: string; link: SignUpLink }) {
  const [make, { isLoading }] = useMakeAccountMutation();
  const email = link.email ?? null;
  return (
    <>
      <Typography variant="h1" gutterBottom>
        {t`Welcome`}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
        {email === null
          ? t`This creates the first account. It can create sites and invite others.`
          : t`Your account, ${email}.`}
      </Typography>
      <AccountForm
        email={email}
        label={t`Create account`}
        make={(account) => make({ token, ...account })}
        isMaking={isLoading}
        goal="/new-site"
      />
    </>
  );
}
