import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import MuiLink from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import ViewQuiltOutlined from "@mui/icons-material/ViewQuiltOutlined";
import { Link } from "react-router";
import { isVersionConflict } from "@/shared/api/if-match";
import { areaScreen } from "@/shared/areas/addresses";
import { useListAreasQuery, useTakeAreaBackMutation, type Area } from "@/shared/areas/api";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";

const columns: Column<Area>[] = [
  {
    id: "label",
    get header() {
      return t`Area`;
    },
    main: true,
    cell: (area) => <Label area={area} />,
  },
  {
    id: "place",
    get header() {
      return t`Where it is shown`;
    },
    cell: ({ isInTheme }) =>
      isInTheme ? t`On every page that has this area` : t`Not in this theme; stored for themes that have it`,
  },
  {
    id: "state",
    get header() {
      return t`State`;
    },
    cell: (area) => <State area={area} />,
  },
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
  if (area.pageId == null) return <Chip size="small" variant="soft" label={t`Empty`} />;
  if (!area.isPublished) return <Chip size="small" variant="soft" label={t`Draft`} />;
  return area.hasUnpublishedChanges ? (
    <Chip size="small" variant="soft" color="warning" label={t`Unpublished changes`} />
  ) : (
    <Chip size="small" variant="soft" color="success" label={t`Published`} />
  );
}

function Actions({ area }: { area: Area }) {
  const website = useWebsite();
  const toast = useToast();
  const mayPublish = usePermission("content", "publish");
  const [takeBack] = useTakeAreaBackMutation();
  const { pageId, standing = null } = area;
  if (!mayPublish || !area.isPublished || pageId == null) return null;
  return (
    <ConfirmAction
      label={t`Unpublish`}
      button={{
        size: "small",
        variant: "outlined",
        color: "inherit",
        "aria-label": t`Unpublish ${{ label: area.label }}`,
      }}
      question={t`Unpublish “${{ label: area.label }}”?`}
      consequence={t`Visitors can no longer see it on any page. Its draft is kept.`}
      confirmLabel={t`Unpublish`}
      onConfirm={async () => {
        try {
          await takeBack({ websiteId: website.id, pageId, standing }).unwrap();
          toast.success(t`Visitors can no longer see it`);
        } catch (failure) {
          if (!isVersionConflict(failure)) throw failure;
          // Not in the dialog, which goes with the button when the area is a draft now.
          toast.error(t`Someone else has just changed this area. Its current state is shown.`);
        }
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
      title={t`Areas`}
      back={{ to: `/sites/${website.id}/pages`, label: t`All pages` }}
      description={t`Blocks that are shown on every page, where the theme has an area for them.`}
      status={mayChange ? undefined : <ViewOnlyChip />}
    >
      <Paper variant="card">
        {areas.isError && <ErrorState error={areas.error} onRetry={() => void areas.refetch()} />}
        {areas.isLoading && <LoadingRows rows={3} />}
        {areas.data?.length === 0 && (
          <EmptyState title={t`No areas`} icon={<ViewQuiltOutlined />}>
            {t`Some themes have areas for blocks that are shown on every page. The theme of this site has none.`}
          </EmptyState>
        )}
        {areas.data && areas.data.length > 0 && (
          <DataTable label={t`Areas`} rows={areas.data} columns={columns} keyOf={(area) => area.id} />
        )}
      </Paper>
    </Page>
  );
}
