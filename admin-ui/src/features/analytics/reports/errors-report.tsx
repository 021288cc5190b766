import { t } from "@lingui/core/macro";
import { useLocation } from "react-router";
import { formatAge } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable } from "@/shared/table/data-table";
import { errorDimensions, useScriptErrorsQuery, type Parameters } from "../api";
import { ReportCard } from "../components/report-card";
import { formatCount } from "../figures";
import type { ReportQuery } from "../hooks/use-report-query";

/** Errors of scripts in the browsers of visitors, the same ones counted together. */
export function ErrorsReport({ query }: { query: ReportQuery }) {
  const website = useWebsite();
  const { search } = useLocation();
  const asked: Parameters = { ...query.range, ...query.own(errorDimensions) };
  const report = useScriptErrorsQuery({ websiteId: website.id, query: asked }, { refetchOnMountOrArgChange: true });
  return (
    <ReportCard
      title={t`Script errors`}
      report={report}
      csv={{ name: "errors", query: asked }}
      isEmpty={({ rows }) => rows.length === 0}
      emptyTitle={t`No script errors`}
      emptyText={t`Errors of scripts in the browsers of visitors appear here, such as those of code that you added.`}
    >
      {({ rows }) => (
        <DataTable
          label={t`Script errors`}
          rows={rows}
          keyOf={({ hash }) => hash}
          linkTo={({ hash }) => `/sites/${website.id}/analytics/errors/${encodeURIComponent(hash)}${search}`}
          columns={[
            { id: "message", header: t`Message`, main: true, cell: ({ message }) => message },
            { id: "page", header: t`Page`, breaks: true, cell: ({ page }) => page },
            { id: "browser", header: t`Browser`, cell: ({ browser }) => browser },
            { id: "last", header: t`Last seen`, cell: ({ lastSeen }) => formatAge(lastSeen) },
            { id: "count", header: t`Count`, align: "right", phone: "end", cell: ({ count }) => formatCount(count) },
          ]}
        />
      )}
    </ReportCard>
  );
}
