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
      header: "Device",
      main: true,
      cell: (signIn) => (
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
          {deviceName(signIn.userAgent)}
          {signIn.isCurrent && <Chip size="small" variant="soft" color="success" label="This device" />}
        </Stack>
      ),
    },
    { id: "since", header: "Signed in", cell: (signIn) => formatMoment(signIn.createdOn) },
    { id: "used", header: "Last used", cell: (signIn) => formatAge(signIn.usedOn) },
    {
      id: "actions",
      header: "",
      align: "right",
      phone: "end",
      cell: (signIn) =>
        !signIn.isCurrent && (
          <ConfirmAction
            label="Sign out"
            button={{ size: "small", color: "inherit", "aria-label": `Sign out ${deviceName(signIn.userAgent)}` }}
            question="Sign this device out?"
            consequence="Anyone using it has to sign in again."
            confirmLabel="Sign out"
            onConfirm={async () => {
              await end({ signInId: signIn.id }).unwrap();
              toast.success("Signed out");
            }}
          />
        ),
    },
  ];
  return (
    <Card
      title="Where you are signed in"
      flush
      action={
        rows.length > 1 && (
          <ConfirmAction
            label="Sign out all others"
            button={{ size: "small", color: "inherit" }}
            question="Sign out all other devices?"
            consequence="Anyone using them has to sign in again. You stay signed in here."
            confirmLabel="Sign out"
            onConfirm={async () => {
              await endOthers(undefined).unwrap();
              toast.success("All other devices are signed out");
            }}
          />
        )
      }
    >
      {signIns.isError && <ErrorState error={signIns.error} onRetry={() => void signIns.refetch()} />}
      {signIns.isLoading && <LoadingRows rows={2} />}
      {signIns.data && (
        <DataTable label="Where you are signed in" columns={columns} rows={rows} keyOf={(signIn) => signIn.id} />
      )}
    </Card>
  );
}
