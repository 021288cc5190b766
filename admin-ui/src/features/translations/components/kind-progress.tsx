import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import LinearProgress from "@mui/material/LinearProgress";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useGetTranslationProgressQuery, type KindProgress, type TranslatedKind } from "../api";
import { kindLabels, kinds, progressText } from "../translation-text";

interface KindProgressListProps {
  language: string;
  /** The chosen kind. */
  kind: TranslatedKind;
  onChange: (kind: TranslatedKind) => void;
}

/** The kinds of what can be translated, each with how far it is. */
export function KindProgressList({ language, kind, onChange }: KindProgressListProps) {
  const website = useWebsite();
  const progress = useGetTranslationProgressQuery(
    { websiteId: website.id, language },
    { refetchOnMountOrArgChange: true },
  );
  // Kinds that the contributor may not see are left out of the answer.
  const known = progress.currentData;
  const shown = known === undefined ? kinds : kinds.filter((own) => known.some((found) => found.kind === own));
  return (
    <>
      {progress.isError && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorText(progress.error)}
        </Alert>
      )}
      <Box
        role="group"
        aria-label={t`What to translate`}
        sx={{
          mb: 2,
          display: "grid",
          gap: 1.5,
          gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", sm: "repeat(auto-fill, minmax(190px, 1fr))" },
        }}
      >
        {shown.map((own) => (
          <KindButton
            key={own}
            kind={own}
            progress={known?.find((found) => found.kind === own)}
            chosen={own === kind}
            onClick={() => onChange(own)}
          />
        ))}
      </Box>
    </>
  );
}

interface KindButtonProps {
  kind: TranslatedKind;
  progress: KindProgress | undefined;
  chosen: boolean;
  onClick: () => void;
}

function KindButton({ kind, progress, chosen, onClick }: KindButtonProps) {
  const { total = 0, missing = 0, outdated = 0 } = progress?.counts ?? {};
  const done = total === 0 ? 100 : Math.round(((total - missing - outdated) / total) * 100);
  return (
    <Paper variant="card" sx={chosen ? { outline: 2, outlineColor: "primary.main" } : {}}>
      <ButtonBase
        aria-pressed={chosen}
        onClick={onClick}
        sx={{ width: 1, height: 1, p: 1.5, display: "block", textAlign: "start", borderRadius: "inherit" }}
      >
        <Typography variant="h3" component="span" sx={{ display: "block", overflowWrap: "anywhere" }}>
          {kindLabels[kind]}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="span" sx={{ display: "block", mb: 1 }}>
          {progress === undefined ? "…" : progressText(progress)}
        </Typography>
        <LinearProgress aria-hidden variant="determinate" value={progress === undefined ? 0 : done} />
      </ButtonBase>
    </Paper>
  );
}
