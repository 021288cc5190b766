import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Add from "@mui/icons-material/Add";
import ArrowBack from "@mui/icons-material/ArrowBack";
import ArrowForward from "@mui/icons-material/ArrowForward";
import Close from "@mui/icons-material/Close";
import { useState } from "react";
import { useController, type Control } from "react-hook-form";
import { ProductBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { AssetsPickerDialog } from "@/shared/assets/asset-picker-dialog";
import { assetUrl } from "@/shared/assets/asset-url";
import { useLazyGetAssetQuery, type Asset } from "@/shared/assets/api";
import { ImageDialog } from "@/shared/assets/image-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { MoveButton } from "@/shared/ui/move-button";
import { mirrored } from "@/shared/ui/mirrored";
import type { ImageForm, ProductForm, VariantTable } from "./product-form-state";

interface MediaCardProps {
  control: Control<ProductForm>;
  variants: VariantTable;
  editable: boolean;
}

/** Maximum number of images of a product. */
const mostPictures = maxOf(ProductBody.entries.imageIds);

function moved(images: readonly ImageForm[], from: number, to: number): ImageForm[] {
  const rest = images.filter((_, index) => index !== from);
  const image = images[from];
  return image === undefined ? [...images] : [...rest.slice(0, to), image, ...rest.slice(to)];
}

/** Images in order, the main one first. */
export function MediaCard({ control, variants, editable }: MediaCardProps) {
  const { field, fieldState } = useController({ control, name: "images" });
  const [picking, setPicking] = useState(false);
  const [described, setDescribed] = useState<Asset | null>(null);
  const website = useWebsite();
  const toast = useToast();
  const [look] = useLazyGetAssetQuery();
  const images = field.value;
  /** Loads the current asset, so that changes made in the library since the product was opened are not lost. */
  const describe = async (assetId: string) => {
    const { data, error } = await look({ websiteId: website.id, assetId });
    if (data === undefined) toast.error(errorText(error));
    else setDescribed(data);
  };
  const remove = (assetId: string) => {
    field.onChange(images.filter((other) => other.assetId !== assetId));
    const rows = variants.now();
    if (!rows.some(({ mainImageId }) => mainImageId === assetId)) return;
    variants.replace(rows.map((row) => (row.mainImageId === assetId ? { ...row, mainImageId: "" } : row)));
  };
  return (
    <Card title={t`Images`}>
      <Stack sx={{ gap: 1.5, pt: 1 }}>
        {images.length > 0 && (
          <Box
            component="ul"
            sx={{
              listStyle: "none",
              m: 0,
              p: 0,
              display: "grid",
              gap: 1.5,
              gridTemplateColumns: "repeat(auto-fill, minmax(148px, 1fr))",
            }}
          >
            {images.map((shown, index) => (
              <Box component="li" key={shown.assetId}>
                <Tile
                  image={shown}
                  place={index + 1}
                  last={index === images.length - 1}
                  editable={editable}
                  onDescribe={editable ? () => void describe(shown.assetId) : null}
                  onMove={(by) => field.onChange(moved(images, index, index + by))}
                  onRemove={() => remove(shown.assetId)}
                />
              </Box>
            ))}
          </Box>
        )}
        {fieldState.error?.message !== undefined && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
        {editable && images.length < mostPictures && (
          <Box>
            <Button startIcon={<Add />} color="inherit" onClick={() => setPicking(true)}>
              {t`Add images`}
            </Button>
          </Box>
        )}
      </Stack>
      <AssetsPickerDialog
        open={picking}
        room={mostPictures - images.length}
        purpose="products"
        onClose={() => setPicking(false)}
        onPick={(picked) => {
          setPicking(false);
          const fresh = picked.filter(({ id }) => !images.some(({ assetId }) => assetId === id));
          const added = fresh.map(({ id, url, altText, focalPoint }) => ({
            assetId: id,
            url,
            altText,
            focalX: focalPoint.x,
            focalY: focalPoint.y,
          }));
          field.onChange([...images, ...added]);
        }}
      />
      {described !== null && (
        <ImageDialog
          picture={described}
          onClose={() => setDescribed(null)}
          onSaved={({ id, altText, focalPoint }) =>
            field.onChange(
              images.map((other) =>
                other.assetId === id ? { ...other, altText, focalX: focalPoint.x, focalY: focalPoint.y } : other,
              ),
            )
          }
        />
      )}
    </Card>
  );
}

interface TileProps {
  image: ImageForm;
  place: number;
  last: boolean;
  editable: boolean;
  onDescribe: (() => void) | null;
  onMove: (by: number) => void;
  onRemove: () => void;
}

function Tile({ image, place, last, editable, onDescribe, onMove, onRemove }: TileProps) {
  const website = useWebsite();
  const called = t`image ${place}`;
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Box
        component="img"
        src={assetUrl(website.url, image.url, 300)}
        alt={image.altText === "" ? t`Image ${place}, without a description` : image.altText}
        loading="lazy"
        sx={{
          width: "100%",
          aspectRatio: "1",
          objectFit: "cover",
          objectPosition: `${image.focalX * 100}% ${image.focalY * 100}%`,
          borderRadius: 1,
          bgcolor: "stone.main",
        }}
      />
      {editable && (
        <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "center" }}>
          <MoveButton size="small" label={t`Move ${called} forward`} blocked={place === 1} onMove={() => onMove(-1)}>
            <ArrowBack fontSize="small" sx={mirrored} />
          </MoveButton>
          <MoveButton size="small" label={t`Move ${called} back`} blocked={last} onMove={() => onMove(1)}>
            <ArrowForward fontSize="small" sx={mirrored} />
          </MoveButton>
          {onDescribe !== null && (
            <Button size="small" color="inherit" aria-label={t`Describe ${called}`} onClick={onDescribe}>
              {t`Describe`}
            </Button>
          )}
          <IconButton size="small" aria-label={t`Remove ${called}`} onClick={onRemove}>
            <Close fontSize="small" />
          </IconButton>
        </Stack>
      )}
    </Stack>
  );
}
