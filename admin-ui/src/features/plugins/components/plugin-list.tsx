import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import { PluginIcon } from "@/shared/plugins/plugin-icon";
import { kindText } from "../words";

interface Listed {
  id: string;
  name: string;
  version: string;
  digest: string;
  hasIcon: boolean;
  publisher: string;
  summary: string;
  kinds: string[];
}

interface PluginListProps<Row extends Listed> {
  label: string;
  plugins: readonly Row[];
  renderEnd: (plugin: Row) => ReactNode;
}

/** Plugins with their names as links to their pages. */
export function PluginList<Row extends Listed>({ label, plugins, renderEnd }: PluginListProps<Row>) {
  return (
    <Stack component="ul" aria-label={label} sx={{ listStyle: "none", m: 0, p: 0 }}>
      {plugins.map((plugin, index) => (
        <Stack
          component="li"
          key={`${plugin.id} ${plugin.digest}`}
          direction="row"
          sx={{ gap: 2, px: 2.5, py: 2, borderTop: index === 0 ? 0 : 1, borderColor: "divider" }}
        >
          <PluginIcon plugin={plugin} />
          <Stack direction={{ xs: "column", sm: "row" }} sx={{ flex: 1, minWidth: 0, gap: { xs: 1, sm: 2 } }}>
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
              <Stack direction="row" sx={{ gap: 1, alignItems: "baseline", flexWrap: "wrap" }}>
                <Typography variant="h3" component="h2">
                  <Link component={RouterLink} to={plugin.id} color="inherit">
                    {plugin.name}
                  </Link>
                </Typography>
                <Typography variant="caption" color="textSecondary">
                  {`${plugin.publisher} · ${plugin.version}`}
                </Typography>
              </Stack>
              <Typography variant="body2" color="textSecondary">
                {plugin.summary}
              </Typography>
              <Typography variant="caption" color="textSecondary">
                {plugin.kinds.map(kindText).join(", ")}
              </Typography>
            </Box>
            <Box sx={{ flexShrink: 0 }}>{renderEnd(plugin)}</Box>
          </Stack>
        </Stack>
      ))}
    </Stack>
  );
}
