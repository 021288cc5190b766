import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { RefusedPlugin } from "../api";

/** Plugins of the server that a check refused. Their reasons are for the people who made or installed them. */
export function RefusedPlugins({ plugins }: { plugins: RefusedPlugin[] }) {
  if (plugins.length === 0) return null;
  return (
    <Paper variant="card" component="section" aria-labelledby="refused-plugins">
      <Box sx={{ px: 2.5, pt: 2 }}>
        <Typography id="refused-plugins" variant="h3" component="h2">
          {t`Not loaded`}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t`These plugins of the server failed a check and cannot be used.`}
        </Typography>
      </Box>
      <Stack component="ul" aria-labelledby="refused-plugins" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {plugins.map((plugin) => (
          <Box component="li" key={`${plugin.id} ${plugin.version} ${plugin.reason}`} sx={{ px: 2.5, py: 2 }}>
            <Stack direction="row" sx={{ gap: 1, alignItems: "baseline", flexWrap: "wrap" }}>
              <Typography variant="subtitle2" component="h3">
                {plugin.id}
              </Typography>
              <Typography variant="caption" color="textSecondary">
                {plugin.version}
              </Typography>
            </Stack>
            <Typography variant="body2" color="textSecondary" lang="en" sx={{ overflowWrap: "anywhere" }}>
              {plugin.reason}
            </Typography>
          </Box>
        ))}
      </Stack>
    </Paper>
  );
}
