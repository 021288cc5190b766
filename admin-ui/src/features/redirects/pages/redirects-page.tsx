import { t } from "@lingui/core/macro";
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
    {
      id: "source",
      header: t({ message: "From", context: "the address that is redirected" }),
      main: true,
      cell: (redirect) => redirect.source,
    },
    {
      id: "target",
      header: t({ message: "To", context: "the address that a redirect leads to" }),
      breaks: true,
      cell: (redirect) => redirect.target,
    },
    {
      id: "kind",
      header: t`Type`,
      phone: "hidden",
      cell: (redirect) => (redirect.permanent ? t`Permanent (301)` : t`Temporary (302)`),
    },
    {
      id: "made",
      header: t`Created by`,
      phone: "hidden",
      cell: (redirect) => (redirect.automatic ? t`Moved page` : t`Contributor`),
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
            aria-label={t`Change ${{ source: redirect.source }}`}
            onClick={() => setOpen({ redirect })}
          >
            {t`Change`}
          </Button>
          <ConfirmAction
            label={t`Delete`}
            button={{ size: "small", color: "error", "aria-label": t`Delete ${{ source: redirect.source }}` }}
            question={t`Delete the redirect from ${{ source: redirect.source }}?`}
            consequence={t`Visitors to this address then see “not found”.`}
            confirmLabel={t`Delete`}
            tone="error"
            onConfirm={async () => {
              await remove({ websiteId: website.id, redirectId: redirect.id }).unwrap();
              toast.success(t`Redirect deleted`);
            }}
          />
        </Stack>
      ),
    });
  }
  return (
    <Page
      title={t`Redirects`}
      status={mayChange ? undefined : <ViewOnlyChip />}
      description={t`Send visitors from old addresses to new ones. Moving a page adds a redirect automatically.`}
      actions={
        mayChange && (
          <Button variant="contained" startIcon={<Add />} onClick={() => setOpen({ redirect: null })}>
            {t`New redirect`}
          </Button>
        )
      }
    >
      <Paper variant="card">
        {redirects.isError && <ErrorState error={redirects.error} onRetry={() => void redirects.refetch()} />}
        {redirects.isLoading && <LoadingRows rows={3} />}
        {redirects.data?.length === 0 && (
          <EmptyState title={t`No redirects yet`} icon={<AltRouteOutlined />}>
            {t`Add a redirect so that old addresses lead to new pages.`}
          </EmptyState>
        )}
        {redirects.data && redirects.data.length > 0 && (
          <DataTable label={t`Redirects`} rows={redirects.data} columns={columns} keyOf={(redirect) => redirect.id} />
        )}
      </Paper>
      {open !== null && <RedirectDialog redirect={open.redirect} onClose={() => setOpen(null)} />}
    </Page>
  );
}
