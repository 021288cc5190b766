import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Upload from "@mui/icons-material/FileUploadOutlined";
import { useRef, useState, type ReactNode } from "react";
import { FormDialog } from "../form/form-dialog";

interface UploadButtonProps {
  onFiles: (files: File[]) => void;
  /** Receives a URL to import from; null without the permission. */
  onAddress: ((address: string) => void) | null;
  variant?: "contained" | "outlined";
  /** Further ways to add files, shown first. */
  children?: ReactNode;
}

/** Uploads files from the device, or imports one from a URL. */
export function UploadButton({ onFiles, onAddress, variant = "outlined", children }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [naming, setNaming] = useState(false);
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
      {children}
      {onAddress !== null && (
        <Button color="inherit" onClick={() => setNaming(true)}>
          {t`From a URL`}
        </Button>
      )}
      <Button
        variant={variant}
        color={variant === "contained" ? "primary" : "inherit"}
        startIcon={<Upload />}
        onClick={() => input.current?.click()}
      >
        {t`Upload`}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t`Files to upload`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {naming && onAddress !== null && <AddressDialog onAddress={onAddress} onClose={() => setNaming(false)} />}
    </Stack>
  );
}

interface AddressDialogProps {
  onAddress: (address: string) => void;
  onClose: () => void;
}

function AddressDialog({ onAddress, onClose }: AddressDialogProps) {
  const [url, setUrl] = useState("");
  return (
    <FormDialog
      title={t`Add a file from a URL`}
      intro={t`The file is copied to your site. For a video on YouTube or Vimeo the preview image is copied, and galleries play the video from there. Use only files that you have the rights to.`}
      error={null}
      submitLabel={t`Add`}
      busy={false}
      incomplete={url.trim() === ""}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        // In React's tree this form is inside another one.
        event.stopPropagation();
        onAddress(url.trim());
        onClose();
      }}
    >
      <TextField
        autoFocus
        fullWidth
        type="url"
        label={t`URL`}
        placeholder="https://example.com/image.jpg"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
    </FormDialog>
  );
}
