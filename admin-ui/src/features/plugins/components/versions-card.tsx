import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatDay } from "@/shared/i18n/format";
import { Card } from "@/shared/ui/card";
import type { PluginDetail, PluginVersion } from "../api";
import { sourceText } from "../words";
import { directionTo, type Direction } from "../versions";

interface VersionsCardProps {
  plugin: PluginDetail;
  editable: boolean;
  onChoose: (version: PluginVersion, direction: Direction) => void;
}

/** The versions that can run on the site, newest first. */
export function VersionsCard({ plugin, editable, onChoose }: VersionsCardProps) {
  return (
    <Card title={t`Versions`}>
      <Stack component="ul" aria-label={t`Versions`} sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
        {plugin.versions.map((version) => (
          <Stack
            component="li"
            key={version.digest}
            direction="row"
            sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}
          >
            <Stack sx={{ mr: "auto" }}>
              <Typography>{version.version}</Typography>
              <Typography variant="caption" color="textSecondary">
                {[sourceText(version.source), ...(version.addedOn > 0 ? [formatDay(version.addedOn)] : [])].join(" · ")}
              </Typography>
            </Stack>
            <VersionEnd plugin={plugin} version={version} editable={editable} onChoose={onChoose} />
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}

function VersionEnd({ plugin, version, editable, onChoose }: VersionsCardProps & { version: PluginVersion }) {
  if (version.isCurrent) return <Chip size="small" variant="soft" color="success" label={t`In use`} />;
  const direction = directionTo(plugin, version);
  if (!editable || direction === null) return null;
  const { version: number } = version;
  return (
    <Button size="small" onClick={() => onChoose(version, direction)}>
      {direction === "update" ? t`Update to ${number}` : t`Go back to ${number}`}
    </Button>
  );
}
