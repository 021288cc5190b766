import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useLanguage } from "@/shared/i18n/use-language";
import { useListCatalogueFormatsQuery, type CatalogueFormat } from "@/shared/plugins/formats-api";
import { useWebsite } from "@/shared/session/hooks";
import { saveObject } from "@/shared/ui/save-file";
import { useToast } from "@/shared/ui/toast";
import { useExportCatalogueFileMutation } from "../api";

/** Exports all products in the format of a plugin; nothing where no plugin has one. */
export function FormatExport() {
  const website = useWebsite();
  const toast = useToast();
  const { data = [] } = useListCatalogueFormatsQuery({ websiteId: website.id, language: useLanguage() });
  const [exportFile, { isLoading }] = useExportCatalogueFileMutation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const formats = data.filter((format) => format.exports);
  if (formats.length === 0) return null;
  const save = async ({ pluginId, name, extension }: CatalogueFormat) => {
    setAnchor(null);
    const outcome = await exportFile({ websiteId: website.id, pluginId, format: name });
    if (outcome.error !== undefined) return toast.error(errorText(outcome.error));
    saveObject(outcome.data, `${name}.${extension}`);
  };
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<FileDownloadOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        loading={isLoading}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t`Export products as…`}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {formats.map((format) => (
          <MenuItem key={`${format.pluginId} ${format.name}`} onClick={() => void save(format)}>
            {format.title}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
