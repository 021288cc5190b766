import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Add from "@mui/icons-material/Add";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import LocalShippingOutlined from "@mui/icons-material/LocalShippingOutlined";
import { Link } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { countryName } from "@/shared/i18n/countries";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { useSorting } from "@/shared/table/sorting";
import { matchingRows, sortedRows } from "@/shared/table/loaded-list";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { MoveButton } from "@/shared/ui/move-button";
import { useArrangeZonesMutation, useListZonesQuery, type Zone } from "../api";

const maxNamed = 4;

function placesText(zone: Zone): string {
  const names = zone.places.map(({ country, regions = [] }) =>
    regions.length === 0 ? countryName(country) : `${countryName(country)} (${regions.join(", ")})`,
  );
  const more = names.length - maxNamed;
  return more > 0 ? t`${{ names: names.slice(0, maxNamed).join(", ") }} and ${more} more` : names.join(", ");
}

const columns: Column<Zone>[] = [
  {
    id: "name",
    get header() {
      return t`Zone`;
    },
    main: true,
    sort: { by: "name", kind: "text" },
    cell: (zone) => zone.name,
  },
  {
    id: "places",
    get header() {
      return t`Places`;
    },
    sort: { by: "places", kind: "text" },
    cell: placesText,
  },
  {
    id: "options",
    get header() {
      return t`Delivery options`;
    },
    phone: "hidden",
    cell: (zone) => (zone.options ?? []).map(({ label }) => label).join(", ") || t`None`,
  },
];

/** The first of equally specific zones applies; zones can be moved while the list is in that order. */
function orderColumn(zones: Zone[], isArranged: boolean): Column<Zone> {
  const ids = zones.map(({ id }) => id);
  const sort = { by: "order", kind: "number" } as const;
  return {
    id: "order",
    header: t({ message: "Order", context: "sequence" }),
    align: "right",
    phone: "hidden",
    sort,
    cell: (zone) => (isArranged ? <Earlier zone={zone} ids={ids} /> : ids.indexOf(zone.id) + 1),
  };
}

function Earlier({ zone, ids }: { zone: Zone; ids: string[] }) {
  const website = useWebsite();
  const toast = useToast();
  const [arrange, { isLoading }] = useArrangeZonesMutation();
  const place = ids.indexOf(zone.id);
  const move = async () => {
    const zoneIds = ids.with(place, ids[place - 1] ?? zone.id).with(place - 1, zone.id);
    const outcome = await arrange({ websiteId: website.id, zoneIds });
    if (outcome.error !== undefined) toast.error(errorText(outcome.error));
  };
  return (
    <MoveButton
      size="small"
      label={t`Move ${{ name: zone.name }} up`}
      blocked={place === 0 || isLoading}
      onMove={() => void move()}
    >
      <ArrowUpward fontSize="small" />
    </MoveButton>
  );
}

/** Search text of a zone: includes all its places, though only some are shown. */
function textOf(zone: Zone): string {
  const places = zone.places.flatMap(({ country, regions = [] }) => [countryName(country), ...regions]);
  return [zone.name, ...places, ...(zone.options ?? []).map(({ label }) => label)].join(" ");
}

const sorts = ["order", "name", "places"] as const;
const measures = { name: (zone: Zone) => zone.name, places: placesText };

export function ZonesPage() {
  const website = useWebsite();
  const mayChange = usePermission("discounts-tax-shipping", "write");
  return (
    <Page
      title={t`Shipping`}
      width="wide"
      status={mayChange ? undefined : <ViewOnlyChip />}
      description={t`An address gets the delivery options of its most specific zone. Addresses outside all zones cannot order items that are shipped.`}
      actions={mayChange && <NewButton to={`/sites/${website.id}/shipping/new`} />}
    >
      <Paper variant="card">
        <ZoneList mayChange={mayChange} />
      </Paper>
    </Page>
  );
}

function NewButton({ to }: { to: string }) {
  return (
    <Button variant="contained" startIcon={<Add />} component={Link} to={to}>
      {t`Add zone`}
    </Button>
  );
}

function ZoneList({ mayChange }: { mayChange: boolean }) {
  const website = useWebsite();
  const list = useListZonesQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [query, setQuery] = useSearchParam("query");
  const { sorting } = useSorting(sorts, { by: "order", descending: false });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows rows={3} />;
  if (list.data.length === 0) {
    return (
      <EmptyState
        title={t`No shipping zones yet`}
        icon={<LocalShippingOutlined />}
        action={mayChange && <NewButton to={`/sites/${website.id}/shipping/new`} />}
      >
        {t`Add the places you deliver to and your rates. Until then, customers cannot buy items that are shipped.`}
      </EmptyState>
    );
  }
  const zones = list.data;
  const found = matchingRows(zones, query, textOf);
  const place = (zone: Zone) => zones.indexOf(zone);
  const isArranged = query === "" && sorting.now?.by === "order" && !sorting.now.descending;
  return (
    <>
      <Box sx={{ p: 2 }}>
        <SearchField label={t`Search zone, place or option`} value={query} onChange={setQuery} />
      </Box>
      {found.length === 0 ? (
        <EmptyState title={t`No zones found`}>{t`Try a different search.`}</EmptyState>
      ) : (
        <DataTable
          label={t`Shipping zones`}
          rows={sortedRows(found, sorting.now, { ...measures, order: place })}
          columns={mayChange && zones.length > 1 ? [...columns, orderColumn(zones, isArranged)] : columns}
          keyOf={(zone) => zone.id}
          linkTo={(zone) => `/sites/${website.id}/shipping/${zone.id}`}
          sorting={sorting}
        />
      )}
    </>
  );
}
