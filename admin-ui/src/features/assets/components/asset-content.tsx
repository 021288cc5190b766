import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useRef } from "react";
import type { Asset } from "@/shared/assets/api";
import { UploadList } from "@/shared/assets/upload-list";
import { useUploads } from "@/shared/assets/use-uploads";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";

/** URL of the file, to copy into links. */
export function Address({ url }: { url: string }) {
  const website = useWebsite();
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(url, website.url).href);
      toast.success(t`Address copied`);
    } catch {
      toast.error(t`The address could not be copied. Select it and copy it yourself.`);
    }
  };
  return (
    <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1, alignItems: { sm: "center" } }}>
      <TextField
        label={t`Address`}
        value={new URL(url, website.url).href}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <Button color="inherit" variant="outlined" sx={{ flexShrink: 0 }} onClick={() => void copy()}>
        {t`Copy address`}
      </Button>
    </Stack>
  );
}

/** Plays or opens the file; nothing for images, which have a preview with their focal point. */
export function Preview({ asset }: { asset: Asset }) {
  const website = useWebsite();
  const address = new URL(asset.url, website.url).href;
  switch (asset.kind) {
    case "picture":
      return null;
    case "video":
      return <Box component="video" controls preload="metadata" src={address} sx={{ width: "100%", maxHeight: 320 }} />;
    case "audio":
      return <Box component="audio" controls preload="metadata" src={address} sx={{ width: "100%" }} />;
    case "document":
      return (
        <Button href={address} target="_blank" rel="noreferrer" color="inherit" variant="outlined">
          {t`Open the file`}
        </Button>
      );
  }
}

/** Replaces the content of the file wherever it is used. */
export function Replace({ asset }: { asset: Asset }) {
  const input = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const uploads = useUploads({
    folderId: asset.folderId ?? null,
    replaces: asset.id,
    onUploaded: () => toast.success(t`Replaced everywhere it is used`),
  });
  return (
    <Box>
      <UploadList uploads={uploads} />
      <Button variant="outlined" color="inherit" onClick={() => input.current?.click()}>
        {t`Replace the file`}
      </Button>
      <Typography variant="caption" color="textSecondary" sx={{ display: "block", mt: 0.5 }}>
        {t`Description, focal point and folder stay the same. The new file is shown everywhere this file is used.`}
      </Typography>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Replacement file`}
        onChange={(event) => {
          uploads.add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </Box>
  );
}
