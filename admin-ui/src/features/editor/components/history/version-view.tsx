import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { VersionNameBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoment } from "@/shared/i18n/format";
import { documentIn } from "@/shared/page-document/document";
import { useWebsite } from "@/shared/session/hooks";
import { ErrorState } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useGetPageVersionQuery,
  useNameVersionMutation,
  useRestoreVersionMutation,
  type HistoryEntry,
  type Page,
  type PageVersion,
} from "../../api";
import { useDraft, useEditable } from "../../hooks/use-open-page";
import { usePreview } from "../../hooks/use-preview";
import { useSession } from "../../hooks/use-session";
import { fieldsOf } from "../../schema/field";
import { toEditDraft } from "../../sync/edit-draft";
import { changedTexts } from "../../text-diff/changed-texts";
import { useBlockKinds } from "../block-kinds";
import { TextDiff } from "./text-diff";
import { changeText, namesIn } from "./change-texts";

/** A version of the page with its history entry; the initial version has none. */
export interface ChosenVersion {
  seq: number;
  entry: HistoryEntry | null;
}

interface VersionViewProps {
  page: Page;
  chosen: ChosenVersion;
  onBack: () => void;
  onRestored: () => void;
}

/** Compares a version with the current page: differences, preview and restore. */
export function VersionView({ page, chosen, onBack, onRestored }: VersionViewProps) {
  const website = useWebsite();
  const { seq, entry } = chosen;
  const version = useGetPageVersionQuery({ websiteId: website.id, pageId: page.id, seq });
  return (
    <Stack sx={{ gap: 2, p: 2, pt: 0, overflowY: "auto" }}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1, flexWrap: "wrap" }}>
        <Button size="small" color="inherit" onClick={onBack}>
          {t`All changes`}
        </Button>
        <Typography variant="body2" color="textSecondary">
          {entry === null ? t`Original version` : `${entry.authorName ?? t`Stoa`} · ${formatMoment(entry.madeOn)}`}
        </Typography>
      </Stack>
      {version.isError && <ErrorState error={version.error} onRetry={() => void version.refetch()} />}
      {version.isLoading && <LinearProgress aria-label={t`Loading`} />}
      {version.data !== undefined && (
        <>
          {entry !== null && <VersionName page={page} entry={entry} />}
          <Comparison version={version.data} />
          <VersionPreview page={page} version={version.data} />
          <Restore page={page} seq={seq} onRestored={onRestored} />
        </>
      )}
    </Stack>
  );
}

function VersionName({ page, entry }: { page: Page; entry: HistoryEntry }) {
  const website = useWebsite();
  const editable = useEditable();
  const [nameVersion, { isLoading, error, isSuccess }] = useNameVersionMutation();
  const [name, setName] = useState(entry.name ?? "");
  if (!editable) return null;
  return (
    <Stack
      component="form"
      direction="row"
      sx={{ gap: 1, alignItems: "flex-start" }}
      onSubmit={(event) => {
        event.preventDefault();
        void nameVersion({ websiteId: website.id, pageId: page.id, seq: entry.seq, name });
      }}
    >
      <TextField
        size="small"
        fullWidth
        label={t`Name of this version`}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: maxOf(VersionNameBody.entries.name) } }}
        error={error !== undefined}
        helperText={
          error !== undefined
            ? errorText(error)
            : isSuccess
              ? t`Saved. Named versions are kept permanently.`
              : undefined
        }
      />
      <Button type="submit" variant="outlined" loading={isLoading}>
        {t`Save`}
      </Button>
    </Stack>
  );
}

function Comparison({ version }: { version: PageVersion }) {
  const session = useSession();
  const draft = useDraft();
  const kinds = useBlockKinds();
  const now = toEditDraft(draft);
  const changes = session.compare(version.draft, now);
  const then = documentIn(version.draft.document);
  const names = namesIn(kinds, draft.document, ...(then === null ? [] : [then]));
  const fields = (kind: string) => fieldsOf(kinds.find(kind)?.settingsSchema);
  return (
    <Box>
      <Typography variant="subtitle2" component="h3">
        {t`Changes since then`}
      </Typography>
      {changes.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {t`No changes: the page is the same.`}
        </Typography>
      ) : (
        <Stack
          component="ul"
          aria-label={t`Changes since then`}
          sx={{ listStyle: "none", m: 0, p: 0, gap: 1, mt: 0.5 }}
        >
          {changes.map((change) => (
            <Box component="li" key={`${change.id}-${change.kind}-${change.change}`}>
              <Chip size="small" variant="soft" color={tones[change.change]} label={changeText(change, names)} />
              {changedTexts(change, version.draft, now, fields).map(({ title, before, after }, index) => (
                <TextDiff key={index} title={title} before={before} after={after} />
              ))}
            </Box>
          ))}
        </Stack>
      )}
    </Box>
  );
}

const tones = { added: "success", changed: "info", moved: "default", removed: "error" } as const;

function VersionPreview({ page, version }: { page: Page; version: PageVersion }) {
  const document = documentIn(version.draft.document);
  if (document === null) return <Alert severity="info">{t`This version cannot be shown here.`}</Alert>;
  return <Preview page={page} document={document} />;
}

/** Width at which the page is rendered before scaling, in CSS pixels. */
const drawnWidth = 1280;
const shownWidth = 420;

function Preview({ page, document }: { page: Page; document: NonNullable<ReturnType<typeof documentIn>> }) {
  const { html } = usePreview(page, document);
  if (html === null) return <LinearProgress aria-label={t`Loading`} />;
  return (
    <Box
      sx={{ height: 460, overflow: "hidden", border: 1, borderColor: "divider", borderRadius: 1, position: "relative" }}
    >
      <Box
        component="iframe"
        title={t`Preview of this version`}
        sandbox=""
        srcDoc={html}
        sx={{
          border: 0,
          width: drawnWidth,
          height: (460 * drawnWidth) / shownWidth,
          transform: `scale(${shownWidth / drawnWidth})`,
          transformOrigin: "0 0",
        }}
      />
    </Box>
  );
}

function Restore({ page, seq, onRestored }: { page: Page; seq: number; onRestored: () => void }) {
  const website = useWebsite();
  const editable = useEditable();
  const session = useSession();
  const toast = useToast();
  const [restore, { isLoading, error }] = useRestoreVersionMutation();
  if (!editable) return null;
  const bringBack = async () => {
    await session.flush();
    const outcome = await restore({ websiteId: website.id, pageId: page.id, seq });
    if (outcome.data === undefined) return;
    await session.addServerStep(outcome.data.revision);
    toast.success(t`The older version was restored. You can undo this.`);
    onRestored();
  };
  return (
    <>
      {error !== undefined && <Alert severity="error">{errorText(error)}</Alert>}
      <Button variant="contained" loading={isLoading} onClick={() => void bringBack()}>
        {t`Restore this version`}
      </Button>
    </>
  );
}
