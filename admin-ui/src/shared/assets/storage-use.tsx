import Alert from "@mui/material/Alert";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { formatBytes } from "../i18n/format";
import { useMay, useWebsite } from "../session/hooks";
import { useGetStorageQuery, type Storage } from "./api";

/** Percent from which on it is time to make room. */
const nearlyFull = 90;

/** How much of a site's room its files take; nothing for who may not know, or while it is not known. */
export function StorageUse() {
  const website = useWebsite();
  const mayKnow = useMay("site-settings", "read");
  const { data: storage } = useGetStorageQuery({ websiteId: website.id }, { skip: !mayKnow });
  if (storage === undefined) return null;
  const isFull = storage.siteBytes > 0 && storage.usedBytes >= storage.siteBytes;
  return (
    <Stack sx={{ gap: 1.5, mb: 2 }}>
      {isFull && (
        <Alert severity="warning">
          There is no room for further files. Delete some that are not needed any more, or ask whoever runs this server for a larger plan.
        </Alert>
      )}
      <StorageBar storage={storage} />
    </Stack>
  );
}

/** What is used of how much, as words and as a bar where there is a bound. */
export function StorageBar({ storage: { usedBytes, siteBytes } }: { storage: Storage }) {
  const labelId = useId();
  const used = formatBytes(usedBytes);
  if (siteBytes === 0) return <Typography variant="body2" color="textSecondary">{`${used} used`}</Typography>;
  const percent = Math.min(100, Math.round((usedBytes / siteBytes) * 100));
  return (
    <Stack sx={{ gap: 0.5, maxWidth: 320 }}>
      <Typography id={labelId} variant="body2" color="textSecondary">{`${used} of ${formatBytes(siteBytes)} used`}</Typography>
      <LinearProgress variant="determinate" value={percent} color={percent < nearlyFull ? "primary" : "warning"} aria-labelledby={labelId} />
    </Stack>
  );
}
