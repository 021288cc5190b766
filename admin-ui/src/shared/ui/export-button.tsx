import Button from "@mui/material/Button";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useToast } from "@/shared/ui/toast";

type Outcome = { data: { url: string }; error?: undefined } | { data?: undefined; error: unknown };

interface ExportButtonProps {
  label?: string;
  disabled?: boolean;
  /** Asks the server for an address under which the browser may fetch the table once. */
  linkTo: () => Promise<Outcome>;
}

/** Saves a table that the server writes. */
export function ExportButton({ label = "Export", disabled = false, linkTo }: ExportButtonProps) {
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const save = async () => {
    setAsking(true);
    const outcome = await linkTo();
    setAsking(false);
    // The answer is an attachment: the browser saves it while it comes, and the page stays.
    if (outcome.data !== undefined) location.assign(outcome.data.url);
    else toast.warn(errorText(outcome.error));
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<FileDownloadOutlined />}
      loading={asking}
      disabled={disabled}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}
