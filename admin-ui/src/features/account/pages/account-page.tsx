import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useAccount } from "@/shared/session/hooks";
import { Page } from "@/shared/ui/page";
import { LanguageCard } from "../components/language-card";
import { PasswordCard } from "../components/password-card";
import { SecondFactorCard } from "../components/second-factor-card";
import { SignInsCard } from "../components/sign-ins-card";

/** The user's own account: password, two-step sign-in, sessions and language. */
export function AccountPage() {
  const account = useAccount();
  if (account === null) return null;
  return (
    <Box component="main" sx={{ minHeight: "100vh", bgcolor: "background.default" }}>
      <Page
        title={t`Your account`}
        description={account.email}
        back={{ to: "/", label: t`Back to your sites` }}
        width="narrow"
      >
        <Stack sx={{ gap: 3 }}>
          <PasswordCard email={account.email} />
          <SecondFactorCard />
          <SignInsCard />
          <LanguageCard />
        </Stack>
      </Page>
    </Box>
  );
}
