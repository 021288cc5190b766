import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import ShowChart from "@mui/icons-material/ShowChart";
import { Link } from "react-router";
import { formatNumber, formatShare } from "@/shared/i18n/format";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useSalesQuery, type Sales } from "../api";
import { isSpan, spans, type Span } from "../sales-span";
import { SalesChart } from "./sales-chart";

export function SalesCard() {
  const website = useWebsite();
  const [named, setNamed] = useSearchParam("sales");
  const span: Span = isSpan(named) ? named : "month";
  const { days, by } = spans[span];
  const sales = useSalesQuery({ websiteId: website.id, query: { days, by } }, { refetchOnMountOrArgChange: true });
  return (
    <Card title={t`Sales`} action={<SpanChoice span={span} onChange={setNamed} />}>
      {sales.isError && <ErrorState error={sales.error} onRetry={() => void sales.refetch()} />}
      {sales.isLoading && <LoadingRows rows={4} />}
      {sales.currentData && <Report sales={sales.currentData} />}
    </Card>
  );
}

function SpanChoice({ span, onChange }: { span: Span; onChange: (span: string) => void }) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t`Period`}
      value={span}
      onChange={(_, next: Span | null) => next !== null && onChange(next)}
    >
      {Object.entries(spans).map(([name, { label }]) => (
        <ToggleButton key={name} value={name} sx={{ px: { xs: 0.75, sm: 1.25 }, py: 0.25, textTransform: "none" }}>
          {label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function Report({ sales }: { sales: Sales }) {
  const website = useWebsite();
  const { totals, before } = sales;
  const isEmpty = totals.orders === 0 && totals.refunds === 0 && before.orders === 0;
  if (isEmpty) {
    return (
      <EmptyState title={t`No sales in this period`} icon={<ShowChart />}>
        {t`Paid orders appear here. Test orders are not included.`}
      </EmptyState>
    );
  }
  const money = (cents: number) => formatMoney(cents, sales.currency, website.locale);
  return (
    <Stack sx={{ gap: 2.5 }}>
      <Box
        component="dl"
        sx={{ m: 0, display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr 1fr", md: "repeat(4, 1fr)" } }}
      >
        <Figure
          name={t`Sales`}
          value={money(totals.salesCents)}
          change={changeOf(totals.salesCents, before.salesCents)}
        />
        <Figure name={t`Orders`} value={formatNumber(totals.orders)} change={changeOf(totals.orders, before.orders)} />
        <Figure
          name={t`Average order`}
          value={totals.averageCents == null ? "–" : money(totals.averageCents)}
          change={changeOf(totals.averageCents ?? 0, before.averageCents ?? 0)}
        />
        <Figure
          name={t`Refunds`}
          value={money(totals.refundedCents)}
          change={plural({ refunds: totals.refunds }, { one: "# refund", other: "# refunds" })}
        />
      </Box>
      <SalesChart sales={sales} locale={website.locale} />
      {sales.ordersInOtherCurrencies > 0 && (
        <Alert severity="info">
          {plural(
            { ordersInOtherCurrencies: sales.ordersInOtherCurrencies },
            { one: "# order in other currencies not included.", other: "# orders in other currencies not included." },
          )}
        </Alert>
      )}
      {sales.bestSellers.length > 0 && <BestSellers sales={sales} />}
      <Button size="small" component={Link} to={`/sites/${website.id}/sales`} sx={{ alignSelf: "flex-start" }}>
        {t`Sales reports`}
      </Button>
    </Stack>
  );
}

/** The change against the preceding period of the same length, such as "+12 %". */
export function changeOf(now: number, before: number): string {
  if (before === 0) return "";
  const change = formatShare(Math.round(((now - before) / before) * 100) / 100, "exceptZero");
  return t`${change} vs. previous period`;
}

function Figure({ name, value, change }: { name: string; value: string; change: string }) {
  return (
    <Box>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Typography
        component="dd"
        variant="h2"
        sx={{ m: 0, fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" }}
      >
        {value}
      </Typography>
      <Typography component="dd" variant="caption" color="textSecondary" sx={{ m: 0 }}>
        {change}
      </Typography>
    </Box>
  );
}

function BestSellers({ sales }: { sales: Sales }) {
  const website = useWebsite();
  return (
    <Box>
      <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
        {t`Best sellers`}
      </Typography>
      <Stack component="ol" sx={{ m: 0, pl: 2.5, gap: 0.5 }}>
        {sales.bestSellers.slice(0, 5).map((product) => (
          <Typography key={product.productId} component="li" variant="body2">
            <Stack direction="row" component="span" sx={{ justifyContent: "space-between", gap: 2 }}>
              <span>
                {product.name} · {plural({ quantity: product.quantity }, { one: "# piece", other: "# pieces" })}
              </span>
              <span>{formatMoney(product.totalCents, sales.currency, website.locale)}</span>
            </Stack>
          </Typography>
        ))}
      </Stack>
    </Box>
  );
}
