import Box from "@mui/material/Box";
import { assetAddress } from "@/shared/assets/asset-address";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { Product } from "../api";

export function ImagesCard({ images }: { images: Product["images"] }) {
  const website = useWebsite();
  return (
    <Card title="Pictures">
      <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: "repeat(3, 1fr)" }}>
        {images.map((image, index) => (
          <Box
            component="img"
            key={image.id}
            src={assetAddress(website.url, image.url, index === 0 ? 750 : 300)}
            alt={image.altText}
            loading="lazy"
            sx={{
              width: "100%",
              aspectRatio: "1",
              objectFit: "cover",
              borderRadius: 1,
              bgcolor: "stone.main",
              ...(index === 0 ? { gridColumn: "1 / -1" } : {}),
            }}
          />
        ))}
      </Box>
    </Card>
  );
}
