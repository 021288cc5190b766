import { t } from "@lingui/core/macro";
import Add from "@mui/icons-material/Add";
import ScienceOutlined from "@mui/icons-material/ScienceOutlined";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import { Link } from "react-router";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListExperimentsQuery, type Experiment } from "../api";
import { goalTexts, statuses, targetTexts } from "../experiment-text";

const columns: Column<Experiment>[] = [
  {
    id: "name",
    get header() {
      return t`Name`;
    },
    main: true,
    cell: ({ name }) => name,
  },
  {
    id: "target",
    get header() {
      return t`Changes`;
    },
    cell: ({ target }) => targetTexts[target],
  },
  {
    id: "goal",
    get header() {
      return t`Goal`;
    },
    phone: "hidden",
    cell: ({ goal }) => goalTexts[goal],
  },
  {
    id: "started",
    get header() {
      return t`Started`;
    },
    phone: "hidden",
    cell: ({ startedOn }) => (startedOn == null ? "–" : formatMoment(startedOn)),
  },
  {
    id: "status",
    get header() {
      return t`Status`;
    },
    phone: "end",
    cell: ({ status }) => <Chip size="small" variant="soft" {...statuses[status]} />,
  },
];

export function ExperimentsPage() {
  const website = useWebsite();
  const mayChange = usePermission("content", "write");
  return (
    <Page
      title={t`Experiments`}
      status={mayChange ? undefined : <ViewOnlyChip />}
      description={t`Divide visitors among variants of a page, and see which one works better.`}
      actions={mayChange && <NewButton to={`/sites/${website.id}/experiments/new`} />}
    >
      <Paper variant="card">
        <ExperimentList mayChange={mayChange} />
      </Paper>
    </Page>
  );
}

function NewButton({ to }: { to: string }) {
  return (
    <Button variant="contained" startIcon={<Add />} component={Link} to={to}>
      {t`Add experiment`}
    </Button>
  );
}

function ExperimentList({ mayChange }: { mayChange: boolean }) {
  const website = useWebsite();
  const list = useListExperimentsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows rows={3} />;
  if (list.data.length === 0) {
    return (
      <EmptyState
        title={t`No experiments yet`}
        icon={<ScienceOutlined />}
        action={mayChange && <NewButton to={`/sites/${website.id}/experiments/new`} />}
      >
        {t`Duplicate a page, change the copy, and let half of the visitors see it at the address of the original.`}
      </EmptyState>
    );
  }
  return (
    <DataTable
      label={t`Experiments`}
      rows={list.data}
      columns={columns}
      keyOf={({ id }) => id}
      linkTo={({ id }) => `/sites/${website.id}/experiments/${id}`}
    />
  );
}
