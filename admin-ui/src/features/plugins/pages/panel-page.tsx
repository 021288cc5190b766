import { t } from "@lingui/core/macro";
import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import { useParams } from "react-router";
import { useLanguage } from "@/shared/i18n/use-language";
import { useListPluginPanelsQuery } from "@/shared/plugins/panels-api";
import { useWebsite } from "@/shared/session/hooks";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { PanelFrame } from "../components/panel-frame";
import { PanelTable } from "../components/panel-table";

/** A panel of a plugin: its own page in a frame, or a table. */
export function PanelPage() {
  const website = useWebsite();
  const { pluginId = "", panel: name = "" } = useParams();
  const query = useListPluginPanelsQuery({ websiteId: website.id, language: useLanguage() });
  const panel = query.data?.find((one) => one.pluginId === pluginId && one.name === name);
  if (panel !== undefined) {
    const { pluginName, hasPage, digest } = panel;
    const key = `${pluginId} ${name} ${digest}`;
    return (
      <Page title={panel.title} description={pluginName === panel.title ? undefined : pluginName}>
        {hasPage ? <PanelFrame key={key} panel={panel} /> : <PanelTable key={key} panel={panel} />}
      </Page>
    );
  }
  return (
    <Page title={t`Plugin`}>
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <LoadingRows />}
      {query.data !== undefined && (
        <EmptyState title={t`This panel is not there`} icon={<ExtensionOutlined />}>
          {t`Its plugin is switched off or was removed, or your role does not allow you to see its data.`}
        </EmptyState>
      )}
    </Page>
  );
}
