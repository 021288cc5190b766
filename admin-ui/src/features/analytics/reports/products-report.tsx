import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { formatMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { useFunnelQuery } from "../api";
import { FigureTable } from "../components/figure-table";
import { ReportCard } from "../components/report-card";
import { valueText } from "../dimension-texts";
import { formatCount, formatRate, ratio } from "../figures";
import type { ReportQuery } from "../hooks/use-report-query";

/** Visits from a product through cart and checkout to an order. */
export function ProductsReport({ query: { range } }: { query: ReportQuery }) {
  const website = useWebsite();
  const report = useFunnelQuery({ websiteId: website.id, query: { ...range } }, { refetchOnMountOrArgChange: true });
  const csv = { name: "funnel", query: { ...range, limit: 1000 } } as const;
  return (
    <Stack sx={{ gap: 2 }}>
      <ReportCard title={t`From product to order`} report={report} isEmpty={({ visits }) => visits === 0}>
        {({ visits, seen, cart, checkout, orders }) => (
          <FigureTable
            label={t`From product to order`}
            heading={t`Step`}
            rows={[
              { name: t`All visits`, count: visits, before: visits },
              { name: t`Saw a product`, count: seen, before: visits },
              { name: t`Added to the cart`, count: cart, before: seen },
              { name: t`Began the checkout`, count: checkout, before: cart },
              { name: t`Ordered`, count: orders, before: checkout },
            ]}
            keyOf={({ name }) => name}
            nameOf={({ name }) => name}
            barOf={({ count }) => count}
            columns={[
              { id: "visits", header: t`Visits`, cell: ({ count }) => formatCount(count) },
              {
                id: "kept",
                header: t`Of the step before`,
                cell: ({ count, before }) => formatRate(ratio(count, before)),
                isWide: true,
              },
              { id: "share", header: t`Of all visits`, cell: ({ count }) => formatRate(ratio(count, visits)) },
            ]}
          />
        )}
      </ReportCard>
      <ReportCard
        title={t`Products`}
        report={report}
        csv={csv}
        isEmpty={({ products }) => products.length === 0}
        emptyTitle={t`No products were seen in this period`}
      >
        {({ products }) => (
          <FigureTable
            label={t`Products`}
            heading={t`Product`}
            rows={products}
            keyOf={({ productId }) => productId}
            nameOf={({ name }) => name}
            barOf={({ seen }) => seen}
            columns={[
              { id: "seen", header: t`Visits`, cell: ({ seen }) => formatCount(seen) },
              { id: "cart", header: t`In the cart`, cell: ({ cart }) => formatCount(cart) },
              {
                id: "rate",
                header: t`Share in the cart`,
                cell: ({ seen, cart }) => formatRate(ratio(cart, seen)),
                isWide: true,
              },
            ]}
          />
        )}
      </ReportCard>
      <ReportCard title={t`Revenue by source`} report={report} isEmpty={({ sources }) => sources.length === 0}>
        {({ sources, currency }) => (
          <FigureTable
            label={t`Revenue by source`}
            heading={t`Traffic source`}
            rows={sources}
            keyOf={({ value }) => value}
            nameOf={({ value }) => valueText("source", value)}
            barOf={({ revenueCents }) => revenueCents}
            columns={[
              { id: "visits", header: t`Visits`, cell: ({ visits }) => formatCount(visits), isWide: true },
              { id: "orders", header: t`Orders`, cell: ({ orders }) => formatCount(orders) },
              {
                id: "revenue",
                header: t`Revenue`,
                cell: ({ revenueCents }) => formatMoney(revenueCents, currency, website.locale),
              },
            ]}
          />
        )}
      </ReportCard>
    </Stack>
  );
}
