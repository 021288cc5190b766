import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { ReportGrid } from "../components/report-grid";
import { TopCard } from "../components/top-card";
import { TrendCard } from "../components/trend-card";
import type { ReportQuery } from "../hooks/use-report-query";

export function OverviewReport({ query }: { query: ReportQuery }) {
  return (
    <Stack sx={{ gap: 2 }}>
      <TrendCard query={query} />
      <ReportGrid>
        <TopCard title={t`Sources`} by={["source", "medium"]} query={query} />
        <TopCard title={t`Pages`} by={["page", "entry"]} query={query} />
        <TopCard title={t`Countries`} by={["country"]} query={query} />
        <TopCard title={t`Devices`} by={["device", "browser"]} query={query} />
      </ReportGrid>
    </Stack>
  );
}
