import { plural, t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { formatMoment } from "@/shared/i18n/format";
import { Card } from "@/shared/ui/card";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useDropSecondFactorMutation,
  useGetSecondFactorQuery,
  useRenewRecoveryCodesMutation,
  type SecondFactor,
} from "../api";
import { ProofDialog } from "./proof-dialog";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import { SetUpDialog } from "./set-up-dialog";

/** Status of two-step sign-in, with buttons to turn it on and off. */
export function SecondFactorCard() {
  const factor = useGetSecondFactorQuery(undefined, { refetchOnMountOrArgChange: true });
  const isOn = factor.data?.since != null;
  return (
    <Card
      title={t`Two-step sign-in`}
      action={
        factor.data && (
          <Chip size="small" variant="soft" color={isOn ? "success" : "default"} label={isOn ? t`On` : t`Off`} />
        )
      }
    >
      {factor.isError && <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />}
      {factor.isLoading && <LoadingRows rows={2} />}
      {factor.data && <Settings factor={factor.data} />}
    </Card>
  );
}

function Settings({ factor }: { factor: SecondFactor }) {
  const toast = useToast();
  const [open, setOpen] = useState<"set-up" | "off" | "codes" | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [drop] = useDropSecondFactorMutation();
  const [renew] = useRenewRecoveryCodesMutation();
  const close = () => setOpen(null);
  const show = (fresh: string[]) => {
    setOpen(null);
    setCodes(fresh);
  };
  return (
    <Stack sx={{ gap: 2, alignItems: "flex-start" }}>
      {factor.since == null ? (
        <>
          <Typography variant="body2" color="textSecondary">
            {t`After your password, you enter a code from an app on your phone. Someone who only knows your password cannot sign in.`}
          </Typography>
          <Button variant="contained" onClick={() => setOpen("set-up")}>
            {t`Set up`}
          </Button>
        </>
      ) : (
        <>
          <Typography variant="body2" color="textSecondary">
            {plural(
              { recoveryCodes: factor.recoveryCodes },
              {
                one: `On since ${{ moment: formatMoment(factor.since) }}. You have # recovery code left in case you lose your app.`,
                other: `On since ${{ moment: formatMoment(factor.since) }}. You have # recovery codes left in case you lose your app.`,
              },
            )}
          </Typography>
          <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
            <Button variant="outlined" color="inherit" onClick={() => setOpen("codes")}>
              {t`New recovery codes`}
            </Button>
            <Button color="error" onClick={() => setOpen("off")}>
              {t`Turn off`}
            </Button>
          </Stack>
        </>
      )}
      {open === "set-up" && <SetUpDialog onDone={show} onClose={close} />}
      {open === "codes" && (
        <ProofDialog
          title={t`New recovery codes`}
          intro={t`Your current codes stop working.`}
          submitLabel={t`Create new codes`}
          onProof={async (proof) => show((await renew(proof).unwrap()).recoveryCodes)}
          onClose={close}
        />
      )}
      {open === "off" && (
        <ProofDialog
          title={t`Turn two-step sign-in off?`}
          intro={t`After that, your password alone is enough to sign in.`}
          submitLabel={t`Turn off`}
          tone="error"
          onProof={async (proof) => {
            await drop(proof).unwrap();
            toast.success(t`Two-step sign-in is off`);
            close();
          }}
          onClose={close}
        />
      )}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Stack>
  );
}
