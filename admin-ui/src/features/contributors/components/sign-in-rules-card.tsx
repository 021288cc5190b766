import { plural, t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useAccount, usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { useToast } from "@/shared/ui/toast";
import { useSetSignInRulesMutation, type Contributors } from "../api";

/** Setting: all contributors need two-step sign-in. */
export function SignInRulesCard({ people }: { people: Contributors }) {
  const website = useWebsite();
  const account = useAccount();
  const toast = useToast();
  const mayChange = usePermission("contributors", "write");
  const [save] = useSetSignInRulesMutation();
  const isRequired = people.secondFactorRequired;
  const without = people.contributors.filter((person) => !person.hasSecondFactor).length;
  const change = async (secondFactorRequired: boolean) => {
    await save({ websiteId: website.id, secondFactorRequired }).unwrap();
    toast.success(
      secondFactorRequired ? t`Two-step sign-in is required for all contributors` : t`Two-step sign-in is optional`,
    );
  };
  return (
    <Card
      title={t`Two-step sign-in`}
      action={
        <Chip
          size="small"
          variant="soft"
          color={isRequired ? "success" : "default"}
          label={isRequired ? t`Required` : t`Optional`}
        />
      }
    >
      <Stack sx={{ gap: 2, alignItems: "flex-start" }}>
        <Typography variant="body2" color="textSecondary">
          {isRequired
            ? t`Contributors sign in with their password and a code from an authenticator app. Those without an app are asked to set one up first.`
            : t`Require all contributors to sign in with their password and a code from an authenticator app, so that a stolen password alone gives no access.`}
        </Typography>
        {mayChange && !isRequired && account?.hasSecondFactor !== true && (
          <Typography variant="body2">{t`Set up two-step sign-in for your own account first.`}</Typography>
        )}
        {mayChange && !isRequired && account?.hasSecondFactor === true && (
          <ConfirmAction
            label={t`Require it`}
            button={{ variant: "outlined", color: "inherit" }}
            question={t`Require two-step sign-in for all contributors?`}
            consequence={
              without === 0
                ? t`All contributors have set it up already.`
                : plural(without, {
                    one: "# contributor has not set it up. They have no access to this site until they do.",
                    other: "# contributors have not set it up. They have no access to this site until they do.",
                  })
            }
            confirmLabel={t`Require it`}
            onConfirm={() => change(true)}
          />
        )}
        {mayChange && isRequired && (
          <ConfirmAction
            label={t`Stop requiring it`}
            button={{ color: "error" }}
            question={t`Make two-step sign-in optional?`}
            consequence={t`Contributors who turn two-step sign-in off can then sign in with a password alone.`}
            confirmLabel={t`Stop requiring it`}
            tone="error"
            onConfirm={() => change(false)}
          />
        )}
      </Stack>
    </Card>
  );
}
