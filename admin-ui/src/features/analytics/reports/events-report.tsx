import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useWebsite } from "@/shared/session/hooks";
import { useActionKindsQuery, useActionsQuery, type ActionKind } from "../api";
import { changeColumn } from "../components/change-column";
import { FigureTable } from "../components/figure-table";
import { ReportCard } from "../components/report-card";
import { rareValues } from "../dimension-texts";
import { formatCount } from "../figures";
import type { ReportQuery } from "../hooks/use-report-query";

/** Kinds whose events say what they are about. */
const detailed = ["outbound-click", "file-download", "audio", "video", "newsletter-signup", "custom"] as const;

function kindLabel(kind: ActionKind): string {
  switch (kind) {
    case "outbound-click":
      return t`Links to other websites`;
    case "file-download":
      return t`Downloads`;
    case "audio":
      return t`Sound`;
    case "video":
      return t`Films`;
    case "newsletter-signup":
      return t`Newsletter sign-ups`;
    case "account-creation":
      return t`New accounts`;
    case "custom":
      return t`Your own events`;
  }
}

/** What visitors did that has no report of its own; a click on a kind lists it. */
export function EventsReport({ query }: { query: ReportQuery }) {
  const website = useWebsite();
  const [kind, setKind] = useState<ActionKind>(detailed[0]);
  const fresh = { refetchOnMountOrArgChange: true };
  const kinds = useActionKindsQuery({ websiteId: website.id, query: query.parameters }, fresh);
  const asked = { ...query.parameters, kind, limit: 100 };
  const objects = useActionsQuery({ websiteId: website.id, query: asked }, fresh);
  const times = t`Times`;
  return (
    <Stack sx={{ gap: 2 }}>
      <ReportCard
        title={t`Other events`}
        report={kinds}
        csv={{ name: "action-kinds", query: query.parameters }}
        isEmpty={({ rows }) => rows.every((row) => row.times === 0 && (row.before ?? 0) === 0)}
        emptyTitle={t`No other events in this period`}
        emptyText={t`Links that are followed, downloads, sound, films and sign-ups appear here.`}
      >
        {({ rows }) => (
          <FigureTable
            label={t`Other events`}
            heading={t`Kind`}
            rows={rows}
            keyOf={(row) => row.kind}
            nameOf={(row) => kindLabel(row.kind)}
            barOf={(row) => row.times}
            onChoose={(row) => setKind(row.kind)}
            isChoosable={(row) => row.times > 0 && detailed.some((one) => one === row.kind)}
            columns={[
              { id: "times", header: times, cell: (row) => formatCount(row.times) },
              ...changeColumn<(typeof rows)[number]>(query.compares, (row) => [row.times, row.before ?? undefined]),
            ]}
          />
        )}
      </ReportCard>
      <ReportCard
        title={kindLabel(kind)}
        report={objects}
        csv={{ name: "actions", query: { ...asked, limit: 1000 } }}
        isEmpty={({ rows }) => rows.length === 0}
        emptyTitle={t`None in this period`}
        action={<KindChoice kind={kind} onChoose={setKind} />}
      >
        {({ rows }) => (
          <FigureTable
            label={kindLabel(kind)}
            heading={t`Name`}
            rows={rows}
            keyOf={({ value }) => value}
            nameOf={({ value }) => (value === rareValues ? t`Other` : value)}
            barOf={(row) => row.times}
            columns={[
              { id: "times", header: times, cell: (row) => formatCount(row.times) },
              ...changeColumn<(typeof rows)[number]>(query.compares, (row) => [row.times, row.before?.times]),
              { id: "visits", header: t`Visits`, cell: (row) => formatCount(row.visits), isWide: true },
            ]}
          />
        )}
      </ReportCard>
    </Stack>
  );
}

function KindChoice({ kind, onChoose }: { kind: ActionKind; onChoose: (kind: ActionKind) => void }) {
  return (
    <TextField
      select
      size="small"
      label={t`Kind`}
      value={kind}
      onChange={(event) => {
        const chosen = detailed.find((one) => one === event.target.value);
        if (chosen !== undefined) onChoose(chosen);
      }}
      sx={{ width: { xs: 150, sm: 210 } }}
    >
      {detailed.map((one) => (
        <MenuItem key={one} value={one}>
          {kindLabel(one)}
        </MenuItem>
      ))}
    </TextField>
  );
}
