import { plural, t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { errorText } from "@/shared/i18n/error-text";
import { formatAge, formatDay } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useListTrashQuery, usePurgePageMutation, useRestorePageMutation, type TrashedPage } from "../api";

function titleOf({ title, itemCount }: TrashedPage): string {
  if (!itemCount) return title;
  return plural(itemCount, { one: `${title} (with one item)`, other: `${title} (with # items)` });
}

const columns: Column<TrashedPage>[] = [
  {
    id: "title",
    get header() {
      return t`Page`;
    },
    main: true,
    cell: titleOf,
  },
  {
    id: "address",
    get header() {
      return t`Address`;
    },
    phone: "hidden",
    cell: (page) => `/${page.urlId}`,
  },
  {
    id: "deleted",
    get header() {
      return t`Deleted`;
    },
    phone: "hidden",
    cell: (page) => formatAge(page.trashedOn),
  },
  {
    id: "gone",
    get header() {
      return t`Deleted permanently on`;
    },
    phone: "hidden",
    cell: (page) => formatDay(page.goneOn),
  },
  { id: "actions", header: "", align: "right", phone: "end", cell: (page) => <Actions page={page} /> },
];

function Actions({ page }: { page: TrashedPage }) {
  const website = useWebsite();
  const toast = useToast();
  const mayDelete = usePermission("content", "delete");
  const [restore, { isLoading }] = useRestorePageMutation();
  const [purge] = usePurgePageMutation();
  const ref = { websiteId: website.id, trashedPageId: page.id };
  if (!mayDelete) return null;
  const bringBack = async () => {
    const answer = await restore(ref);
    if (answer.data === undefined) toast.error(errorText(answer.error));
    else toast.success(t`Restored at ${{ fullUrl: answer.data.fullUrl }}`);
  };
  return (
    <Stack direction="row" sx={{ gap: 1, justifyContent: "flex-end" }}>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        loading={isLoading}
        aria-label={t`Restore ${{ title: page.title }}`}
        onClick={() => void bringBack()}
      >
        {t`Restore`}
      </Button>
      <ConfirmAction
        label={t`Delete permanently`}
        button={{ size: "small", color: "error", "aria-label": t`Delete ${{ title: page.title }} permanently` }}
        question={t`Delete “${{ title: page.title }}” permanently?`}
        consequence={t`This cannot be undone.`}
        confirmLabel={t`Delete permanently`}
        tone="error"
        onConfirm={async () => {
          await purge(ref).unwrap();
          toast.success(t`Deleted permanently`);
        }}
      />
    </Stack>
  );
}

export function TrashPage() {
  const website = useWebsite();
  const trash = useListTrashQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  return (
    <Page
      title={t`Trash`}
      back={{ to: `/sites/${website.id}/pages`, label: t`All pages` }}
      description={t`Deleted pages stay here for 30 days.`}
    >
      <Paper variant="card">
        {trash.isError && <ErrorState error={trash.error} onRetry={() => void trash.refetch()} />}
        {trash.isLoading && <LoadingRows rows={3} />}
        {trash.data?.length === 0 && (
          <EmptyState title={t`The trash is empty`} icon={<DeleteOutlined />}>
            {t`Pages that you delete can be restored from here.`}
          </EmptyState>
        )}
        {trash.data && trash.data.length > 0 && (
          <DataTable label={t`Trash`} rows={trash.data} columns={columns} keyOf={(page) => page.id} />
        )}
      </Paper>
    </Page>
  );
}
