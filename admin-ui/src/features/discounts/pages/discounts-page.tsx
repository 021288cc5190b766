import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import LocalOfferOutlined from "@mui/icons-material/LocalOfferOutlined";
import { Link } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatAge, formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { useSorting, type Sorting } from "@/shared/table/sorting";
import { FilterBar } from "@/shared/ui/filter-bar";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { validityChips, type StateChip } from "@/shared/ui/validity";
import { useListDiscountsInfiniteQuery, type Discount, type DiscountFilter } from "../api";
import { effectText, stateOf, usedText, type DiscountState } from "../discount-text";

const states: Record<DiscountState, StateChip> = {
  ...validityChips,
  "used-up": {
    get label() {
      return t`Used up`;
    },
    color: "default",
  },
};

const sorts = ["created", "name", "code", "ends"] as const;
const stateChoices = (["active", "planned", "ended", "off"] as const).map((value) => ({
  value,
  get label() {
    return states[value].label;
  },
}));
const ways = [
  {
    value: "yes",
    get label() {
      return t`Discount code`;
    },
  },
  {
    value: "no",
    get label() {
      return t`Automatic`;
    },
  },
];
const kinds = [
  {
    value: "percent",
    get label() {
      return t`Percentage`;
    },
  },
  {
    value: "amount",
    get label() {
      return t`Fixed amount`;
    },
  },
  {
    value: "free-shipping",
    get label() {
      return t`Free shipping`;
    },
  },
];

function columns(currency: string, locale: string): Column<Discount>[] {
  return [
    {
      id: "label",
      header: t`Name`,
      main: true,
      sort: { by: "name", kind: "text" },
      cell: (discount) => discount.label,
    },
    {
      id: "code",
      header: t`Code`,
      sort: { by: "code", kind: "text" },
      cell: (discount) =>
        discount.code ?? (
          <Typography component="span" variant="body2" color="textSecondary">
            {t`Automatic`}
          </Typography>
        ),
    },
    { id: "effect", header: t`Value`, cell: (discount) => effectText(discount, currency, locale) },
    {
      id: "used",
      header: t`Used`,
      align: "right",
      phone: "end",
      cell: (discount) => usedText(discount, locale),
    },
    {
      id: "ends",
      header: t`Ends`,
      phone: "hidden",
      sort: { by: "ends", kind: "date" },
      cell: (discount) => (discount.endsOn == null ? "–" : formatMoment(discount.endsOn)),
    },
    {
      id: "created",
      header: t`Created`,
      phone: "hidden",
      sort: { by: "created", kind: "date" },
      cell: (discount) => formatAge(discount.createdOn),
    },
    {
      id: "state",
      header: t`Status`,
      phone: "end",
      cell: (discount) => <Chip size="small" variant="soft" {...states[stateOf(discount)]} />,
    },
  ];
}

export function DiscountsPage() {
  const website = useWebsite();
  const mayChange = usePermission("discounts-tax-shipping", "write");
  const [query, setQuery] = useSearchParam("query");
  const [state, setState] = useSearchParam("state");
  const [code, setCode] = useSearchParam("code");
  const [kind, setKind] = useSearchParam("kind");
  const { sorting, wanted } = useSorting(sorts, { by: "created", descending: true });
  const filter: DiscountFilter = {
    ...(query === "" ? {} : { query }),
    ...(state === "" ? {} : { state: state as NonNullable<DiscountFilter["state"]> }),
    ...(code === "" ? {} : { withCode: code === "yes" }),
    ...(kind === "" ? {} : { kind: kind as NonNullable<DiscountFilter["kind"]> }),
  };
  return (
    <Page
      title={t`Discounts`}
      width="wide"
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={mayChange && <NewButton to={`/sites/${website.id}/discounts/new`} />}
    >
      <FilterBar
        search={<SearchField label={t`Search name or code`} value={query} onChange={setQuery} />}
        active={[state, code, kind].filter((value) => value !== "").length}
      >
        <FilterChoice label={t`Status`} value={state} options={stateChoices} onChange={setState} />
        <FilterChoice label={t`Method`} value={code} options={ways} onChange={setCode} />
        <FilterChoice label={t`Type`} value={kind} options={kinds} onChange={setKind} />
      </FilterBar>
      <Paper variant="card">
        <DiscountList
          filter={{ ...filter, ...wanted }}
          isFiltered={Object.keys(filter).length > 0}
          sorting={sorting}
          mayChange={mayChange}
        />
      </Paper>
    </Page>
  );
}

function NewButton({ to }: { to: string }) {
  return (
    <Button variant="contained" startIcon={<Add />} component={Link} to={to}>
      {t`Add discount`}
    </Button>
  );
}

interface DiscountListProps {
  filter: DiscountFilter;
  isFiltered: boolean;
  sorting: Sorting;
  mayChange: boolean;
}

function DiscountList({ filter, isFiltered, sorting, mayChange }: DiscountListProps) {
  const website = useWebsite();
  const list = useListDiscountsInfiniteQuery({ websiteId: website.id, filter }, { refetchOnMountOrArgChange: true });
  if (list.isError && !list.isFetchNextPageError)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const discounts = list.data.pages.flatMap((page) => page.discounts);
  if (discounts.length === 0) {
    return !isFiltered ? (
      <EmptyState
        title={t`No discounts yet`}
        icon={<LocalOfferOutlined />}
        action={mayChange && <NewButton to={`/sites/${website.id}/discounts/new`} />}
      >
        {t`Offer customers a discount code or an automatic discount.`}
      </EmptyState>
    ) : (
      <EmptyState title={t`No discounts found`}>{t`Try a different search or other filters.`}</EmptyState>
    );
  }
  return (
    <DataTable
      label={t`Discounts`}
      rows={discounts}
      columns={columns(website.currency, website.locale)}
      keyOf={(discount) => discount.id}
      linkTo={(discount) => `/sites/${website.id}/discounts/${discount.id}`}
      sorting={sorting}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      moreError={list.isFetchNextPageError ? list.error : undefined}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
