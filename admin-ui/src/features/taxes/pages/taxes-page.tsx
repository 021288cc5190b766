import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Add from "@mui/icons-material/Add";
import PercentOutlined from "@mui/icons-material/PercentOutlined";
import { Link } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { countryName } from "@/shared/i18n/countries";
import { formatShare } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { useSorting } from "@/shared/table/sorting";
import { matchingRows, sortedRows } from "@/shared/table/loaded-list";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetStoreSettingsQuery } from "@/shared/store-settings/api";
import { useListTaxesQuery, type Tax } from "../api";
import { StoreForm } from "../forms/store-form";

function placeText(tax: Tax): string {
  const postal = tax.postalPrefix ? `${tax.postalPrefix}…` : "";
  return [countryName(tax.country), tax.region, postal].filter(Boolean).join(", ");
}

function stateOf(tax: Tax, now: number = Date.now()) {
  if (tax.validUntil != null && tax.validUntil <= now) return { label: t`Expired`, color: "default" } as const;
  if (tax.validFrom != null && tax.validFrom > now) return { label: t`Scheduled`, color: "warning" } as const;
  return { label: t`Active`, color: "success" } as const;
}

const columns: Column<Tax>[] = [
  {
    id: "label",
    get header() {
      return t`Name`;
    },
    main: true,
    sort: { by: "label", kind: "text" },
    cell: (tax) => tax.label,
  },
  {
    id: "place",
    get header() {
      return t`Place`;
    },
    sort: { by: "place", kind: "text" },
    cell: placeText,
  },
  {
    id: "shipping",
    get header() {
      return t`On shipping`;
    },
    phone: "hidden",
    cell: (tax) => (tax.onShipping ? t`Yes` : t`No`),
  },
  {
    id: "rate",
    get header() {
      return t`Rate`;
    },
    align: "right",
    phone: "end",
    sort: { by: "rate", kind: "number" },
    cell: (tax) => formatShare(tax.rateBasisPoints / 10_000),
  },
  {
    id: "state",
    get header() {
      return t`Status`;
    },
    phone: "end",
    cell: (tax) => <Chip size="small" variant="soft" {...stateOf(tax)} />,
  },
];

const sorts = ["place", "label", "rate"] as const;
const measures = { label: (tax: Tax) => tax.label, place: placeText, rate: (tax: Tax) => tax.rateBasisPoints };

export function TaxesPage() {
  const website = useWebsite();
  const mayChange = usePermission("discounts-tax-shipping", "write");
  const settings = useGetStoreSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  return (
    <Page
      title={t`Taxes`}
      status={mayChange ? undefined : <ViewOnlyChip />}
      description={t`Taxes for the country, region and postal code of an address add up.`}
      actions={mayChange && <NewButton to={`/sites/${website.id}/taxes/new`} />}
    >
      <Stack sx={{ gap: 2 }}>
        <Paper variant="card">
          <TaxList mayChange={mayChange} />
        </Paper>
        {settings.data ? (
          <StoreForm key={website.id} settings={settings.data} editable={mayChange} />
        ) : settings.isError ? (
          <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
        ) : (
          <LoadingRows rows={2} />
        )}
      </Stack>
    </Page>
  );
}

function NewButton({ to }: { to: string }) {
  return (
    <Button variant="contained" startIcon={<Add />} component={Link} to={to}>
      {t`Add tax`}
    </Button>
  );
}

function TaxList({ mayChange }: { mayChange: boolean }) {
  const website = useWebsite();
  const list = useListTaxesQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [query, setQuery] = useSearchParam("query");
  const { sorting } = useSorting(sorts, { by: "place", descending: false });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows rows={3} />;
  if (list.data.length === 0) {
    return (
      <EmptyState
        title={t`No taxes yet`}
        icon={<PercentOutlined />}
        action={mayChange && <NewButton to={`/sites/${website.id}/taxes/new`} />}
      >
        {t`No tax is charged on orders, and invoices show no tax.`}
      </EmptyState>
    );
  }
  const found = matchingRows(list.data, query, (tax) => `${tax.label} ${placeText(tax)}`);
  return (
    <>
      <Box sx={{ p: 2 }}>
        <SearchField label={t`Search name or place`} value={query} onChange={setQuery} />
      </Box>
      {found.length === 0 ? (
        <EmptyState title={t`No taxes found`}>{t`Try a different search.`}</EmptyState>
      ) : (
        <DataTable
          label={t`Taxes`}
          rows={sortedRows(found, sorting.now, measures)}
          columns={columns}
          keyOf={(tax) => tax.id}
          linkTo={(tax) => `/sites/${website.id}/taxes/${tax.id}`}
          sorting={sorting}
        />
      )}
    </>
  );
}
