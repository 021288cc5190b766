import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { emailName } from "@/shared/mail/email-names";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useEmailActivityQuery } from "../api";
import { changeColumn } from "../components/change-column";
import { FigureTable } from "../components/figure-table";
import { ReportCard } from "../components/report-card";
import { formatCount } from "../figures";
import type { ReportQuery } from "../hooks/use-report-query";

/** E-mails of the site by kind. */
export function EmailsReport({ query: { unfiltered, compares } }: { query: ReportQuery }) {
  const website = useWebsite();
  const seesMail = usePermission("orders", "read");
  const report = useEmailActivityQuery(
    { websiteId: website.id, query: unfiltered },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <ReportCard
      title={t`E-mails`}
      report={report}
      csv={{ name: "emails", query: unfiltered }}
      isEmpty={({ rows }) => rows.length === 0}
      emptyTitle={t`No e-mails in this period`}
      action={
        seesMail && (
          <Button size="small" component={Link} to={`/sites/${website.id}/mail`}>
            {t`All e-mails`}
          </Button>
        )
      }
    >
      {({ rows }) => (
        <FigureTable
          label={t`E-mails`}
          heading={t`Kind`}
          rows={rows}
          keyOf={({ kind }) => kind}
          nameOf={({ kind }) => emailName(kind)}
          barOf={({ sent }) => sent}
          columns={[
            { id: "sent", header: t`E-mails sent`, cell: ({ sent }) => formatCount(sent) },
            ...changeColumn<(typeof rows)[number]>(compares, ({ sent, before }) => [sent, before?.sent]),
            { id: "waiting", header: t`Waiting`, cell: ({ waiting }) => formatCount(waiting), isWide: true },
            { id: "failed", header: t`Failed`, cell: ({ failed }) => formatCount(failed) },
          ]}
        />
      )}
    </ReportCard>
  );
}
