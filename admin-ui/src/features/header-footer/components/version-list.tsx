import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListHeaderFooterVersionsQuery, type Version } from "../api";
import { versionText } from "./version-text";

interface VersionListProps {
  editable: boolean;
  busy: boolean;
  /** The version that the preview shows. */
  shown: number | null;
  onShow: (version: number) => void;
  onRestore: (version: number) => void;
}

/** Earlier versions of header and footer, latest first; each can be viewed and restored. */
export function VersionList(props: VersionListProps) {
  const website = useWebsite();
  const { data, isLoading, error, refetch } = useListHeaderFooterVersionsQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true },
  );
  if (isLoading) return <LoadingRows />;
  if (data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyState title={t`No changes yet`}>{t`Changes are listed here.`}</EmptyState>;
  return (
    <Box component="ol" sx={{ listStyle: "none", m: 0, p: 2, overflowY: "auto" }}>
      {data.map((version) => (
        <VersionEntry key={version.number} version={version} {...props} />
      ))}
    </Box>
  );
}

function VersionEntry({ version, editable, busy, shown, onShow, onRestore }: VersionListProps & { version: Version }) {
  const { number, isDraft, publishedOn, authorName, madeOn } = version;
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: "divider" }}>
      <Stack direction="row" sx={{ gap: 0.75, flexWrap: "wrap", alignItems: "center" }}>
        <Typography variant="body2" sx={{ fontWeight: 550 }}>
          {versionText(version)}
        </Typography>
        {isDraft && <Chip size="small" variant="soft" label={t`Draft`} />}
        {publishedOn != null && <Chip size="small" variant="soft" color="success" label={t`Published`} />}
      </Stack>
      <Typography variant="caption" color="textSecondary">
        {authorName ?? t`Stoa`} · {formatMoment(madeOn)}
      </Typography>
      <Stack direction="row" sx={{ gap: 0.5, ml: -1 }}>
        <Button size="small" color="inherit" disabled={shown === number} onClick={() => onShow(number)}>
          {t`Preview`}
        </Button>
        {editable && !isDraft && (
          <Button size="small" disabled={busy} onClick={() => onRestore(number)}>
            {t`Restore`}
          </Button>
        )}
      </Stack>
    </Box>
  );
}
