import Box from "@mui/material/Box";
import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import { useWebsite } from "../session/hooks";
import { useGetPluginIconQuery } from "./api";

interface PluginIconProps {
  plugin: { id: string; digest: string; hasIcon: boolean };
  size?: number;
}

/** A plugin's icon, or a general one. Beside the plugin's name it says nothing more. */
export function PluginIcon({ plugin, size = 40 }: PluginIconProps) {
  const website = useWebsite();
  const { id, digest, hasIcon } = plugin;
  const icon = useGetPluginIconQuery({ websiteId: website.id, pluginId: id, digest }, { skip: !hasIcon });
  return (
    <Box
      sx={{
        width: size,
        height: size,
        flexShrink: 0,
        borderRadius: 1,
        overflow: "hidden",
        bgcolor: "stone.main",
        color: "text.secondary",
        display: "grid",
        placeItems: "center",
      }}
    >
      {icon.data === undefined ? (
        <ExtensionOutlined fontSize="small" />
      ) : (
        <Box component="img" src={icon.data} alt="" sx={{ width: 1, height: 1, objectFit: "contain" }} />
      )}
    </Box>
  );
}
