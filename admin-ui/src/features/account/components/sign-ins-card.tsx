import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import { formatAge, formatMoment } from "@/shared/i18n/format";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useEndOtherSignInsMutation, useEndSignInMutation, useListSignInsQuery, type SignIn } from "../api";
import { deviceName } from "../device-name";

/** The account's sessions; each except the current one can be ended here. */
export function SignInsCard() {
  const toast = useToast();
  const signIns = useListSignInsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [end] = useEndSignInMutation();
  const [endOthers] = useEndOtherSignInsMutation();
  const rows = signIns.data?.signIns ?? [];
  const columns: Column<SignIn>[] = [
    {
      id: "device",
      header: t`Device`,
      main: true,
      cell: (signIn) => (
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
          {deviceName(signIn.userAgent)}
          {signIn.isCurrent && <Chip size="small" variant="soft" color="success" label={t`This device`} />}
        </Stack>
      ),
    },
    { id: "since", header: t`Signed in`, cell: (signIn) => formatMoment(signIn.createdOn) },
    { id: "used", header: t`Last used`, cell: (signIn) => formatAge(signIn.usedOn) },
    {
      id: "actions",
      header: "",
      align: "right",
      phone: "end",
      cell: (signIn) =>
        !signIn.isCurrent && (
          <ConfirmAction
            label={t`Sign out`}
            button={{
              size: "small",
              color: "inherit",
              "aria-label": t`Sign out ${{ deviceName: deviceName(signIn.userAgent) }}`,
            }}
            question={t`Sign this device out?`}
            consequence={t`Anyone using it has to sign in again.`}
            confirmLabel={t`Sign out`}
            onConfirm={async () => {
              await end({ signInId: signIn.id }).unwrap();
              toast.success(t`Signed out`);
            }}
          />
        ),
    },
  ];
  return (
    <Card
      title={t`Where you are signed in`}
      flush
      action={
        rows.length > 1 && (
          <ConfirmAction
            label={t`Sign out all others`}
            button={{ size: "small", color: "inherit" }}
            question={t`Sign out all other devices?`}
            consequence={t`Anyone using them has to sign in again. You stay signed in here.`}
            confirmLabel={t`Sign out`}
            onConfirm={async () => {
              await endOthers(undefined).unwrap();
              toast.success(t`All other devices are signed out`);
            }}
          />
        )
      }
    >
      {signIns.isError && <ErrorState error={signIns.error} onRetry={() => void signIns.refetch()} />}
      {signIns.isLoading && <LoadingRows rows={2} />}
      {signIns.data && (
        <DataTable label={t`Where you are signed in`} columns={columns} rows={rows} keyOf={(signIn) => signIn.id} />
      )}
    </Card>
  );
}
