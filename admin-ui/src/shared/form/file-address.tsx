import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import Tooltip from "@mui/material/Tooltip";
import AttachFile from "@mui/icons-material/AttachFile";
import { useState } from "react";
import { FileAddressDialog } from "./file-address-dialog";

interface FileAddressProps {
  /** What the address is for. */
  label: string;
  onPick: (address: string) => void;
}

/** Fills an address with that of a file of the library. */
export function FileAddress({ label, onPick }: FileAddressProps) {
  const [picking, setPicking] = useState(false);
  return (
    <InputAdornment position="end">
      <Tooltip title="Choose a file">
        <IconButton size="small" edge="end" aria-label={`Choose a file: ${label}`} onClick={() => setPicking(true)}>
          <AttachFile fontSize="small" />
        </IconButton>
      </Tooltip>
      <FileAddressDialog open={picking} onClose={() => setPicking(false)} onPick={onPick} />
    </InputAdornment>
  );
}
