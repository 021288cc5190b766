import Box from "@mui/material/Box";
import ImageOutlined from "@mui/icons-material/ImageOutlined";
import { assetUrl } from "../assets/asset-url";
import { useWebsite } from "../session/hooks";

interface ThumbnailProps {
  url: string | null;
  alt?: string;
  size?: number;
}

/** A small square image, or a placeholder icon. */
export function Thumbnail({ url, alt = "", size = 40 }: ThumbnailProps) {
  const website = useWebsite();
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
      {url === null ? (
        <ImageOutlined fontSize="small" />
      ) : (
        <Box
          component="img"
          src={assetUrl(website.url, url, 300)}
          alt={alt}
          loading="lazy"
          sx={{ width: "100%", height: "100%", objectFit: "cover" }}
        />
      )}
    </Box>
  );
}
