import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { uiLocale } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { speedDimensions, useSpeedQuery, type Parameters, type Speed } from "../api";
import { FigureTable, type FigureColumn } from "../components/figure-table";
import { ReportCard } from "../components/report-card";
import { dimensionLabel, valueText } from "../dimension-texts";
import { formatCount, formatRate, ratio } from "../figures";
import type { ReportQuery } from "../hooks/use-report-query";

type Vital = Speed["vitals"][number];
type By = Speed["by"];
type Band = NonNullable<Vital["band"]>;

const tones = { good: "success", "needs-improvement": "warning", poor: "error" } as const;

function bandText(band: Band): string {
  switch (band) {
    case "good":
      return t`Good`;
    case "needs-improvement":
      return t`Needs improvement`;
    case "poor":
      return t`Poor`;
  }
}

function vitalText(vital: string): string {
  switch (vital) {
    case "LCP":
      return t`Main content shown (LCP)`;
    case "INP":
      return t`Response to input (INP)`;
    case "CLS":
      return t`Layout shifts (CLS)`;
    case "FID":
      return t`First response to input (FID)`;
    case "FCP":
      return t`First content shown (FCP)`;
    case "TTFB":
      return t`Response of the server (TTFB)`;
    default:
      return vital;
  }
}

function formatVital({ vital, p75 }: Pick<Vital, "vital" | "p75">): string {
  if (p75 == null) return "–";
  if (vital === "CLS") return new Intl.NumberFormat(uiLocale(), { maximumFractionDigits: 2 }).format(p75);
  const isLong = p75 >= 1000;
  return new Intl.NumberFormat(uiLocale(), {
    style: "unit",
    unit: isLong ? "second" : "millisecond",
    unitDisplay: "short",
    maximumFractionDigits: isLong ? 1 : 0,
  }).format(isLong ? p75 / 1000 : p75);
}

/** Speed of the pages as visitors had it: web vitals at the 75th percentile. */
export function SpeedReport({ query }: { query: ReportQuery }) {
  const website = useWebsite();
  const [by, setBy] = useState<By>("page");
  const asked: Parameters = { ...query.unfiltered, ...query.own(speedDimensions), by };
  const report = useSpeedQuery({ websiteId: website.id, query: asked }, { refetchOnMountOrArgChange: true });
  const isEmpty = ({ vitals }: Speed) => vitals.every(({ samples }) => samples === 0);
  const emptyTitle = t`No measurements in this period`;
  return (
    <Stack sx={{ gap: 2 }}>
      <ReportCard
        title={t`Speed`}
        report={report}
        isEmpty={isEmpty}
        emptyTitle={emptyTitle}
        emptyText={t`Browsers of visitors measure how fast pages load and respond.`}
      >
        {({ vitals, before }) => (
          <>
            <Typography variant="body2" color="textSecondary" sx={{ px: 2.5, pb: 1 }}>
              {t`Three of four visits were at least this fast.`}
            </Typography>
            <FigureTable
              label={t`Speed`}
              heading={t`Measure`}
              rows={vitals}
              keyOf={({ vital }) => vital}
              nameOf={({ vital }) => vitalText(vital)}
              columns={[
                { id: "p75", header: t`Value`, cell: (row) => <Valued row={row} /> },
                ...valueBefore(before ?? null),
                { id: "good", header: bandText("good"), cell: (row) => share(row.good, row), isWide: true },
                {
                  id: "middle",
                  header: bandText("needs-improvement"),
                  cell: (row) => share(row.needsImprovement, row),
                  isWide: true,
                },
                { id: "poor", header: bandText("poor"), cell: (row) => share(row.poor, row), isWide: true },
                { id: "samples", header: t`Measured`, cell: (row) => formatCount(row.samples), isWide: true },
              ]}
            />
          </>
        )}
      </ReportCard>
      <ReportCard
        title={t`Speed by page and device`}
        report={report}
        csv={{ name: "speed", query: asked }}
        isEmpty={isEmpty}
        emptyTitle={emptyTitle}
        action={
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label={t`Speed by page and device`}
            value={by}
            onChange={(_, next: By | null) => next !== null && setBy(next)}
          >
            {speedDimensions.map((one) => (
              <ToggleButton key={one} value={one} sx={{ px: 1, py: 0.25, textTransform: "none" }}>
                {dimensionLabel(one)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        }
      >
        {(speed) => {
          const names = speed.vitals.map(({ vital }) => vital);
          return (
            <FigureTable
              label={t`Speed by page and device`}
              heading={dimensionLabel(speed.by)}
              rows={[...new Set(speed.rows.map(({ value }) => value))]}
              keyOf={(value) => value}
              nameOf={(value) => valueText(speed.by, value)}
              onChoose={(value) => query.setFilter(speed.by, value)}
              columns={names.map((vital, index) => ({
                id: vital,
                header: vital,
                isWide: index > 1,
                cell: (value) => {
                  const row = speed.rows.find((one) => one.value === value && one.vital === vital);
                  return row === undefined ? "–" : <Valued row={row} />;
                },
              }))}
            />
          );
        }}
      </ReportCard>
    </Stack>
  );
}

/** The values of the period before, where it is compared. */
function valueBefore(before: readonly Vital[] | null): FigureColumn<Vital>[] {
  if (before === null) return [];
  const cell = ({ vital }: Vital) => {
    const own = before.find((one) => one.vital === vital);
    return own === undefined ? "–" : <Valued row={own} />;
  };
  return [{ id: "before", header: t`Before`, cell }];
}

function share(count: number, { samples }: Vital): string {
  return formatRate(ratio(count, samples));
}

function Valued({ row }: { row: Pick<Vital, "vital" | "p75" | "band"> }) {
  const { band } = row;
  if (band == null) return formatVital(row);
  return <Chip size="small" variant="soft" color={tones[band]} label={formatVital(row)} title={bandText(band)} />;
}
