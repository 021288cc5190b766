import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { dimensions, useAnnotationsQuery, useSeriesQuery, useSummaryQuery, type Annotation, type Series } from "../api";
import { formatMeasure, formatStart, measured, measureLabel, type Measure } from "../figures";
import type { ReportQuery } from "../hooks/use-report-query";
import { AddAnnotation, AnnotationList } from "./annotation-list";
import { ChartOrTable } from "./chart-or-table";
import { CsvButton } from "./csv-button";
import { SummaryFigures } from "./summary-figures";

/** The totals of the period and their course. */
export function TrendCard({ query }: { query: ReportQuery }) {
  const { parameters, interval, range } = query;
  const website = useWebsite();
  const [measure, setMeasure] = useState<Measure>("visits");
  const fresh = { refetchOnMountOrArgChange: true };
  const summary = useSummaryQuery({ websiteId: website.id, query: parameters }, fresh);
  const courseQuery = { ...parameters, by: interval };
  const series = useSeriesQuery({ websiteId: website.id, query: courseQuery }, fresh);
  const annotations = useAnnotationsQuery({ websiteId: website.id });
  const failed = [summary, series].find(({ isError }) => isError);
  const retry = () => {
    if (summary.isError) void summary.refetch();
    if (series.isError) void series.refetch();
  };
  if (failed !== undefined) {
    return (
      <Card title={t`Visits`} flush>
        <ErrorState error={failed.error} onRetry={retry} />
      </Card>
    );
  }
  const notes = (annotations.data ?? []).filter(({ day }) => day >= range.from && day <= range.to);
  const isEmpty = summary.data?.totals.views === 0 && (summary.data.before?.views ?? 0) === 0;
  return (
    <Card
      title={t`Visits`}
      flush
      action={isEmpty ? undefined : <CsvButton name="series" query={courseQuery} title={t`Visits`} />}
    >
      {summary.data && (
        <SummaryFigures
          totals={summary.data.totals}
          before={summary.data.before ?? null}
          chosen={measure}
          onChoose={setMeasure}
        />
      )}
      {(summary.data === undefined || series.data === undefined) && <LoadingRows rows={5} />}
      {isEmpty && <NoVisits query={query} />}
      {!isEmpty && summary.data && series.data && (
        <Box sx={{ px: 2.5, pb: 2, pt: 1 }}>
          <Course series={series.data} measure={measure} annotations={notes} />
          <AnnotationList annotations={notes} />
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
            {t`Days are those of ${{ timeZone: series.data.timeZone }}. Visitors are counted once a day.`}
          </Typography>
        </Box>
      )}
    </Card>
  );
}

function NoVisits({ query }: { query: ReportQuery }) {
  if (Object.keys(query.filters).length > 0) {
    return (
      <EmptyState
        title={t`No visits with these filters`}
        action={
          <Button variant="outlined" color="inherit" onClick={() => query.clearFilters(dimensions)}>
            {t`Remove all filters`}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState title={t`No visits in this period`}>
      {t`Visits are shown here within a minute, also your own unless you leave out your browser in the settings.`}
    </EmptyState>
  );
}

interface CourseProps {
  series: Series;
  measure: Measure;
  annotations: readonly Annotation[];
}

function Course({ series: { periods, before, by }, measure, annotations }: CourseProps) {
  const starts = periods.map(({ start }) => start);
  const label = measureLabel(measure);
  const lines = [{ label, data: periods.map((period) => measured(measure, period)) }];
  const past = before && {
    label: t`${label} before`,
    data: starts.map((_, index) => {
      const period = before[index];
      return period === undefined ? null : measured(measure, period);
    }),
    isPast: true,
  };
  const marks = annotations.map(({ day, text }) => ({
    start: starts.findLast((start) => start.slice(0, 10) <= day) ?? "",
    text,
  }));
  return (
    <ChartOrTable
      label={t`${label} over time`}
      starts={starts}
      formatStart={(start) => formatStart(start, by)}
      formatValue={(value) => formatMeasure(measure, value)}
      lines={past ? [...lines, past] : lines}
      marks={marks.filter(({ start }) => start !== "")}
    >
      <AddAnnotation />
    </ChartOrTable>
  );
}
