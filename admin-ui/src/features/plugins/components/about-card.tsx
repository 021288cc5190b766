import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { PluginIcon } from "@/shared/plugins/plugin-icon";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useGetPluginPictureQuery, type PluginDetail } from "../api";
import { kindText, signatureText, sourceText } from "../words";
import { Fact, Facts } from "./facts";
import { Readme } from "./readme";

/** Who made a plugin, what it is for, and how it looks. */
export function AboutCard({ plugin }: { plugin: PluginDetail }) {
  const { publisher, publisherKey, version, licence, homepage, kinds, signature, source, readme, pictures } = plugin;
  return (
    <Card title={t`About this plugin`}>
      <Stack direction="row" sx={{ gap: 2, alignItems: "flex-start" }}>
        <PluginIcon plugin={plugin} size={56} />
        <Facts>
          <Fact name={t`Publisher`}>{publisher}</Fact>
          <Fact name={t`Version`}>{version}</Fact>
          <Fact name={t`Adds`}>{kinds.map(kindText).join(", ")}</Fact>
          {licence != null && <Fact name={t`Licence`}>{licence}</Fact>}
          {homepage != null && /^https?:/.test(homepage) && (
            <Fact name={t`Website`}>
              <Link href={homepage} target="_blank" rel="noreferrer noopener">
                {homepage}
              </Link>
            </Fact>
          )}
          <Fact name={t`Origin`}>{sourceText(source)}</Fact>
          {publisherKey != null && (
            <Fact name={t`Key`}>
              <code>{publisherKey}</code>
            </Fact>
          )}
        </Facts>
      </Stack>
      {source !== "bundled" && (
        <Alert severity={signature === "valid" ? "success" : "warning"} sx={{ mt: 2 }}>
          {signatureText(signature)}
        </Alert>
      )}
      {pictures > 0 && <Pictures plugin={plugin} />}
      {readme != null && readme !== "" && (
        <>
          <Divider sx={{ my: 2 }} />
          <Readme html={readme} />
        </>
      )}
    </Card>
  );
}

function Pictures({ plugin }: { plugin: PluginDetail }) {
  return (
    <Stack
      component="ul"
      aria-label={t`Pictures`}
      direction="row"
      tabIndex={0}
      sx={{ listStyle: "none", m: 0, p: 0, mt: 2, gap: 1.5, overflowX: "auto" }}
    >
      {Array.from({ length: plugin.pictures }, (_, number) => (
        <Picture key={number} plugin={plugin} number={number} />
      ))}
    </Stack>
  );
}

function Picture({ plugin, number }: { plugin: PluginDetail; number: number }) {
  const website = useWebsite();
  const { id, digest, name } = plugin;
  const picture = useGetPluginPictureQuery({ websiteId: website.id, pluginId: id, digest, number });
  const place = number + 1;
  if (picture.isError) return null;
  return (
    <Box component="li" sx={{ flexShrink: 0, width: 280, height: 175, bgcolor: "stone.main", borderRadius: 1 }}>
      {picture.data !== undefined && (
        <Box
          component="img"
          src={picture.data}
          alt={t`Picture ${place} of ${name}`}
          sx={{ width: 1, height: 1, objectFit: "contain" }}
        />
      )}
    </Box>
  );
}
