import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { formatMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { useFunnelQuery } from "../api";
import { changeColumn } from "../components/change-column";
import { FigureTable } from "../components/figure-table";
import { ReportCard } from "../components/report-card";
import { rareValues, valueText } from "../dimension-texts";
import { formatCount, formatRate, ratio } from "../figures";
import type { ReportQuery } from "../hooks/use-report-query";

/** A step on the way to an order. */
interface Step {
  name: string;
  count: number;
  /** Visits of the step before it. */
  before: number;
  /** Its visits in the period before. */
  past: number | undefined;
}

/** Visits from a product through cart and checkout to an order. */
export function ProductsReport({ query }: { query: ReportQuery }) {
  const { parameters, compares } = query;
  const website = useWebsite();
  const report = useFunnelQuery({ websiteId: website.id, query: parameters }, { refetchOnMountOrArgChange: true });
  const csv = (part: "steps" | "products" | "sources") =>
    ({ name: "funnel", query: { ...parameters, part, limit: 1000 } }) as const;
  return (
    <Stack sx={{ gap: 2 }}>
      <ReportCard
        title={t`From product to order`}
        report={report}
        csv={csv("steps")}
        isEmpty={({ visits }) => visits === 0}
      >
        {({ visits, seen, cart, checkout, orders, before: past }) => (
          <FigureTable
            label={t`From product to order`}
            heading={t`Step`}
            rows={[
              { name: t`All visits`, count: visits, before: visits, past: past?.visits },
              { name: t`Saw a product`, count: seen, before: visits, past: past?.seen },
              { name: t`Added to the cart`, count: cart, before: seen, past: past?.cart },
              { name: t`Began the checkout`, count: checkout, before: cart, past: past?.checkout },
              { name: t`Ordered`, count: orders, before: checkout, past: past?.orders },
            ]}
            keyOf={({ name }) => name}
            nameOf={({ name }) => name}
            barOf={({ count }) => count}
            columns={[
              { id: "visits", header: t`Visits`, cell: ({ count }) => formatCount(count) },
              ...changeColumn<Step>(compares, ({ count, past }) => [count, past]),
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
        csv={csv("products")}
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
              ...changeColumn<(typeof products)[number]>(compares, ({ seen, before }) => [seen, before?.seen]),
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
      <ReportCard
        title={t`Revenue by source`}
        report={report}
        csv={csv("sources")}
        isEmpty={({ sources }) => sources.length === 0}
      >
        {({ sources, currency }) => (
          <FigureTable
            label={t`Revenue by source`}
            heading={t`Traffic source`}
            rows={sources}
            keyOf={({ value }) => value}
            nameOf={({ value }) => valueText("source", value)}
            barOf={({ revenueCents }) => revenueCents}
            onChoose={({ value }) => query.setFilter("source", value)}
            isChoosable={({ value }) => value !== rareValues}
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
