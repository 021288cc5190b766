import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import LinearProgress from "@mui/material/LinearProgress";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import {
  useFetchAssetMutation,
  useListSmugmugGalleriesMutation,
  useListSmugmugPicturesMutation,
  type SmugmugGallery,
  type SmugmugPicture,
} from "@/shared/assets/api";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";

interface SmugmugDialogProps {
  /** The folder to import into. */
  folderId: string | null;
  onClose: () => void;
}

const pictures = (count: number) => plural(count, { one: "1 image", other: "# images" });

/** Imports images from SmugMug: account, gallery, images. */
export function SmugmugDialog({ folderId, onClose }: SmugmugDialogProps) {
  const website = useWebsite();
  const toast = useToast();
  const [askGalleries, { isLoading: isAskingGalleries }] = useListSmugmugGalleriesMutation();
  const [askPictures, { isLoading: isAskingPictures }] = useListSmugmugPicturesMutation();
  const [fetchAsset] = useFetchAssetMutation();
  const [address, setAddress] = useState("");
  const [galleries, setGalleries] = useState<SmugmugGallery[] | null>(null);
  const [galleryKey, setGalleryKey] = useState("");
  const [found, setFound] = useState<SmugmugPicture[] | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [taken, setTaken] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);

  const tryTo = async (run: () => Promise<void>) => {
    setError(null);
    try {
      await run();
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  const list = () =>
    tryTo(async () => {
      setGalleries(await askGalleries({ websiteId: website.id, address: address.trim() }).unwrap());
    });
  const open = (key: string) => {
    setGalleryKey(key);
    setFound(null);
    return tryTo(async () => {
      const shown = await askPictures({ websiteId: website.id, galleryKey: key }).unwrap();
      setFound(shown);
      setChosen(new Set(shown.map(({ url }) => url)));
    });
  };
  const take = () =>
    tryTo(async () => {
      const wanted = (found ?? []).filter(({ url }) => chosen.has(url));
      try {
        for (const [index, { url, title }] of wanted.entries()) {
          setTaken(index);
          await fetchAsset({ websiteId: website.id, url, altText: title, folderId }).unwrap();
          // Imported images are not imported again on a retry.
          setChosen((left) => new Set([...left].filter((one) => one !== url)));
        }
      } finally {
        setTaken(null);
      }
      toast.success(t`${{ pictures: pictures(wanted.length) }} added`);
      onClose();
    });

  return (
    <FormDialog
      title={t`Images from SmugMug`}
      intro={t`Public images are copied to your site. Use only images that you have the rights to.`}
      width="sm"
      error={error}
      submitLabel={galleries === null ? t`Show galleries` : t`Add ${{ pictures: pictures(chosen.size) }}`}
      busy={isAskingGalleries || isAskingPictures || taken !== null}
      incomplete={galleries === null ? address.trim() === "" : chosen.size === 0}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void (galleries === null ? list() : take());
      }}
    >
      <Stack sx={{ gap: 2 }}>
        <TextField
          autoFocus
          fullWidth
          label={t`Address of the SmugMug site`}
          placeholder="https://juniper.smugmug.com"
          value={address}
          disabled={taken !== null}
          onChange={(event) => {
            setAddress(event.target.value);
            setGalleries(null);
            setGalleryKey("");
            setFound(null);
            setChosen(new Set());
          }}
        />
        {galleries?.length === 0 && <Alert severity="info">{t`This site has no public galleries.`}</Alert>}
        {galleries !== null && galleries.length > 0 && (
          <TextField
            select
            fullWidth
            label={t`Gallery`}
            helperText={t`The first 20 galleries are listed, with the first 50 images of each.`}
            value={galleryKey}
            disabled={taken !== null}
            onChange={(event) => void open(event.target.value)}
          >
            {galleries.map((gallery) => (
              <MenuItem key={gallery.key} value={gallery.key}>
                {gallery.title === "" ? t`Without a title` : gallery.title} ({pictures(gallery.pictures)})
              </MenuItem>
            ))}
          </TextField>
        )}
        {found?.length === 0 && <Alert severity="info">{t`This gallery has no images that can be copied.`}</Alert>}
        {taken !== null && (
          <Box role="status">
            <Typography variant="body2">{t`Copying… ${{ pictures: pictures(chosen.size) }} left`}</Typography>
            <LinearProgress aria-label={t`Copying`} sx={{ mt: 1 }} />
          </Box>
        )}
        {found !== null && found.length > 0 && (
          <Box component="fieldset" disabled={taken !== null} sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
            <Typography component="legend" variant="subtitle2" sx={{ mb: 1 }}>
              {t`Images`}
            </Typography>
            <Box sx={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(8.5rem, 1fr))", gap: 1 }}>
              {found.map((picture, index) => (
                <PictureChoice
                  key={picture.url}
                  picture={picture}
                  name={picture.title === "" ? t`Image ${{ number: String(index + 1) }}` : picture.title}
                  checked={chosen.has(picture.url)}
                  onChange={(isWanted) => {
                    const others = [...chosen].filter((one) => one !== picture.url);
                    setChosen(new Set(isWanted ? [...others, picture.url] : others));
                  }}
                />
              ))}
            </Box>
          </Box>
        )}
      </Stack>
    </FormDialog>
  );
}

interface PictureChoiceProps {
  picture: SmugmugPicture;
  name: string;
  checked: boolean;
  onChange: (isWanted: boolean) => void;
}

function PictureChoice({ picture, name, checked, onChange }: PictureChoiceProps) {
  return (
    <Box>
      <Box
        component="img"
        src={picture.thumbnailUrl}
        alt=""
        loading="lazy"
        sx={{ display: "block", width: "100%", aspectRatio: "1", objectFit: "cover", borderRadius: 1 }}
      />
      <FormControlLabel
        control={<Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />}
        label={name}
        slotProps={{ typography: { variant: "body2", sx: { overflowWrap: "anywhere" } } }}
      />
    </Box>
  );
}
