import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Upload from "@mui/icons-material/FileUploadOutlined";
import { useRef, useState, type ReactNode } from "react";
import { FormDialog } from "../form/form-dialog";
import { errorText } from "../i18n/error-text";
import { useWebsite } from "../session/hooks";
import { useFetchAssetMutation, type Asset } from "./api";

interface UploadButtonProps {
  onFiles: (files: File[]) => void;
  /** The folder that fetched files go to. */
  folderId: string | null;
  /** Told of what was fetched; null for those who may not have files fetched. */
  onFetched?: ((asset: Asset) => void) | null;
  variant?: "contained" | "outlined";
  /** Further ways to add files, before these. */
  children?: ReactNode;
}

/** Chooses files of this device, or names one elsewhere on the web. */
export function UploadButton({ onFiles, folderId, onFetched, variant = "outlined", children }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [naming, setNaming] = useState(false);
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
      {children}
      {onFetched !== null && (
        <Button color="inherit" onClick={() => setNaming(true)}>
          From an address
        </Button>
      )}
      <Button
        variant={variant}
        color={variant === "contained" ? "primary" : "inherit"}
        startIcon={<Upload />}
        onClick={() => input.current?.click()}
      >
        Upload
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {naming && (
        <AddressDialog
          folderId={folderId}
          onClose={() => setNaming(false)}
          onFetched={(asset) => {
            setNaming(false);
            onFetched?.(asset);
          }}
        />
      )}
    </Stack>
  );
}

interface AddressDialogProps {
  folderId: string | null;
  onFetched: (asset: Asset) => void;
  onClose: () => void;
}

function AddressDialog({ folderId, onFetched, onClose }: AddressDialogProps) {
  const website = useWebsite();
  const [fetchAsset, { isLoading }] = useFetchAssetMutation();
  const [url, setUrl] = useState("");
  const [error, setError] = useState<string | null>(null);
  const fetchIt = async () => {
    setError(null);
    try {
      onFetched(await fetchAsset({ websiteId: website.id, url: url.trim(), folderId }).unwrap());
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  return (
    <FormDialog
      title="Add a file from an address"
      intro="The file is copied to your site. Of a film at YouTube or Vimeo its picture is, and galleries play it from there. Use only what you may."
      error={error}
      submitLabel="Add"
      busy={isLoading}
      incomplete={url.trim() === ""}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void fetchIt();
      }}
    >
      <TextField
        autoFocus
        fullWidth
        type="url"
        label="Address"
        placeholder="https://example.com/picture.jpg"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
    </FormDialog>
  );
}
