import { t } from "@lingui/core/macro";
import List from "@mui/material/List";
import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import { useState } from "react";
import { matchPath, useLocation } from "react-router";
import { useLanguage } from "@/shared/i18n/use-language";
import { panelPath, useListPluginPanelsQuery } from "@/shared/plugins/panels-api";
import { hasPermission, useWebsite, type Resource } from "@/shared/session/hooks";
import { SidebarEntry } from "./sidebar-entry";
import { SidebarGroup } from "./sidebar-group";

/** Who may see none of these can open no panel. */
const data: readonly Resource[] = ["plugins", "products", "orders", "customers", "content"];

/** The panels of plugins that the user may open, in a group of their own; loaded after the sidebar. */
export default function PanelEntries() {
  const website = useWebsite();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(true);
  const skip = !data.some((resource) => hasPermission(website, resource, "read"));
  const asked = { websiteId: website.id, language: useLanguage() };
  const { data: panels = [] } = useListPluginPanelsQuery(asked, { skip });
  if (panels.length === 0) return null;
  return (
    <SidebarGroup label={t`Plugins`} isOpen={isOpen} badges={[]} onToggle={() => setOpen(!isOpen)}>
      <List disablePadding>
        {panels.map((panel) => {
          const path = panelPath(panel);
          const address = `/sites/${website.id}/${path}`;
          return (
            <SidebarEntry
              key={path}
              screen={{ group: "Site", order: 0, label: panel.title, path, icon: ExtensionOutlined }}
              address={address}
              isHere={matchPath(address, pathname) !== null}
              badge={undefined}
            />
          );
        })}
      </List>
    </SidebarGroup>
  );
}
