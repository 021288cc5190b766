import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Add from "@mui/icons-material/Add";
import AltRouteOutlined from "@mui/icons-material/AltRouteOutlined";
import { useState } from "react";
import { usePermission, useWebsite } from "@/shared/session/hooks";
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
  const mayChange = usePermission("content", "publish");
  const redirects = useListRedirectsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [remove] = useDeleteRedirectMutation();
  const [open, setOpen] = useState<{ redirect: Redirect | null } | null>(null);
  const columns: Column<Redirect>[] = [
    { id: "source", header: "From", main: true, cell: (redirect) => redirect.source },
    { id: "target", header: "To", breaks: true, cell: (redirect) => redirect.target },
    {
      id: "kind",
      header: "Type",
      phone: "hidden",
      cell: (redirect) => (redirect.permanent ? "Permanent (301)" : "Temporary (302)"),
    },
    {
      id: "made",
      header: "Created by",
      phone: "hidden",
      cell: (redirect) => (redirect.automatic ? "Moved page" : "Contributor"),
    },
  ];
  if (mayChange) {
    columns.push({
      id: "actions",
      header: "",
      align: "right",
      phone: "end",
      cell: (redirect) => (
        <Stack direction="row" sx={{ gap: 1, justifyContent: "flex-end" }}>
          <Button
            size="small"
            color="inherit"
            aria-label={`Change ${redirect.source}`}
            onClick={() => setOpen({ redirect })}
          >
            Change
          </Button>
          <ConfirmAction
            label="Delete"
            button={{ size: "small", color: "error", "aria-label": `Delete ${redirect.source}` }}
            question={`Delete the redirect from ${redirect.source}?`}
            consequence="Visitors to this address then see “not found”."
            confirmLabel="Delete"
            tone="error"
            onConfirm={async () => {
              await remove({ websiteId: website.id, redirectId: redirect.id }).unwrap();
              toast.success("Redirect deleted");
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
      description="Send visitors from old addresses to new ones. Moving a page adds a redirect automatically."
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
            Add a redirect so that old addresses lead to new pages.
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
