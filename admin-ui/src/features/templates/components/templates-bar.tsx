import { t } from "@lingui/core/macro";
import AppBar from "@mui/material/AppBar";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import ArrowBack from "@mui/icons-material/ArrowBack";
import History from "@mui/icons-material/History";
import { Link } from "react-router";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ViewOnlyChip } from "@/shared/ui/page";

interface TemplatesBarProps {
  theme: string;
  mayPublishNow: boolean;
  /** Why there is nothing to publish. */
  hint: string;
  onHistory: () => void;
  onPublish: () => void;
}

export function TemplatesBar({ theme, mayPublishNow, hint, onHistory, onPublish }: TemplatesBarProps) {
  const website = useWebsite();
  const editable = usePermission("design", "write");
  const mayPublish = usePermission("design", "publish");
  return (
    <AppBar
      position="static"
      color="inherit"
      elevation={0}
      sx={{ bgcolor: "background.paper", borderBottom: 1, borderColor: "divider" }}
    >
      <Stack
        direction="row"
        sx={{ alignItems: "center", gap: { xs: 0.5, md: 1 }, px: { xs: 0.75, md: 1.5 }, height: 56 }}
      >
        <IconButton component={Link} to={`/sites/${website.id}`} aria-label={t`Home`} size="small">
          <ArrowBack fontSize="small" />
        </IconButton>
        <Typography variant="h2" component="h1" noWrap>
          {t`Templates`}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap sx={{ display: { xs: "none", sm: "block" } }}>
          {theme}
        </Typography>
        {!editable && <ViewOnlyChip />}
        <Box sx={{ flex: 1 }} />
        <Button size="small" color="inherit" startIcon={<History />} onClick={onHistory}>
          {t`History`}
        </Button>
        {mayPublish && (
          <Tooltip title={mayPublishNow ? "" : hint}>
            <span>
              <Button variant="contained" size="small" disabled={!mayPublishNow} onClick={onPublish}>
                {t`Publish…`}
              </Button>
            </span>
          </Tooltip>
        )}
      </Stack>
    </AppBar>
  );
}
