import { t } from "@lingui/core/macro";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import Tooltip from "@mui/material/Tooltip";
import AttachFile from "@mui/icons-material/AttachFile";
import { useState } from "react";
import { FileUrlDialog } from "./file-url-dialog";

interface FileUrlButtonProps {
  /** Label of the URL field. */
  label: string;
  onPick: (address: string) => void;
}

/** Button that fills a URL field from the media library. */
export function FileUrlButton({ label, onPick }: FileUrlButtonProps) {
  const [picking, setPicking] = useState(false);
  return (
    <InputAdornment position="end">
      <Tooltip title={t`Choose a file`}>
        <IconButton size="small" edge="end" aria-label={t`Choose a file: ${label}`} onClick={() => setPicking(true)}>
          <AttachFile fontSize="small" />
        </IconButton>
      </Tooltip>
      <FileUrlDialog open={picking} onClose={() => setPicking(false)} onPick={onPick} />
    </InputAdornment>
  );
}
