import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Upload from "@mui/icons-material/FileUploadOutlined";
import { useRef, useState, type ReactNode } from "react";
import { FormDialog } from "../form/form-dialog";

interface UploadButtonProps {
  onFiles: (files: File[]) => void;
  /** Told of an address to copy from; null for those who may not have files fetched. */
  onAddress: ((address: string) => void) | null;
  variant?: "contained" | "outlined";
  /** Further ways to add files, before these. */
  children?: ReactNode;
}

/** Chooses files of this device, or names one elsewhere on the web. */
export function UploadButton({ onFiles, onAddress, variant = "outlined", children }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [naming, setNaming] = useState(false);
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
      {children}
      {onAddress !== null && (
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
      title="Add a file from an address"
      intro="The file is copied to your site. Of a film at YouTube or Vimeo its picture is, and galleries play it from there. Use only what you may."
      error={null}
      submitLabel="Add"
      busy={false}
      incomplete={url.trim() === ""}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        // A form inside another one, as far as React is concerned.
        event.stopPropagation();
        onAddress(url.trim());
        onClose();
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
