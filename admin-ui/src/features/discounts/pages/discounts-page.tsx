import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import LocalOfferOutlined from "@mui/icons-material/LocalOfferOutlined";
import { Link } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListDiscountsInfiniteQuery, type Discount } from "../api";
import { effectText, stateOf, type DiscountState } from "../discount-text";

const states: Record<DiscountState, { label: string; color: "success" | "default" | "warning" }> = {
  active: { label: "Active", color: "success" },
  planned: { label: "Planned", color: "warning" },
  ended: { label: "Ended", color: "default" },
  "used-up": { label: "Used up", color: "default" },
  off: { label: "Off", color: "default" },
};

function columns(currency: string, locale: string): Column<Discount>[] {
  return [
    { id: "label", header: "Name", main: true, cell: (discount) => discount.label },
    {
      id: "code",
      header: "Code",
      cell: (discount) =>
        discount.code ?? (
          <Typography component="span" variant="body2" color="textSecondary">
            Applies by itself
          </Typography>
        ),
    },
    { id: "effect", header: "Takes off", cell: (discount) => effectText(discount, currency, locale) },
    {
      id: "used",
      header: "Used",
      align: "right",
      phone: "end",
      cell: (discount) => (discount.usageLimit == null ? discount.usedCount : `${discount.usedCount} of ${discount.usageLimit}`),
    },
    {
      id: "state",
      header: "State",
      phone: "end",
      cell: (discount) => <Chip size="small" variant="soft" {...states[stateOf(discount)]} />,
    },
  ];
}

export function DiscountsPage() {
  const website = useWebsite();
  const mayChange = useMay("discounts-tax-shipping", "write");
  const [query, setQuery] = useSearchParam("query");
  return (
    <Page
      title="Discounts"
      width="wide"
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={mayChange && <NewButton to={`/sites/${website.id}/discounts/new`} />}
    >
      <Stack sx={{ mb: 2 }}>
        <SearchField label="Search name or code" value={query} onChange={setQuery} />
      </Stack>
      <Paper variant="card">
        <DiscountList query={query} mayChange={mayChange} />
      </Paper>
    </Page>
  );
}

function NewButton({ to }: { to: string }) {
  return (
    <Button variant="contained" startIcon={<Add />} component={Link} to={to}>
      New discount
    </Button>
  );
}

function DiscountList({ query, mayChange }: { query: string; mayChange: boolean }) {
  const website = useWebsite();
  const list = useListDiscountsInfiniteQuery({ websiteId: website.id, query }, { refetchOnMountOrArgChange: true });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingRows />;
  const discounts = list.data.pages.flatMap((page) => page.discounts);
  if (discounts.length === 0) {
    return query === "" ? (
      <EmptyState
        title="No discounts yet"
        icon={<LocalOfferOutlined />}
        action={mayChange && <NewButton to={`/sites/${website.id}/discounts/new`} />}
      >
        Give customers a code, or take something off by itself.
      </EmptyState>
    ) : (
      <EmptyState title="No discount fits">Change the search.</EmptyState>
    );
  }
  return (
    <DataTable
      label="Discounts"
      rows={discounts}
      columns={columns(website.currency, website.locale)}
      keyOf={(discount) => discount.id}
      linkTo={(discount) => `/sites/${website.id}/discounts/${discount.id}`}
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
