import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { fieldErrors } from "@stoa/api/problem";
import { useState, type ReactNode } from "react";
import { NewPage } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { isApiError } from "@/shared/api/api-error";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";

interface CreatePageDialogProps {
  heading: string;
  intro: string;
  busy: boolean;
  /** Error of the last attempt. */
  error: unknown;
  onCreate: (begun: { title: string; urlId: string }) => Promise<void>;
  onClose: () => void;
  /** Further fields. */
  children?: ReactNode;
}

/** Title and URL of a new page, collection or item. */
export function CreatePageDialog({ heading, intro, busy, error, onCreate, onClose, children }: CreatePageDialogProps) {
  const [title, setTitle] = useState("");
  const [urlId, setUrlId] = useState("");
  const [shown, setShown] = useState(false);
  const wrong = isApiError(error) && error.kind === "problem" ? fieldErrors(error.problem) : {};
  const blank = title.trim() === "" ? t`Enter a title` : undefined;
  const titleMessage = (shown ? blank : undefined) ?? wrong["title"];
  return (
    <FormDialog
      title={heading}
      intro={intro}
      error={error !== undefined && Object.keys(wrong).length === 0 ? errorText(error) : null}
      submitLabel={t`Create`}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        setShown(true);
        if (blank === undefined) void onCreate({ title: title.trim(), urlId: urlId.trim() });
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <TextField
          label={t`Title`}
          autoFocus
          value={title}
          error={titleMessage !== undefined}
          helperText={titleMessage}
          slotProps={{ htmlInput: { maxLength: maxOf(NewPage.entries.title) } }}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextField
          label={t`Address`}
          value={urlId}
          error={wrong["urlId"] !== undefined}
          helperText={wrong["urlId"] ?? t`Leave empty to create it from the title`}
          slotProps={{ htmlInput: { maxLength: maxOf(NewPage.entries.urlId) } }}
          onChange={(event) => setUrlId(event.target.value)}
        />
        {children}
      </Stack>
    </FormDialog>
  );
}
