import Chip from "@mui/material/Chip";
import MuiLink from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import ViewQuiltOutlined from "@mui/icons-material/ViewQuiltOutlined";
import { Link } from "react-router";
import { areaScreen } from "@/shared/areas/addresses";
import { useListAreasQuery, useTakeAreaBackMutation, type Area } from "@/shared/areas/api";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";

const columns: Column<Area>[] = [
  { id: "label", header: "Area", main: true, cell: (area) => <Label area={area} /> },
  {
    id: "place",
    header: "Where it is shown",
    cell: ({ isInTheme }) =>
      isInTheme ? "On every page that has this area" : "Not in this theme; stored for themes that have it",
  },
  { id: "state", header: "State", cell: (area) => <State area={area} /> },
  { id: "actions", header: "", align: "right", phone: "end", cell: (area) => <Actions area={area} /> },
];

function Label({ area }: { area: Area }) {
  const website = useWebsite();
  return (
    <MuiLink
      component={Link}
      to={areaScreen(website.id, area.id)}
      color="textPrimary"
      sx={{ fontWeight: 550, overflowWrap: "anywhere" }}
    >
      {area.label}
    </MuiLink>
  );
}

function State({ area }: { area: Area }) {
  if (area.pageId == null) return <Chip size="small" variant="soft" label="Empty" />;
  if (!area.isPublished) return <Chip size="small" variant="soft" label="Draft" />;
  return area.hasUnpublishedChanges ? (
    <Chip size="small" variant="soft" color="warning" label="Unpublished changes" />
  ) : (
    <Chip size="small" variant="soft" color="success" label="Published" />
  );
}

function Actions({ area }: { area: Area }) {
  const website = useWebsite();
  const toast = useToast();
  const mayPublish = usePermission("content", "publish");
  const [takeBack] = useTakeAreaBackMutation();
  const { pageId } = area;
  if (!mayPublish || !area.isPublished || pageId == null) return null;
  return (
    <ConfirmAction
      label="Unpublish"
      button={{ size: "small", variant: "outlined", color: "inherit", "aria-label": `Unpublish ${area.label}` }}
      question={`Unpublish “${area.label}”?`}
      consequence="Visitors can no longer see it on any page. Its draft is kept."
      confirmLabel="Unpublish"
      onConfirm={async () => {
        await takeBack({ websiteId: website.id, pageId }).unwrap();
        toast.success("Visitors can no longer see it");
      }}
    />
  );
}

/** The areas of the theme, which appear on every page, and those of former themes. */
export function AreasPage() {
  const website = useWebsite();
  const mayChange = usePermission("content", "write");
  const areas = useListAreasQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  return (
    <Page
      title="Areas"
      back={{ to: `/sites/${website.id}/pages`, label: "All pages" }}
      description="Blocks that are shown on every page, where the theme has an area for them."
      status={mayChange ? undefined : <ViewOnlyChip />}
    >
      <Paper variant="card">
        {areas.isError && <ErrorState error={areas.error} onRetry={() => void areas.refetch()} />}
        {areas.isLoading && <LoadingRows rows={3} />}
        {areas.data?.length === 0 && (
          <EmptyState title="No areas" icon={<ViewQuiltOutlined />}>
            Some themes have areas for blocks that are shown on every page. The theme of this site has none.
          </EmptyState>
        )}
        {areas.data && areas.data.length > 0 && (
          <DataTable label="Areas" rows={areas.data} columns={columns} keyOf={(area) => area.id} />
        )}
      </Paper>
    </Page>
  );
}
