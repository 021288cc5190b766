import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { ReportGrid } from "../components/report-grid";
import { TopCard } from "../components/top-card";
import { TrendCard } from "../components/trend-card";
import type { ReportQuery } from "../hooks/use-report-query";

export function AudienceReport({ query }: { query: ReportQuery }) {
  return (
    <Stack sx={{ gap: 2 }}>
      <TrendCard query={query} />
      <ReportGrid>
        <TopCard title={t`Countries`} by={["country"]} query={query} />
        <TopCard title={t`Languages`} by={["language"]} query={query} />
        <TopCard title={t`Devices`} by={["device"]} query={query} />
        <TopCard title={t`Browsers`} by={["browser", "os"]} query={query} />
      </ReportGrid>
    </Stack>
  );
}
