import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import Checkbox from "@mui/material/Checkbox";
import AudioFileOutlined from "@mui/icons-material/AudioFileOutlined";
import InsertDriveFileOutlined from "@mui/icons-material/InsertDriveFileOutlined";
import MovieOutlined from "@mui/icons-material/MovieOutlined";
import Typography from "@mui/material/Typography";
import { useWebsite } from "../session/hooks";
import type { Asset, AssetKind } from "./api";
import { assetUrl } from "./asset-url";

interface AssetGridProps {
  assets: Asset[];
  /** Ids of the selected files. */
  selected?: ReadonlySet<string>;
  onSelect: (asset: Asset) => void;
  /** Toggles a file for bulk actions; undefined if there are none. */
  onMark?: ((asset: Asset) => void) | undefined;
  hasMore: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

function KindIcon({ kind }: { kind: AssetKind }) {
  if (kind === "video") return <MovieOutlined />;
  return kind === "audio" ? <AudioFileOutlined /> : <InsertDriveFileOutlined />;
}

const none: ReadonlySet<string> = new Set();

/** Files as tiles. */
export function AssetGrid({ assets, selected = none, onSelect, onMark, hasMore, loadingMore, onMore }: AssetGridProps) {
  const website = useWebsite();
  return (
    <>
      <Box
        component="ul"
        sx={{
          listStyle: "none",
          p: 0,
          m: 0,
          display: "grid",
          gap: 1.5,
          gridTemplateColumns: "repeat(auto-fill, minmax(132px, 1fr))",
        }}
      >
        {assets.map((asset) => (
          <Box component="li" key={asset.id} sx={{ minWidth: 0, position: "relative" }}>
            <ButtonBase
              onClick={() => onSelect(asset)}
              aria-pressed={onMark === undefined ? selected.has(asset.id) : undefined}
              aria-label={
                asset.kind === "picture" && asset.altText === ""
                  ? t`${{ filename: asset.filename }}, no description`
                  : asset.filename
              }
              sx={{
                width: "100%",
                aspectRatio: "1",
                borderRadius: 1.5,
                overflow: "hidden",
                bgcolor: "stone.main",
                outline: "2px solid transparent",
                outlineOffset: 2,
                ...(selected.has(asset.id) ? { outlineColor: "primary.main" } : {}),
                "&.Mui-focusVisible": { outlineColor: "primary.main" },
              }}
            >
              {asset.kind === "picture" ? (
                <Box
                  component="img"
                  src={assetUrl(website.url, asset.url, 300)}
                  alt=""
                  loading="lazy"
                  sx={{
                    width: "100%",
                    height: "100%",
                    objectFit: "cover",
                    objectPosition: `${asset.focalPoint.x * 100}% ${asset.focalPoint.y * 100}%`,
                  }}
                />
              ) : (
                <KindIcon kind={asset.kind} />
              )}
            </ButtonBase>
            {onMark !== undefined && (
              <Checkbox
                size="small"
                checked={selected.has(asset.id)}
                onChange={() => onMark(asset)}
                slotProps={{ input: { "aria-label": t`Select ${{ filename: asset.filename }}` } }}
                sx={{
                  position: "absolute",
                  top: 4,
                  left: 4,
                  p: 0.25,
                  borderRadius: 1,
                  bgcolor: "background.paper",
                  "&:hover": { bgcolor: "background.paper" },
                }}
              />
            )}
            <Typography variant="caption" color="textSecondary" noWrap sx={{ display: "block", mt: 0.5 }}>
              {asset.filename}
            </Typography>
            {asset.kind === "picture" && asset.altText === "" && (
              <Typography variant="caption" color="warning.main" noWrap sx={{ display: "block" }} aria-hidden>
                {t`No description`}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
      {hasMore && (
        <Box sx={{ textAlign: "center", mt: 2 }}>
          <Button variant="outlined" color="inherit" onClick={onMore} loading={loadingMore}>
            {t`Show more`}
          </Button>
        </Box>
      )}
    </>
  );
}
