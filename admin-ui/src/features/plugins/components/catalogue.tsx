import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import { useState } from "react";
import { useLanguage } from "@/shared/i18n/use-language";
import { useWebsite } from "@/shared/session/hooks";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListPluginCatalogueQuery, type CatalogueEntry } from "../api";
import { sourceText } from "../words";
import { PluginList } from "./plugin-list";

function isFound({ name, publisher, summary }: CatalogueEntry, wanted: string): boolean {
  return `${name} ${publisher} ${summary}`.toLowerCase().includes(wanted.trim().toLowerCase());
}

/** What can be installed on the site. */
export function Catalogue() {
  const website = useWebsite();
  const query = useListPluginCatalogueQuery({ websiteId: website.id, language: useLanguage() });
  const [wanted, setWanted] = useState("");
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const entries = query.data;
  if (entries === undefined) return <LoadingRows rows={4} />;
  const found = entries.filter((entry) => isFound(entry, wanted));
  return (
    <Stack sx={{ gap: 2 }}>
      {entries.length > 0 && <SearchField label={t`Search plugins`} value={wanted} onChange={setWanted} />}
      <Paper variant="card">
        {found.length > 0 ? (
          <PluginList label={t`Catalogue`} plugins={found} renderEnd={(entry) => <EntryState entry={entry} />} />
        ) : entries.length > 0 ? (
          <EmptyState title={t`No plugin found`} icon={<ExtensionOutlined />}>
            {t`Try another word.`}
          </EmptyState>
        ) : (
          <EmptyState title={t`The catalogue is empty`} icon={<ExtensionOutlined />}>
            {t`You can upload a plugin file.`}
          </EmptyState>
        )}
      </Paper>
    </Stack>
  );
}

function EntryState({ entry }: { entry: CatalogueEntry }) {
  const { installed, version, source, signature } = entry;
  return (
    <Stack sx={{ alignItems: { xs: "flex-start", sm: "flex-end" }, gap: 0.5 }}>
      {installed === version && <Chip size="small" variant="soft" color="success" label={t`Installed`} />}
      {installed != null && installed !== version && (
        <Chip size="small" variant="soft" color="info" label={t`Update to ${version}`} />
      )}
      <Typography variant="caption" color="textSecondary">
        {sourceText(source)}
      </Typography>
      {signature !== "valid" && source !== "bundled" && (
        <Chip size="small" variant="soft" color="warning" label={t`Not verified`} />
      )}
    </Stack>
  );
}
