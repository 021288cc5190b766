import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { TopCard } from "../components/top-card";
import { TrendCard } from "../components/trend-card";
import type { ReportQuery } from "../hooks/use-report-query";

export function SourcesReport({ query }: { query: ReportQuery }) {
  return (
    <Stack sx={{ gap: 2 }}>
      <TrendCard query={query} />
      <TopCard title={t`Sources`} by={["source", "medium"]} query={query} isDetailed />
      <TopCard title={t`Campaigns`} by={["campaign", "term", "content"]} query={query} isDetailed />
    </Stack>
  );
}
