import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { editorLabels } from "../i18n/editor-labels";
import { errorStatus } from "../api/api-error";
import { errorText } from "../i18n/error-text";

interface MessageProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}

function Message({ title, children, action, icon }: MessageProps) {
  return (
    <Stack sx={{ alignItems: "center", textAlign: "center", px: 3, py: 7, gap: 1 }}>
      {icon && <Box sx={{ color: "text.secondary", fontSize: 0, mb: 0.5 }}>{icon}</Box>}
      <Typography variant="h2" component="p">
        {title}
      </Typography>
      {children && (
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ maxWidth: "min(46ch, 100%)", overflowWrap: "anywhere" }}
        >
          {children}
        </Typography>
      )}
      {action && <Box sx={{ mt: 1.5 }}>{action}</Box>}
    </Stack>
  );
}

/** Empty state: says what will be here, and how to add it. */
export function EmptyState(props: MessageProps) {
  return <Message {...props} />;
}

interface ErrorStateProps {
  /** Names what could not be loaded, instead of the generic title. */
  title?: string | undefined;
  error: unknown;
  onRetry?: () => void;
}

/** A failed request: shows the reason, and a retry button where that can help. */
export function ErrorState({ title: named = editorLabels.anything, error, onRetry }: ErrorStateProps) {
  const status = errorStatus(error);
  const title = status === 403 ? t`No access` : status === 404 ? t`Not found` : named;
  const mayHelp = onRetry !== undefined && status !== 403 && status !== 404;
  return (
    <Box role="alert">
      <Message
        title={title}
        action={
          mayHelp ? (
            <Button variant="outlined" color="inherit" onClick={onRetry}>
              {t`Try again`}
            </Button>
          ) : undefined
        }
      >
        {errorText(error)}
      </Message>
    </Box>
  );
}

/** Loading indicator that fills its container. */
export function LoadingBar() {
  return (
    <Box role="status" aria-label={t`Loading`}>
      <LinearProgress aria-hidden />
    </Box>
  );
}

/** Placeholder rows of a loading list. */
export function LoadingRows({ rows = 6 }: { rows?: number }) {
  return (
    <Stack role="status" aria-label={t`Loading`} sx={{ px: 2.5, py: 1.5, gap: 1.5 }}>
      {Array.from({ length: rows }, (_, row) => (
        <Stack key={row} direction="row" sx={{ gap: 2, alignItems: "center" }}>
          <Skeleton variant="rounded" width={36} height={36} />
          <Skeleton width={`${58 - (row % 3) * 12}%`} height={22} />
          <Skeleton width={72} height={22} sx={{ ml: "auto" }} />
        </Stack>
      ))}
    </Stack>
  );
}
