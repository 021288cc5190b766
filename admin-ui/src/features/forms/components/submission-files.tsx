import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { formatBytes } from "@/shared/i18n/format";
import { saveObject } from "@/shared/ui/save-file";
import { useToast } from "@/shared/ui/toast";
import {
  useFetchSubmissionFileMutation,
  useListSubmissionFilesQuery,
  type SubmissionFile,
  type SubmissionRef,
} from "../api";

interface SubmissionFilesProps {
  submission: SubmissionRef;
  /** Key of the file field. */
  field: string;
}

/** The files uploaded to one field, with download buttons. */
export function SubmissionFiles({ submission, field }: SubmissionFilesProps) {
  const files = useListSubmissionFilesQuery(submission);
  if (files.isError) {
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => void files.refetch()}>
            {t`Try again`}
          </Button>
        }
      >
        {errorText(files.error)}
      </Alert>
    );
  }
  const own = (files.data ?? []).filter((file) => file.field === field);
  return (
    <Stack component="span" sx={{ gap: 1, alignItems: "flex-start" }}>
      {own.map((file) => (
        <SaveFile key={file.id} submission={submission} file={file} />
      ))}
    </Stack>
  );
}

function SaveFile({ submission, file }: { submission: SubmissionRef; file: SubmissionFile }) {
  const toast = useToast();
  const [fetchFile] = useFetchSubmissionFileMutation();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const outcome = await fetchFile({ ...submission, fileId: file.id });
    setBusy(false);
    if (outcome.error !== undefined) return toast.error(errorText(outcome.error));
    saveObject(outcome.data, file.filename);
  };
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      startIcon={<FileDownloadOutlined />}
      loading={busy}
      onClick={() => void save()}
      sx={{ maxWidth: "100%", overflowWrap: "anywhere", textAlign: "left" }}
    >
      {file.filename} ({formatBytes(file.bytes)})
    </Button>
  );
}
