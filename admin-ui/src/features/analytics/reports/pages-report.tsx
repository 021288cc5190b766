import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { TopCard } from "../components/top-card";
import type { ReportQuery } from "../hooks/use-report-query";

export function PagesReport({ query }: { query: ReportQuery }) {
  return (
    <Stack sx={{ gap: 2 }}>
      <TopCard title={t`Pages`} by={["page"]} query={query} isDetailed />
      <TopCard title={t`Entry pages`} by={["entry"]} query={query} isDetailed />
      <TopCard title={t`Exit pages`} by={["exit"]} query={query} isDetailed />
    </Stack>
  );
}
