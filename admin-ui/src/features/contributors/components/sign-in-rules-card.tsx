import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatCount } from "@/shared/i18n/format";
import { useAccount, useMay, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { useToast } from "@/shared/ui/toast";
import { useSetSignInRulesMutation, type Contributors } from "../api";

/** Whether everybody who works on the site needs two-step sign-in. */
export function SignInRulesCard({ people }: { people: Contributors }) {
  const website = useWebsite();
  const account = useAccount();
  const toast = useToast();
  const mayChange = useMay("contributors", "write");
  const [save] = useSetSignInRulesMutation();
  const isRequired = people.secondFactorRequired;
  const without = people.contributors.filter((person) => !person.hasSecondFactor).length;
  const change = async (secondFactorRequired: boolean) => {
    await save({ websiteId: website.id, secondFactorRequired }).unwrap();
    toast.say(secondFactorRequired ? "Everybody needs two-step sign-in" : "Two-step sign-in is up to each person");
  };
  return (
    <Card
      title="Two-step sign-in"
      action={
        <Chip
          size="small"
          variant="soft"
          color={isRequired ? "success" : "default"}
          label={isRequired ? "Required" : "Up to each person"}
        />
      }
    >
      <Stack sx={{ gap: 2, alignItems: "flex-start" }}>
        <Typography variant="body2" color="textSecondary">
          {isRequired
            ? "Who works on this site enters a code of an app after the password. Who has no app yet is asked to set one up first."
            : "Ask everybody who works on this site for a code of an app after the password. A password that was found out opens nothing then."}
        </Typography>
        {mayChange && !isRequired && account?.hasSecondFactor !== true && (
          <Typography variant="body2">Set up two-step sign-in for your own account first.</Typography>
        )}
        {mayChange && !isRequired && account?.hasSecondFactor === true && (
          <ConfirmAction
            label="Require it"
            button={{ variant: "outlined", color: "inherit" }}
            question="Require two-step sign-in of everybody?"
            consequence={
              without === 0
                ? "Everybody who works on this site has set it up already."
                : `${formatCount(without, "person has", "people have")} not set it up. They can go on here once they have.`
            }
            confirmLabel="Require it"
            onConfirm={() => change(true)}
          />
        )}
        {mayChange && isRequired && (
          <ConfirmAction
            label="Require it no longer"
            button={{ color: "error" }}
            question="Leave two-step sign-in up to each person?"
            consequence="A password alone opens this site then, for everybody who turns two-step sign-in off."
            confirmLabel="Require it no longer"
            tone="error"
            onConfirm={() => change(false)}
          />
        )}
      </Stack>
    </Card>
  );
}
