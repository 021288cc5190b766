import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Add from "@mui/icons-material/Add";
import AltRouteOutlined from "@mui/icons-material/AltRouteOutlined";
import { useState } from "react";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useDeleteRedirectMutation, useListRedirectsQuery, type Redirect } from "../api";
import { RedirectDialog } from "../components/redirect-dialog";

export function RedirectsPage() {
  const website = useWebsite();
  const toast = useToast();
  const mayChange = useMay("content", "publish");
  const redirects = useListRedirectsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [remove] = useDeleteRedirectMutation();
  const [open, setOpen] = useState<{ redirect: Redirect | null } | null>(null);
  const columns: Column<Redirect>[] = [
    { id: "source", header: "From", main: true, cell: (redirect) => redirect.source },
    { id: "target", header: "To", breaks: true, cell: (redirect) => redirect.target },
    { id: "kind", header: "How long", phone: "hidden", cell: (redirect) => (redirect.permanent ? "For good (301)" : "For now (302)") },
    { id: "made", header: "Made by", phone: "hidden", cell: (redirect) => (redirect.automatic ? "A page that moved" : "Hand") },
  ];
  if (mayChange) {
    columns.push({
      id: "actions",
      header: "",
      align: "right",
      phone: "end",
      cell: (redirect) => (
        <Stack direction="row" sx={{ gap: 1, justifyContent: "flex-end" }}>
          <Button size="small" color="inherit" aria-label={`Change ${redirect.source}`} onClick={() => setOpen({ redirect })}>
            Change
          </Button>
          <ConfirmAction
            label="Delete"
            button={{ size: "small", color: "error", "aria-label": `Delete ${redirect.source}` }}
            question={`Delete the redirect from ${redirect.source}?`}
            consequence="Visitors who come by this address find nothing there."
            confirmLabel="Delete"
            tone="error"
            onConfirm={async () => {
              await remove({ websiteId: website.id, redirectId: redirect.id }).unwrap();
              toast.say("Redirect deleted");
            }}
          />
        </Stack>
      ),
    });
  }
  return (
    <Page
      title="Redirects"
      status={mayChange ? undefined : <ViewOnlyChip />}
      description="Addresses that lead elsewhere. A page that moves leaves one behind by itself."
      actions={
        mayChange && (
          <Button variant="contained" startIcon={<Add />} onClick={() => setOpen({ redirect: null })}>
            New redirect
          </Button>
        )
      }
    >
      <Paper variant="card">
        {redirects.isError && <ErrorState error={redirects.error} onRetry={() => void redirects.refetch()} />}
        {redirects.isLoading && <LoadingRows rows={3} />}
        {redirects.data?.length === 0 && (
          <EmptyState title="No redirects yet" icon={<AltRouteOutlined />}>
            Let old addresses lead to new pages, so that nobody ends at nothing.
          </EmptyState>
        )}
        {redirects.data && redirects.data.length > 0 && (
          <DataTable label="Redirects" rows={redirects.data} columns={columns} keyOf={(redirect) => redirect.id} />
        )}
      </Paper>
      {open !== null && <RedirectDialog redirect={open.redirect} onClose={() => setOpen(null)} />}
    </Page>
  );
}
