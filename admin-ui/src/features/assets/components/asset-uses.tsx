import { t } from "@lingui/core/macro";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router";
import { useListAssetUsesQuery, type AssetUse } from "@/shared/assets/api";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";

const places: Readonly<Record<AssetUse["kind"], string>> = {
  get page() {
    return t`Page`;
  },
  get folder() {
    return t`Folder`;
  },
  get blog() {
    return t`Blog`;
  },
  get store() {
    return t`Store`;
  },
  get area() {
    return t`Area`;
  },
  get post() {
    return t`Post`;
  },
  get product() {
    return t`Product`;
  },
  get logo() {
    return t`Header and footer`;
  },
  get "header-footer"() {
    return t`Website`;
  },
  get settings() {
    return t`Settings`;
  },
  get template() {
    return t`Template`;
  },
  get film() {
    return t`Video thumbnail`;
  },
  get "saved-section"() {
    return t`Saved section`;
  },
};

/** Path of the screen for a use, relative to the site; null where there is no such screen. */
function screenOf({ kind, id, collectionId }: AssetUse): string | null {
  switch (kind) {
    case "page":
    case "area":
      return `pages/${id}/edit`;
    case "folder":
    case "blog":
    case "store":
      return `pages/${id}/settings`;
    case "post":
      return `items/${id}`;
    case "product":
      return collectionId == null ? null : `products/${collectionId}/${id}`;
    case "logo":
    case "header-footer":
      return "header-footer";
    case "settings":
      return "settings";
    case "template":
      return `templates/${encodeURIComponent(id)}`;
    case "film":
    case "saved-section":
      return null;
  }
}

function Place({ place }: { place: AssetUse }) {
  const website = useWebsite();
  const screen = screenOf(place);
  return (
    <Typography component="li" variant="body2">
      {places[place.kind]}:{" "}
      {screen === null ? (
        place.title
      ) : (
        <Link component={RouterLink} to={`/sites/${website.id}/${screen}`}>
          {place.title}
        </Link>
      )}
    </Typography>
  );
}

/** Lists where a file is used. */
export function AssetUses({ assetId }: { assetId: string }) {
  const website = useWebsite();
  const uses = useListAssetUsesQuery({ websiteId: website.id, assetId });
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Typography variant="subtitle2" component="h3">
        {t`Used in`}
      </Typography>
      {uses.isError ? (
        <Typography variant="body2" color="error">
          {errorText(uses.error)}{" "}
          <Link component="button" type="button" onClick={() => void uses.refetch()}>
            {t`Try again`}
          </Link>
        </Typography>
      ) : uses.data === undefined ? (
        <Typography variant="body2" color="textSecondary">
          {t`Loading…`}
        </Typography>
      ) : uses.data.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {t`Not used yet.`}
        </Typography>
      ) : (
        <Stack component="ul" sx={{ m: 0, pl: 2.5 }}>
          {uses.data.map((place) => (
            <Place key={`${place.kind}:${place.id}`} place={place} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
