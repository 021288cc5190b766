import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import History from "@mui/icons-material/History";
import { usePermission } from "@/shared/session/hooks";
import { ViewOnlyChip } from "@/shared/ui/page";
import { WorkspaceBar } from "@/shared/ui/workspace-bar";

interface TemplatesBarProps {
  theme: string;
  mayPublishNow: boolean;
  /** Why there is nothing to publish. */
  hint: string;
  onHistory: () => void;
  onPublish: () => void;
}

export function TemplatesBar({ theme, mayPublishNow, hint, onHistory, onPublish }: TemplatesBarProps) {
  const editable = usePermission("design", "write");
  const mayPublish = usePermission("design", "publish");
  return (
    <WorkspaceBar title={t`Templates`}>
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
    </WorkspaceBar>
  );
}
