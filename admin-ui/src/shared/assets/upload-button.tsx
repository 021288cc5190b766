import Button from "@mui/material/Button";
import Upload from "@mui/icons-material/FileUploadOutlined";
import { useRef } from "react";
import { errorStatus } from "../api/api-error";
import { useWebsite } from "../session/hooks";
import { useToast } from "../ui/toast";
import { useUploadAssetMutation, type Asset } from "./api";

interface UploadButtonProps {
  onUploaded?: (asset: Asset) => void;
  variant?: "contained" | "outlined";
}

function failureText(error: unknown, fileName: string): string {
  const status = errorStatus(error);
  if (status === 415 || status === 400) return `The file ${fileName} does not appear to be a supported file`;
  if (status === 413) return `The file ${fileName} is too large.`;
  return "There was a problem while uploading your file.";
}

/** Uploads one or more pictures, one after the other. */
export function UploadButton({ onUploaded, variant = "outlined" }: UploadButtonProps) {
  const website = useWebsite();
  const input = useRef<HTMLInputElement>(null);
  const [upload, { isLoading }] = useUploadAssetMutation();
  const toast = useToast();
  const uploadAll = async (files: File[]) => {
    for (const file of files) {
      const outcome = await upload({ websiteId: website.id, file, altText: "" });
      if (outcome.data) onUploaded?.(outcome.data);
      else toast.warn(failureText(outcome.error, file.name));
    }
  };
  return (
    <>
      <Button
        variant={variant}
        color={variant === "contained" ? "primary" : "inherit"}
        startIcon={<Upload />}
        loading={isLoading}
        onClick={() => input.current?.click()}
      >
        Upload
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          void uploadAll([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}
