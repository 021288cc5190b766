import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import { useWebsite } from "@/shared/session/hooks";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { InstallmentsCard } from "../components/installments-card";
import { useListPluginsQuery, type Plugin, type RefusedPlugin } from "../api";

function kindText(kind: string): string {
  const words = kind.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Health({ plugin }: { plugin: Plugin }) {
  if (!plugin.enabled) return <Chip size="small" variant="soft" label={t`Off`} />;
  if (plugin.health === "suspended")
    return (
      <Stack sx={{ alignItems: "flex-end", gap: 0.5 }}>
        <Chip size="small" variant="soft" color="error" label={t`Suspended after errors`} />
        {plugin.failing.map((part) => (
          <Typography key={part} variant="caption" color="textSecondary">
            {kindText(part)}
          </Typography>
        ))}
      </Stack>
    );
  return <Chip size="small" variant="soft" color="success" label={t`Running`} />;
}

/** Plugins of the server that a check refused. Their reasons are for the people who made or installed them. */
function RefusedPlugins({ plugins }: { plugins: RefusedPlugin[] }) {
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

export function PluginsPage() {
  const website = useWebsite();
  const plugins = useListPluginsQuery({ websiteId: website.id });
  return (
    <Page title={t`Plugins`} description={t`Plugins extend this site. Each runs in its own sandbox.`}>
      <Stack sx={{ gap: 2 }}>
        <Paper variant="card">
          {plugins.isError && <ErrorState error={plugins.error} onRetry={() => void plugins.refetch()} />}
          {plugins.isLoading && <LoadingRows rows={3} />}
          {plugins.data?.plugins.length === 0 && (
            <EmptyState title={t`No plugins`} icon={<ExtensionOutlined />}>
              {t`This server has no plugin installed.`}
            </EmptyState>
          )}
          {plugins.data && plugins.data.plugins.length > 0 && (
            <Stack component="ul" aria-label={t`Plugins`} sx={{ listStyle: "none", m: 0, p: 0 }}>
              {plugins.data.plugins.map((plugin, index) => (
                <Stack
                  component="li"
                  key={plugin.id}
                  direction="row"
                  sx={{ gap: 2, px: 2.5, py: 2, borderTop: index === 0 ? 0 : 1, borderColor: "divider" }}
                >
                  <Box sx={{ flex: 1, minWidth: 0 }}>
                    <Stack direction="row" sx={{ gap: 1, alignItems: "baseline", flexWrap: "wrap" }}>
                      <Typography variant="h3" component="h2">
                        {plugin.name}
                      </Typography>
                      <Typography variant="caption" color="textSecondary">
                        {plugin.version}
                      </Typography>
                    </Stack>
                    <Typography variant="body2" color="textSecondary">
                      {plugin.summary}
                    </Typography>
                    <Typography variant="caption" color="textSecondary">
                      {plugin.kinds.map(kindText).join(", ")}
                    </Typography>
                  </Box>
                  <Health plugin={plugin} />
                </Stack>
              ))}
            </Stack>
          )}
        </Paper>
        <RefusedPlugins plugins={plugins.data?.refused ?? []} />
        <InstallmentsCard />
      </Stack>
    </Page>
  );
}
