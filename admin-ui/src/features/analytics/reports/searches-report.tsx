import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useWebsite } from "@/shared/session/hooks";
import { useSearchesQuery } from "../api";
import { changeColumn, changeNote } from "../components/change-column";
import { FigureTable } from "../components/figure-table";
import { FigureRow } from "../components/figure-row";
import { ReportCard } from "../components/report-card";
import { formatCount, formatRate, ratio } from "../figures";
import type { ReportQuery } from "../hooks/use-report-query";

/** Searches of visitors: the words, and those that found nothing. */
export function SearchesReport({ query: { parameters, compares } }: { query: ReportQuery }) {
  const website = useWebsite();
  const asked = { ...parameters, limit: 200 };
  const report = useSearchesQuery({ websiteId: website.id, query: asked }, { refetchOnMountOrArgChange: true });
  const csv = { name: "searches", query: { ...parameters, limit: 1000 } } as const;
  const emptyTitle = t`No searches in this period`;
  return (
    <Stack sx={{ gap: 2 }}>
      <ReportCard
        title={t`Searches`}
        report={report}
        csv={csv}
        isEmpty={({ searches }) => searches === 0}
        emptyTitle={emptyTitle}
        emptyText={t`The words that visitors search for appear here.`}
      >
        {({ searches, withoutResults, before, rows }) => (
          <>
            <FigureRow
              figures={[
                {
                  name: t`Searches`,
                  value: formatCount(searches),
                  note: changeNote(searches, before?.searches),
                },
                {
                  name: t`Found nothing`,
                  value: formatCount(withoutResults),
                  note: changeNote(withoutResults, before?.withoutResults),
                },
                { name: t`Share without results`, value: formatRate(ratio(withoutResults, searches)) },
              ]}
            />
            <FigureTable
              label={t`Searches`}
              heading={t`Words`}
              rows={rows}
              keyOf={({ text }) => text}
              nameOf={({ text }) => text}
              barOf={(row) => row.searches}
              columns={[
                { id: "searches", header: t`Searches`, cell: (row) => formatCount(row.searches) },
                ...changeColumn<(typeof rows)[number]>(compares, (row) => [row.searches, row.before?.searches]),
                { id: "nothing", header: t`Found nothing`, cell: (row) => formatCount(row.withoutResults) },
              ]}
            />
          </>
        )}
      </ReportCard>
      <ReportCard
        title={t`Searches without results`}
        report={report}
        isEmpty={({ rows }) => rows.every((row) => row.withoutResults === 0)}
        emptyTitle={report.currentData?.searches === 0 ? emptyTitle : t`Every search found something`}
      >
        {({ rows }) => (
          <FigureTable
            label={t`Searches without results`}
            heading={t`Words`}
            rows={rows
              .filter((row) => row.withoutResults > 0)
              .toSorted((one, other) => other.withoutResults - one.withoutResults)}
            keyOf={({ text }) => text}
            nameOf={({ text }) => text}
            barOf={(row) => row.withoutResults}
            columns={[{ id: "nothing", header: t`Searches`, cell: (row) => formatCount(row.withoutResults) }]}
          />
        )}
      </ReportCard>
    </Stack>
  );
}
