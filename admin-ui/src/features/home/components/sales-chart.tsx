import { plural, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { formatNumber, localeFor } from "@/shared/i18n/format";
import { formatMoney } from "@/shared/money/money";
import type { Sales } from "../api";

type Period = Sales["periods"][number];

interface SalesChartProps {
  sales: Sales;
  locale: string;
}

/** A date without a time zone; the server has already applied it. */
function formatStart(start: string, by: Sales["by"], locale: string): string {
  const options: Intl.DateTimeFormatOptions =
    by === "month" ? { month: "short", year: "numeric" } : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(localeFor(locale), { ...options, timeZone: "UTC" }).format(
    Date.parse(`${start}T00:00:00Z`),
  );
}

/** The next round amount above the highest, for a readable scale. */
function roundedUp(cents: number): number {
  if (cents <= 0) return 100;
  const power = 10 ** Math.floor(Math.log10(cents));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= cents) ?? 10;
  return step * power;
}

/** Bar chart of sales over time; the same figures are in a table for screen readers. */
export function SalesChart({ sales, locale }: SalesChartProps) {
  const [chosen, setChosen] = useState<Period | null>(null);
  const money = (cents: number) => formatMoney(cents, sales.currency, locale);
  const top = roundedUp(Math.max(...sales.periods.map(({ salesCents }) => salesCents)));
  const first = sales.periods[0];
  const last = sales.periods.at(-1);
  const said = chosen ?? last;
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Typography
        component="figcaption"
        variant="caption"
        color="textSecondary"
        sx={{ display: "block", minHeight: 20, textAlign: "right" }}
      >
        {said !== undefined &&
          plural(
            { orders: said.orders },
            {
              one: `${{ start: formatStart(said.start, sales.by, locale) }}: ${{ money: money(said.salesCents) }}, # order`,
              other: `${{ start: formatStart(said.start, sales.by, locale) }}: ${{ money: money(said.salesCents) }}, # orders`,
            },
          )}
      </Typography>
      <Box
        aria-hidden
        sx={{ position: "relative", height: { xs: 140, sm: 190 }, borderBottom: 1, borderColor: "divider" }}
        onMouseLeave={() => setChosen(null)}
      >
        {[1, 0.5].map((part) => (
          <Box
            key={part}
            sx={{
              position: "absolute",
              insetInline: 0,
              bottom: `${part * 100}%`,
              borderTop: 1,
              borderColor: "divider",
              borderTopStyle: "dashed",
            }}
          >
            <Typography variant="caption" color="textSecondary" sx={{ position: "absolute", top: 2, left: 0 }}>
              {money(top * part)}
            </Typography>
          </Box>
        ))}
        <Box sx={{ position: "absolute", inset: 0, display: "flex", alignItems: "stretch", gap: "2px" }}>
          {sales.periods.map((period) => (
            <Box
              key={period.start}
              sx={{ flex: 1, display: "flex", alignItems: "flex-end" }}
              onMouseEnter={() => setChosen(period)}
              onClick={() => setChosen(period)}
            >
              <Box
                sx={{
                  width: 1,
                  maxWidth: 40,
                  mx: "auto",
                  minHeight: period.salesCents > 0 ? 2 : 0,
                  height: `${(period.salesCents / top) * 100}%`,
                  borderRadius: "3px 3px 0 0",
                  bgcolor: "primary.main",
                  opacity: chosen === null || chosen === period ? 1 : 0.45,
                }}
              />
            </Box>
          ))}
        </Box>
      </Box>
      <Box
        aria-hidden
        sx={{
          display: "flex",
          justifyContent: "space-between",
          typography: "caption",
          color: "text.secondary",
          pt: 0.5,
        }}
      >
        <span>{first && formatStart(first.start, sales.by, locale)}</span>
        <span>{last && last !== first && formatStart(last.start, sales.by, locale)}</span>
      </Box>
      <Box sx={visuallyHidden}>
        <table>
          <caption>{t`Sales over time`}</caption>
          <thead>
            <tr>
              <th>{t`From`}</th>
              <th>{t`Sales`}</th>
              <th>{t`Orders`}</th>
              <th>{t`Refunded`}</th>
            </tr>
          </thead>
          <tbody>
            {sales.periods.map((period) => (
              <tr key={period.start}>
                <th scope="row">{formatStart(period.start, sales.by, locale)}</th>
                <td>{money(period.salesCents)}</td>
                <td>{formatNumber(period.orders)}</td>
                <td>{money(period.refundedCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </Box>
  );
}
