import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import Upload from "@mui/icons-material/FileUploadOutlined";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { formatBytes } from "@/shared/i18n/format";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useUploadPluginMutation } from "../api";

const ending = ".stoaplugin";
/** Bytes that the server accepts. */
const maxBytes = 24 * 1_048_576;

interface PackageUpload {
  /** The file that is being sent or was refused; null before the first one. */
  file: File | null;
  busy: boolean;
  /** Why the file was refused. */
  refusal: string | null;
  take: (files: readonly File[]) => void;
}

function faultOf(file: File): string | null {
  if (!file.name.toLowerCase().endsWith(ending)) return t`Choose a plugin file, which ends in ${ending}.`;
  return file.size > maxBytes ? t`A plugin has at most ${{ size: formatBytes(maxBytes) }}.` : null;
}

/** Uploads the package of a plugin, and opens the page of the plugin. */
export function usePackageUpload(): PackageUpload {
  const website = useWebsite();
  const navigate = useNavigate();
  const [upload, { isLoading }] = useUploadPluginMutation();
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = async ([chosen]: readonly File[]) => {
    if (chosen === undefined || isLoading) return;
    const fault = faultOf(chosen);
    setFile(chosen);
    setRefusal(fault);
    if (fault !== null) return;
    const answer = await upload({ websiteId: website.id, file: chosen });
    if (answer.error === undefined) void navigate(answer.data.id);
    else setRefusal(errorText(answer.error));
  };
  return { file, busy: isLoading, refusal, take: (files) => void take(files) };
}

export function UploadPackageButton({ upload }: { upload: PackageUpload }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Upload />}
        loading={upload.busy}
        onClick={() => input.current?.click()}
      >
        {t`Upload a plugin`}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ending}
        hidden
        aria-label={t`Plugin file`}
        onChange={(event) => {
          upload.take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}

/** How the upload proceeds, or why the file was refused. */
export function UploadState({ upload }: { upload: PackageUpload }) {
  const { file, busy, refusal } = upload;
  if (file === null) return null;
  const { name } = file;
  if (busy)
    return (
      <Box role="status" sx={{ mb: 2 }}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1, overflowWrap: "anywhere" }}>
          {t`${name} is being uploaded and checked (${{ size: formatBytes(file.size) }})`}
        </Typography>
        <LinearProgress aria-hidden />
      </Box>
    );
  if (refusal === null) return null;
  return (
    <Alert severity="error" sx={{ mb: 2, overflowWrap: "anywhere" }}>
      {t`${name} was not accepted: ${refusal}`}
    </Alert>
  );
}
