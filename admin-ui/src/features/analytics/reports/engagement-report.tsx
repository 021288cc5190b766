import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useButtonsQuery, usePopupsQuery, useShownFormsQuery } from "../api";
import { changeColumn } from "../components/change-column";
import { FigureTable } from "../components/figure-table";
import { ReportCard } from "../components/report-card";
import { formatCount, formatRate, ratio } from "../figures";
import type { ReportQuery } from "../hooks/use-report-query";

/** What visitors did with forms, popups and buttons. */
export function EngagementReport({ query: { parameters, compares } }: { query: ReportQuery }) {
  const website = useWebsite();
  const asked = { websiteId: website.id, query: parameters };
  const fresh = { refetchOnMountOrArgChange: true };
  const forms = useShownFormsQuery(asked, fresh);
  const popups = usePopupsQuery(asked, fresh);
  const buttons = useButtonsQuery(asked, fresh);
  // Those who may not see submissions get no names.
  const knowsForms = usePermission("submissions", "read");
  const shown = t`Shown`;
  const clicked = t`Clicked`;
  const sent = t`Submitted`;
  return (
    <Stack sx={{ gap: 2 }}>
      <ReportCard
        title={t`Forms`}
        report={forms}
        csv={{ name: "forms", query: asked.query }}
        isEmpty={({ rows }) => rows.length === 0}
        emptyTitle={t`No forms were shown in this period`}
      >
        {({ rows }) => (
          <FigureTable
            label={t`Forms`}
            heading={t`Form`}
            rows={rows}
            keyOf={({ formId }) => formId}
            nameOf={({ name, formId }) => name ?? (knowsForms ? t`Deleted form` : formId)}
            barOf={(row) => row.shown}
            columns={[
              { id: "shown", header: shown, cell: (row) => formatCount(row.shown) },
              ...changeColumn<(typeof rows)[number]>(compares, (row) => [row.shown, row.before?.shown]),
              { id: "started", header: t`Started`, cell: (row) => formatCount(row.started), isWide: true },
              { id: "sent", header: sent, cell: (row) => formatCount(row.sent) },
              {
                id: "rate",
                header: t`Share submitted`,
                cell: (row) => formatRate(ratio(row.sent, row.shown)),
                isWide: true,
              },
            ]}
          />
        )}
      </ReportCard>
      <ReportCard
        title={t`Popups and bars`}
        report={popups}
        csv={{ name: "popups", query: asked.query }}
        isEmpty={({ rows }) => rows.length === 0}
        emptyTitle={t`No popups were shown in this period`}
      >
        {({ rows }) => (
          <FigureTable
            label={t`Popups and bars`}
            heading={t`Popup`}
            rows={rows}
            keyOf={({ overlayId }) => overlayId}
            nameOf={({ name, overlayId }) => name ?? overlayId}
            barOf={(row) => row.shown}
            columns={[
              { id: "shown", header: shown, cell: (row) => formatCount(row.shown) },
              ...changeColumn<(typeof rows)[number]>(compares, (row) => [row.shown, row.before?.shown]),
              { id: "closed", header: t`Closed`, cell: (row) => formatCount(row.closed), isWide: true },
              { id: "clicked", header: clicked, cell: (row) => formatCount(row.clicked) },
              { id: "sent", header: sent, cell: (row) => formatCount(row.sent), isWide: true },
            ]}
          />
        )}
      </ReportCard>
      <ReportCard
        title={t`Buttons`}
        report={buttons}
        csv={{ name: "buttons", query: asked.query }}
        isEmpty={({ rows }) => rows.length === 0}
        emptyTitle={t`No buttons were shown in this period`}
      >
        {({ rows }) => (
          <FigureTable
            label={t`Buttons`}
            heading={t`Button`}
            rows={rows}
            keyOf={({ page, text }) => `${page} ${text}`}
            nameOf={({ page, text }) => `${text} · ${page}`}
            barOf={(row) => row.clicked}
            columns={[
              { id: "shown", header: shown, cell: (row) => formatCount(row.shown), isWide: true },
              { id: "clicked", header: clicked, cell: (row) => formatCount(row.clicked) },
              ...changeColumn<(typeof rows)[number]>(compares, (row) => [row.clicked, row.before?.clicked]),
              { id: "rate", header: t`Share clicked`, cell: (row) => formatRate(ratio(row.clicked, row.shown)) },
            ]}
          />
        )}
      </ReportCard>
    </Stack>
  );
}
