import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useState } from "react";
import { formatMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { useTopQuery, type Dimension, type Top, type TopRow } from "../api";
import { dimensionLabel, rareValues, valueText } from "../dimension-texts";
import { formatCount, formatRate, ratio } from "../figures";
import type { ReportQuery } from "../hooks/use-report-query";
import { changeColumn } from "./change-column";
import { FigureTable, type FigureColumn } from "./figure-table";
import { ReportCard } from "./report-card";

/** Rows shown at first, and after "Show more". */
const rowsAtFirst = 8;
const many = 100;

interface TopCardProps {
  title: string;
  /** The dimension, or those among which the card has a choice. */
  by: readonly [Dimension, ...Dimension[]];
  query: ReportQuery;
  /** With bounce rate and revenue. */
  isDetailed?: boolean;
}

/** Visits by a dimension; a click on a value filters all reports. */
export function TopCard({ title, by, query, isDetailed = false }: TopCardProps) {
  const website = useWebsite();
  const [dimension, setDimension] = useState(by[0]);
  const [limit, setLimit] = useState(rowsAtFirst);
  const asked = { ...query.parameters, by: dimension, limit };
  const report = useTopQuery({ websiteId: website.id, query: asked }, { refetchOnMountOrArgChange: true });
  return (
    <ReportCard
      title={title}
      report={report}
      csv={{ name: "top", query: { ...asked, limit: 1000 } }}
      isEmpty={({ rows }) => rows.length === 0}
      action={by.length > 1 && <DimensionChoice label={title} by={by} chosen={dimension} onChoose={setDimension} />}
    >
      {(top) => (
        <>
          <FigureTable
            label={title}
            heading={dimensionLabel(top.by)}
            rows={top.rows}
            keyOf={({ value }) => value}
            nameOf={({ value, label }) => (value !== rareValues && label) || valueText(top.by, value)}
            barOf={({ visits }) => visits}
            columns={columns(top, query.compares, isDetailed, website.locale)}
            onChoose={({ value }) => query.setFilter(top.by, value)}
            isChoosable={({ value }) => value !== rareValues}
          />
          {top.more && limit < many && (
            <Box sx={{ textAlign: "center", pb: 1.5 }}>
              <Button size="small" color="inherit" loading={report.isFetching} onClick={() => setLimit(many)}>
                {t`Show more`}
              </Button>
            </Box>
          )}
        </>
      )}
    </ReportCard>
  );
}

function columns(top: Top, compares: boolean, isDetailed: boolean, locale: string): FigureColumn<TopRow>[] {
  const listed: FigureColumn<TopRow>[] = [
    { id: "visits", header: t`Visits`, cell: ({ visits }) => formatCount(visits) },
    ...changeColumn<TopRow>(compares, ({ visits, before }) => [visits, before?.visits]),
    { id: "visitors", header: t`Visitors`, cell: ({ visitors }) => formatCount(visitors), isWide: true },
  ];
  if (!isDetailed) return listed;
  return [
    ...listed,
    { id: "views", header: t`Page views`, cell: ({ views }) => formatCount(views), isWide: true },
    {
      id: "bounces",
      header: t`Bounce rate`,
      cell: ({ bounces, visits }) => formatRate(ratio(bounces, visits)),
      isWide: true,
    },
    { id: "orders", header: t`Orders`, cell: ({ orders }) => formatCount(orders), isWide: true },
    {
      id: "revenue",
      header: t`Revenue`,
      cell: ({ revenueCents }) => formatMoney(revenueCents, top.currency, locale),
      isWide: true,
    },
  ];
}

interface DimensionChoiceProps {
  label: string;
  by: readonly Dimension[];
  chosen: Dimension;
  onChoose: (dimension: Dimension) => void;
}

function DimensionChoice({ label, by, chosen, onChoose }: DimensionChoiceProps) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={chosen}
      onChange={(_, next: Dimension | null) => next !== null && onChoose(next)}
      sx={{ flexWrap: "wrap" }}
    >
      {by.map((dimension) => (
        <ToggleButton key={dimension} value={dimension} sx={{ px: 1, py: 0.25, textTransform: "none" }}>
          {dimensionLabel(dimension)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
