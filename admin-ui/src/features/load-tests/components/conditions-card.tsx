import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import CheckCircle from "@mui/icons-material/CheckCircle";
import ErrorOutline from "@mui/icons-material/ErrorOutlineOutlined";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { LoadTests } from "../api";

interface ConditionProps {
  holds: boolean;
  /** What is true, or has to be done. */
  text: string;
  /** The screen on which it is done. */
  to: string;
  toLabel: string;
}

function Condition({ holds, text, to, toLabel }: ConditionProps) {
  return (
    <Stack component="li" direction="row" sx={{ gap: 1.5, alignItems: "flex-start" }}>
      {holds ? (
        <CheckCircle
          color="success"
          fontSize="small"
          titleAccess={t({ message: "Fulfilled", context: "a condition" })}
        />
      ) : (
        <ErrorOutline color="error" fontSize="small" titleAccess={t({ message: "Not yet", context: "a condition" })} />
      )}
      <Stack sx={{ gap: 0.5, minWidth: 0, alignItems: "flex-start" }}>
        <Typography variant="body2">{text}</Typography>
        {!holds && (
          <Button size="small" component={Link} to={to} sx={{ ml: -0.75 }}>
            {toLabel}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}

/** What has to be true before a run starts. */
export function ConditionsCard({ tests }: { tests: LoadTests }) {
  const website = useWebsite();
  const { paymentInTestMode, openToVisitors, paymentMethods } = tests;
  const payments = paymentInTestMode
    ? t`Runs can pay: a payment method is in test mode.`
    : paymentMethods.length === 0
      ? t`No payment method is on. Switch on one, in test mode.`
      : t`Payments are not in test mode. Switch it on, or a run is refused.`;
  return (
    <Card title={t`Requirements`}>
      <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0, pt: 1, gap: 2 }}>
        <Condition
          holds={paymentInTestMode}
          text={payments}
          to={`/sites/${website.id}/payments`}
          toLabel={t`Open the payment settings`}
        />
        <Condition
          holds={openToVisitors}
          text={
            openToVisitors
              ? t`Visitors see the site without a password.`
              : t`Visitors do not see the site: it has a password, is on trial or is closed.`
          }
          to={`/sites/${website.id}/settings`}
          toLabel={t`Open the settings`}
        />
      </Stack>
    </Card>
  );
}

/** What is suppressed and marked in a run. */
export function EffectsCard() {
  const effects = [
    t`Orders are test orders: no money is taken.`,
    t`E-mail addresses of a run end in .invalid, and nothing is sent to them. You get no notices about its orders either.`,
    t`Webhooks, plugins and cart reminders are not told of anything it makes.`,
    t`Its visits and orders are left out of reports.`,
    t`Everything it makes carries its name, and can be removed as a whole: stock and uses of discount codes are given back.`,
    t`It takes stock while it is on. Where visitors buy at the same time, they may find a product sold out.`,
  ];
  return (
    <Card title={t`What a run does`}>
      <Stack component="ul" sx={{ m: 0, pl: 2.5, pt: 1, gap: 0.75 }}>
        {effects.map((effect) => (
          <Typography component="li" variant="body2" key={effect}>
            {effect}
          </Typography>
        ))}
      </Stack>
    </Card>
  );
}
