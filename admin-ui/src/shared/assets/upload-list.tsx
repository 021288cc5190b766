import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Close from "@mui/icons-material/Close";
import { formatBytes } from "../i18n/format";
import type { UploadRow, Uploads } from "./use-uploads";

function said(arrived: readonly string[]): string {
  const [only] = arrived;
  return arrived.length === 1 && only !== undefined
    ? t`${only} was added.`
    : t`${{ count: String(arrived.length) }} files were added.`;
}

/** Running and failed uploads, and the names of completed ones. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  return (
    <>
      <Box role="status" sx={uploads.arrived.length > 0 ? { mb: 2 } : undefined}>
        {uploads.arrived.length > 0 && <Typography variant="body2">{said(uploads.arrived)}</Typography>}
      </Box>
      <Rows uploads={uploads} />
    </>
  );
}

function Rows({ uploads }: { uploads: Uploads }) {
  if (uploads.rows.length === 0) return null;
  return (
    <Stack component="ul" aria-label={t`Uploads`} sx={{ listStyle: "none", m: 0, p: 0, mb: 2, gap: 1 }}>
      {uploads.rows.map((row) => (
        <Box component="li" key={row.key}>
          {row.state === "failed" ? (
            <Alert
              severity="error"
              onClose={() => uploads.dismiss(row.key)}
              action={
                row.canRetry ? (
                  <Stack direction="row" sx={{ gap: 0.5 }}>
                    <Button color="inherit" size="small" onClick={() => uploads.retry(row.key)}>
                      {row.bytes === 0 ? t`Try again` : t`Resume`}
                    </Button>
                    <Dismiss row={row} uploads={uploads} />
                  </Stack>
                ) : undefined
              }
            >
              {row.bytes === 0 && <Box sx={{ overflowWrap: "anywhere" }}>{row.name}</Box>}
              {row.message}
            </Alert>
          ) : (
            <Underway row={row} uploads={uploads} />
          )}
        </Box>
      ))}
    </Stack>
  );
}

function Dismiss({ row, uploads }: { row: UploadRow; uploads: Uploads }) {
  return (
    <IconButton
      size="small"
      color="inherit"
      aria-label={t`Cancel ${{ name: row.name }}`}
      onClick={() => uploads.dismiss(row.key)}
    >
      <Close fontSize="small" />
    </IconButton>
  );
}

function Underway({ row, uploads }: { row: UploadRow; uploads: Uploads }) {
  const share = row.bytes === 0 ? 0 : Math.round((row.sent / row.bytes) * 100);
  const measured = row.state === "sending" && row.sent > 0;
  const words = { waiting: t`Waiting`, fetching: t`Copying`, processing: t`Processing`, failed: "" };
  const status = row.state === "sending" ? t`${share} % of ${{ bytes: formatBytes(row.bytes) }}` : words[row.state];
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1.5 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ justifyContent: "space-between", gap: 2 }}>
          <Typography variant="body2" noWrap>
            {row.name}
          </Typography>
          <Typography variant="caption" color="textSecondary" noWrap sx={{ flexShrink: 0 }}>
            {status}
          </Typography>
        </Stack>
        <LinearProgress
          aria-label={t`Upload of ${{ name: row.name }}`}
          {...(measured ? { variant: "determinate" as const, value: share } : {})}
        />
      </Box>
      <Dismiss row={row} uploads={uploads} />
    </Stack>
  );
}
