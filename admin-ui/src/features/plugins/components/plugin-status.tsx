import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Plugin } from "../api";
import { partText } from "../words";

type Shown = Pick<Plugin, "enabled" | "health" | "needsSetUp">;

function stateOf({ enabled, health, needsSetUp }: Shown) {
  if (needsSetUp) return { label: t`Needs to be set up`, color: "warning" } as const;
  if (!enabled) return { label: t`Off`, color: "default" } as const;
  if (health === "suspended") return { label: t`Suspended after errors`, color: "error" } as const;
  return { label: t`Running`, color: "success" } as const;
}

/** Whether a plugin runs on the site, in words. */
export function StatusChip({ plugin }: { plugin: Shown }) {
  return <Chip size="small" variant="soft" {...stateOf(plugin)} />;
}

/** The state of a plugin, and what of it fails. */
export function PluginStatus({ plugin }: { plugin: Shown & Pick<Plugin, "failing" | "available"> }) {
  const { available, enabled, health, failing } = plugin;
  return (
    <Stack sx={{ alignItems: { xs: "flex-start", sm: "flex-end" }, gap: 0.5 }}>
      <StatusChip plugin={plugin} />
      {available != null && <Chip size="small" variant="soft" color="info" label={t`Update to ${available}`} />}
      {enabled &&
        health === "suspended" &&
        failing.map((part) => (
          <Typography key={part} variant="caption" color="textSecondary">
            {partText(part)}
          </Typography>
        ))}
    </Stack>
  );
}
