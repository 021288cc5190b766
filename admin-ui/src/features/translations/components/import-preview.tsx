import { plural, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Card } from "@/shared/ui/card";
import { EmptyState } from "@/shared/ui/states";
import type { ImportedChange, ImportOutcome } from "../api";
import { changeLabels } from "../translation-text";

interface ImportPreviewProps {
  /** Name of the file. */
  name: string;
  outcome: ImportOutcome;
  busy: boolean;
  onApply: () => void;
}

const columns: Column<ImportedChange>[] = [
  {
    id: "title",
    get header() {
      return t({ message: "Of", context: "the page or product that a text belongs to" });
    },
    main: true,
    cell: ({ title, id }) => title || id,
  },
  {
    id: "change",
    get header() {
      return t`Change`;
    },
    phone: "end",
    cell: ({ change }) => changeLabels[change],
  },
  {
    id: "before",
    get header() {
      return t`Before`;
    },
    phone: "hidden",
    breaks: true,
    cell: ({ before }) => <Excerpt text={before} />,
  },
  {
    id: "after",
    get header() {
      return t`In the file`;
    },
    breaks: true,
    cell: ({ after }) => <Excerpt text={after} />,
  },
];

/** At most so many characters of a text are shown. */
const EXCERPT = 120;

function Excerpt({ text }: { text: string | null | undefined }) {
  const whole = text ?? "";
  return <>{whole.length > EXCERPT ? `${whole.slice(0, EXCERPT)}…` : whole}</>;
}

/** What an import would change. */
export function ImportPreview({ name, outcome, busy, onApply }: ImportPreviewProps) {
  const { added, changed, unchanged, originalChanged, unknown, changes } = outcome;
  const figures: [string, number][] = [
    [t`Added`, added],
    [t`Changed`, changed],
    [t`Original changed`, originalChanged],
    [t`Unchanged`, unchanged],
    [t`Unknown`, unknown],
  ];
  const total = added + changed + originalChanged;
  return (
    <Stack sx={{ gap: 2 }}>
      <Card title={name}>
        <Box
          component="dl"
          sx={{ m: 0, display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fit, minmax(110px, 1fr))" }}
        >
          {figures.map(([label, count]) => (
            <Box key={label}>
              <Typography component="dt" variant="caption" color="textSecondary">
                {label}
              </Typography>
              <Typography component="dd" variant="h2" sx={{ m: 0 }}>
                {count}
              </Typography>
            </Box>
          ))}
        </Box>
        {originalChanged > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
            {t`Where the original has changed since the export, the translation is saved and marked as outdated, unless there is a newer one.`}
          </Typography>
        )}
        {unknown > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
            {t`Unknown texts no longer exist on the site and are left out.`}
          </Typography>
        )}
        <Button variant="contained" loading={busy} disabled={total === 0} onClick={onApply} sx={{ mt: 2 }}>
          {plural(total, { one: "Import # text", other: "Import # texts" })}
        </Button>
      </Card>
      <Card title={t`Changes`} flush>
        {changes.length === 0 ? (
          <EmptyState title={t`No changes found`}>{t`Enter translations in the file, and upload it again.`}</EmptyState>
        ) : (
          <DataTable
            label={t`Changes`}
            rows={changes}
            columns={columns}
            keyOf={({ kind, id, key }) => `${kind ?? ""}/${id}/${key}`}
          />
        )}
      </Card>
    </Stack>
  );
}
