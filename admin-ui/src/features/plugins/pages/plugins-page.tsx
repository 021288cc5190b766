import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import { DropArea } from "@/shared/assets/drop-area";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { useLanguage } from "@/shared/i18n/use-language";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { Catalogue } from "../components/catalogue";
import { Deliveries } from "../components/deliveries";
import { InstallmentsCard } from "../components/installments-card";
import { PluginList } from "../components/plugin-list";
import { PluginStatus } from "../components/plugin-status";
import { RefusedPlugins } from "../components/refused-plugins";
import { UploadPackageButton, UploadState, usePackageUpload } from "../components/upload-package";
import { useListPluginsQuery } from "../api";

function Installed() {
  const website = useWebsite();
  const query = useListPluginsQuery({ websiteId: website.id, language: useLanguage() });
  const plugins = query.data?.plugins;
  return (
    <Stack sx={{ gap: 2 }}>
      <Paper variant="card">
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.isLoading && <LoadingRows rows={3} />}
        {plugins?.length === 0 && (
          <EmptyState title={t`No plugins`} icon={<ExtensionOutlined />}>
            {t`Install one from the catalogue, or upload a plugin file.`}
          </EmptyState>
        )}
        {plugins !== undefined && plugins.length > 0 && (
          <PluginList label={t`Plugins`} plugins={plugins} renderEnd={(plugin) => <PluginStatus plugin={plugin} />} />
        )}
      </Paper>
      <RefusedPlugins plugins={query.data?.refused ?? []} />
      <InstallmentsCard />
    </Stack>
  );
}

export function PluginsPage() {
  const editable = usePermission("plugins", "write");
  const upload = usePackageUpload();
  const [tab, setTab] = useSearchParam("tab");
  const open = tab === "catalogue" || tab === "deliveries" ? tab : "installed";
  return (
    <DropArea enabled={editable} pastes={false} onFiles={upload.take}>
      <Page
        title={t`Plugins`}
        description={t`Plugins extend this site. Each runs in its own sandbox.`}
        status={editable ? undefined : <ViewOnlyChip />}
        actions={editable && <UploadPackageButton upload={upload} />}
      >
        <UploadState upload={upload} />
        <Tabs
          value={open}
          onChange={(_, next: string) => setTab(next === "installed" ? "" : next)}
          aria-label={t`Plugins`}
          sx={{ mb: 2, borderBottom: 1, borderColor: "divider" }}
        >
          <Tab value="installed" id="tab-installed" aria-controls="panel-installed" label={t`Installed`} />
          <Tab value="catalogue" id="tab-catalogue" aria-controls="panel-catalogue" label={t`Catalogue`} />
          <Tab value="deliveries" id="tab-deliveries" aria-controls="panel-deliveries" label={t`Deliveries`} />
        </Tabs>
        <Box role="tabpanel" id={`panel-${open}`} aria-labelledby={`tab-${open}`}>
          {open === "installed" && <Installed />}
          {open === "catalogue" && <Catalogue />}
          {open === "deliveries" && <Deliveries />}
        </Box>
      </Page>
    </DropArea>
  );
}
