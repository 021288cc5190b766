import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router";
import { useListAssetUsesQuery, type AssetUse } from "@/shared/assets/api";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";

const places: Readonly<Record<AssetUse["kind"], string>> = {
  page: "Page",
  folder: "Folder",
  blog: "Blog",
  store: "Store",
  area: "Area",
  post: "Post",
  product: "Product",
  logo: "Header and footer",
  "header-footer": "Website",
  settings: "Settings",
  template: "Template",
  film: "Video thumbnail",
  "saved-section": "Saved section",
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
        Used in
      </Typography>
      {uses.isError ? (
        <Typography variant="body2" color="error">
          {errorText(uses.error)}{" "}
          <Link component="button" type="button" onClick={() => void uses.refetch()}>
            Try again
          </Link>
        </Typography>
      ) : uses.data === undefined ? (
        <Typography variant="body2" color="textSecondary">
          Loading…
        </Typography>
      ) : uses.data.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          Not used yet.
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
