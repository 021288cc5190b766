import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { formatBytes } from "../i18n/format";
import { usePermission, useWebsite } from "../session/hooks";
import { useGetStorageQuery, type Storage } from "./api";

/** Percentage from which a warning is shown. */
const nearlyFull = 90;

/** Storage used by the site; renders nothing while loading or without the permission. */
export function StorageUse() {
  const website = useWebsite();
  const mayKnow = usePermission("site-settings", "read");
  const { data: storage } = useGetStorageQuery({ websiteId: website.id }, { skip: !mayKnow });
  if (storage === undefined) return null;
  const isFull = storage.siteBytes > 0 && storage.usedBytes >= storage.siteBytes;
  return (
    <Stack sx={{ gap: 1.5, mb: 2 }}>
      {isFull && (
        <Alert severity="warning">
          {t`Your storage is full. Delete files that you do not need any more, or ask the operator of this server for more storage.`}
        </Alert>
      )}
      <StorageBar storage={storage} />
    </Stack>
  );
}

/** Used and total storage as text, and as a bar if there is a limit. */
export function StorageBar({ storage: { usedBytes, siteBytes } }: { storage: Storage }) {
  const labelId = useId();
  const used = formatBytes(usedBytes);
  if (siteBytes === 0) return <Typography variant="body2" color="textSecondary">{t`${used} used`}</Typography>;
  const percent = Math.min(100, Math.round((usedBytes / siteBytes) * 100));
  return (
    <Stack sx={{ gap: 0.5, maxWidth: 320 }}>
      <Typography
        id={labelId}
        variant="body2"
        color="textSecondary"
      >{t`${used} of ${{ bytes: formatBytes(siteBytes) }} used`}</Typography>
      <LinearProgress
        variant="determinate"
        value={percent}
        color={percent < nearlyFull ? "primary" : "warning"}
        aria-labelledby={labelId}
      />
    </Stack>
  );
}
