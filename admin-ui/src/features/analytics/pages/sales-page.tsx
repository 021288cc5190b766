import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { displayName } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page } from "@/shared/ui/page";
import {
  useAbandonedCartsQuery,
  useCohortsQuery,
  useSalesBreakdownQuery,
  useSalesReportQuery,
  type Cohorts,
  type Sales,
  type SalesBreakdown,
  type SalesDimension,
} from "../api";
import { ChartOrTable } from "../components/chart-or-table";
import { changeColumn, changeNote } from "../components/change-column";
import { FigureRow } from "../components/figure-row";
import { FigureTable } from "../components/figure-table";
import { ReportBar } from "../components/report-bar";
import { ReportCard } from "../components/report-card";
import { ReportGrid } from "../components/report-grid";
import { formatChange, formatCount, formatLocalDay, formatRate, formatStart, ratio } from "../figures";
import { useReportQuery, type ReportQuery } from "../hooks/use-report-query";

const fresh = { refetchOnMountOrArgChange: true };

/** Sales over time and by what was sold; for those who may not see visits too. */
export function SalesPage() {
  const website = useWebsite();
  const query = useReportQuery();
  const seesVisits = usePermission("analytics", "read");
  return (
    <Page
      title={t`Sales reports`}
      description={t`Paid orders by day of payment, without test orders.`}
      width="wide"
      {...(seesVisits && { back: { to: `/sites/${website.id}/analytics`, label: t`Analytics` } })}
    >
      <ReportBar query={query} range="compared" by={null} />
      <Stack sx={{ gap: 2 }}>
        <SalesCourse query={query} />
        <ReportGrid>
          <BreakdownCard title={t`Products`} by="product" heading={t`Product`} query={query} />
          <BreakdownCard title={t`Categories`} by="category" heading={t`Category`} query={query} />
          <BreakdownCard title={t`Discounts`} by="discount" heading={t`Discount`} query={query} />
          <BreakdownCard title={t`Countries`} by="country" heading={t`Country`} query={query} />
          <BreakdownCard title={t`New and returning customers`} by="customer" heading={t`Customers`} query={query} />
        </ReportGrid>
        <CohortsCard query={query} />
        <CartsCard query={query} />
      </Stack>
    </Page>
  );
}

function useMoney(): (cents: number, currency: string) => string {
  const { locale } = useWebsite();
  return (cents, currency) => formatMoney(cents, currency, locale);
}

function noSales({ totals, before }: Sales): boolean {
  return totals.orders === 0 && totals.refunds === 0 && before.orders === 0;
}

function SalesCourse({ query: { range, interval } }: { query: ReportQuery }) {
  const website = useWebsite();
  const money = useMoney();
  const by = interval === "hour" ? "day" : interval;
  const asked = { from: range.from, until: range.to, by } as const;
  const report = useSalesReportQuery({ websiteId: website.id, query: asked }, fresh);
  return (
    <ReportCard
      title={t`Sales`}
      report={report}
      csv={{ name: "sales", query: asked }}
      isEmpty={noSales}
      emptyTitle={t`No sales in this period`}
    >
      {({ totals, before, currency, periods, timeZone }) => {
        const changed = (now: number, past: number) => formatChange(now, past) ?? undefined;
        return (
          <>
            <FigureRow
              figures={[
                {
                  name: t`Sales`,
                  value: money(totals.salesCents, currency),
                  note: changed(totals.salesCents, before.salesCents),
                },
                { name: t`Orders`, value: formatCount(totals.orders), note: changed(totals.orders, before.orders) },
                {
                  name: t`Average order`,
                  value: totals.averageCents == null ? "–" : money(totals.averageCents, currency),
                  note: changed(totals.averageCents ?? 0, before.averageCents ?? 0),
                },
                { name: t`Refunds`, value: money(totals.refundedCents, currency) },
                { name: t`Net sales`, value: money(totals.netCents, currency) },
              ]}
            />
            <Box sx={{ px: 2.5, pb: 2 }}>
              <ChartOrTable
                label={t`Sales over time`}
                starts={periods.map(({ start }) => start)}
                formatStart={(start) => formatStart(start, by)}
                formatValue={(cents) => money(Math.round(cents), currency)}
                lines={[{ label: t`Sales`, data: periods.map(({ salesCents }) => salesCents) }]}
              />
              <Box sx={{ typography: "caption", color: "text.secondary", mt: 1 }}>
                {t`Days are those of ${timeZone}. Changes compare with the same number of days before.`}
              </Box>
            </Box>
          </>
        );
      }}
    </ReportCard>
  );
}

interface BreakdownCardProps {
  title: string;
  by: SalesDimension;
  heading: string;
  query: ReportQuery;
}

function breakdownName(by: SalesDimension, { value, label }: SalesBreakdown["rows"][number]): string {
  if (label) return label;
  if (value === "adjustments") return t`Discounts, delivery and taxes`;
  if (by === "customer") return value === "new" ? t`New customers` : t`Returning customers`;
  if (value === "") return by === "discount" ? t`Without a discount` : t`Unknown`;
  return by === "country" ? displayName("region", value) : value;
}

function BreakdownCard({ title, by, heading, query: { unfiltered, compares } }: BreakdownCardProps) {
  const website = useWebsite();
  const money = useMoney();
  const asked = { ...unfiltered, by };
  const report = useSalesBreakdownQuery({ websiteId: website.id, query: asked }, fresh);
  const hasPieces = by === "product" || by === "category";
  return (
    <ReportCard
      title={title}
      report={report}
      csv={{ name: "sales-breakdown", query: asked }}
      isEmpty={({ rows }) => rows.length === 0}
      emptyTitle={t`No sales in this period`}
    >
      {({ rows, currency }) => (
        <FigureTable
          label={title}
          heading={heading}
          rows={rows}
          keyOf={({ value }) => value}
          nameOf={(row) => breakdownName(by, row)}
          barOf={({ salesCents }) => salesCents}
          columns={[
            { id: "orders", header: t`Orders`, cell: ({ orders }) => formatCount(orders) },
            ...(hasPieces
              ? [
                  {
                    id: "quantity",
                    header: t`Pieces`,
                    cell: ({ quantity }: SalesBreakdown["rows"][number]) =>
                      quantity == null ? "–" : formatCount(quantity),
                    isWide: true,
                  },
                ]
              : []),
            { id: "sales", header: t`Sales`, cell: ({ salesCents }) => money(salesCents, currency) },
            ...changeColumn<(typeof rows)[number]>(compares, ({ salesCents, before }) => [
              salesCents,
              before?.salesCents,
            ]),
          ]}
        />
      )}
    </ReportCard>
  );
}

function CohortsCard({ query: { range } }: { query: ReportQuery }) {
  const website = useWebsite();
  const report = useCohortsQuery({ websiteId: website.id, query: { ...range } }, fresh);
  return (
    <ReportCard
      title={t`Customers who came back`}
      report={report}
      csv={{ name: "cohorts", query: { ...range } }}
      isEmpty={({ rows }) => rows.length === 0}
      emptyTitle={t`No sales in this period`}
    >
      {({ rows }) => <CohortTable rows={rows} />}
    </ReportCard>
  );
}

function CohortTable({ rows }: Pick<Cohorts, "rows">) {
  const months = Math.max(...rows.map(({ returned }) => returned.length), 0);
  return (
    <Box tabIndex={0} role="group" aria-label={t`Customers who came back`} sx={{ overflowX: "auto", pb: 1 }}>
      <Table size="small" aria-label={t`Customers who came back`}>
        <TableHead>
          <TableRow>
            <TableCell>{t`First order`}</TableCell>
            <TableCell align="right">{t`Customers`}</TableCell>
            {Array.from({ length: months }, (_, month) => (
              <TableCell key={month} align="right" sx={{ whiteSpace: "nowrap" }}>
                {t`Month ${month}`}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ month, customers, returned }) => (
            <TableRow key={month}>
              <TableCell component="th" scope="row" sx={{ whiteSpace: "nowrap" }}>
                {formatStart(`${month}-01`, "month")}
              </TableCell>
              <TableCell align="right">{formatCount(customers)}</TableCell>
              {Array.from({ length: months }, (_, index) => {
                const count = returned[index];
                return (
                  <TableCell key={index} align="right">
                    {count === undefined ? "" : formatRate(ratio(count, customers))}
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function CartsCard({ query: { unfiltered } }: { query: ReportQuery }) {
  const website = useWebsite();
  const money = useMoney();
  const report = useAbandonedCartsQuery({ websiteId: website.id, query: unfiltered }, fresh);
  return (
    <ReportCard
      title={t`Abandoned carts`}
      report={report}
      csv={{ name: "abandoned-carts", query: unfiltered }}
      isEmpty={({ carts }) => carts === 0}
      emptyTitle={t`No carts in this period`}
    >
      {({ carts, abandoned, valueCents, before, currency, rows }) => (
        <>
          <FigureRow
            figures={[
              { name: t`Carts`, value: formatCount(carts), note: changeNote(carts, before?.carts) },
              { name: t`Abandoned`, value: formatCount(abandoned), note: formatRate(ratio(abandoned, carts)) },
              {
                name: t`Value of abandoned carts`,
                value: money(valueCents, currency),
                note: before == null ? undefined : (formatChange(valueCents, before.valueCents) ?? undefined),
              },
            ]}
          />
          <FigureTable
            label={t`Abandoned carts`}
            heading={t`Day`}
            rows={rows}
            keyOf={({ day }) => day}
            nameOf={({ day }) => formatLocalDay(day)}
            barOf={(row) => row.abandoned}
            columns={[
              { id: "carts", header: t`Carts`, cell: (row) => formatCount(row.carts) },
              { id: "abandoned", header: t`Abandoned`, cell: (row) => formatCount(row.abandoned) },
              {
                id: "value",
                header: t`Value`,
                cell: (row) => money(row.valueCents, currency),
                isWide: true,
              },
            ]}
          />
        </>
      )}
    </ReportCard>
  );
}
