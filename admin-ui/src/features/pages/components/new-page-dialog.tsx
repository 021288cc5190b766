import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { fieldErrors } from "@stoa/api/problem";
import { useState } from "react";
import { useNavigate } from "react-router";
import { isApiError } from "@/shared/api/api-error";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useCreatePageMutation, type PageSummary } from "../api";

interface NewPageDialogProps {
  kind: "page" | "folder";
  pages: PageSummary[];
  onClose: () => void;
}

function messagesOf(error: unknown): Record<string, string> {
  return isApiError(error) && error.kind === "problem" ? fieldErrors(error.problem) : {};
}

/** The title and address of a new page, and what it begins with. */
export function NewPageDialog({ kind, pages, onClose }: NewPageDialogProps) {
  const website = useWebsite();
  const navigate = useNavigate();
  const [title, setTitle] = useState("");
  const [urlId, setUrlId] = useState("");
  const [copyOf, setCopyOf] = useState("");
  const [shown, setShown] = useState(false);
  const [create, { isLoading, error }] = useCreatePageMutation();
  const wrong = messagesOf(error);
  const blank = title.trim() === "" ? "Enter a title" : undefined;
  const titleMessage = (shown ? blank : undefined) ?? wrong["title"];
  const submit = async () => {
    setShown(true);
    if (blank !== undefined) return;
    const made = await create({
      websiteId: website.id,
      page: { kind, title: title.trim(), urlId: urlId.trim(), copyOf: copyOf === "" ? null : copyOf },
    });
    if (made.data === undefined) return;
    onClose();
    if (kind === "page") void navigate(`/sites/${website.id}/pages/${made.data.id}/edit`);
  };
  return (
    <FormDialog
      title={kind === "page" ? "New page" : "New folder"}
      intro={
        kind === "page"
          ? "Visitors see it once you publish it."
          : "A folder holds pages in the navigation. It can have a page that lists them."
      }
      error={error !== undefined && Object.keys(wrong).length === 0 ? errorText(error) : null}
      submitLabel="Create"
      busy={isLoading}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <TextField
          label="Title"
          autoFocus
          value={title}
          error={titleMessage !== undefined}
          helperText={titleMessage}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextField
          label="Address"
          value={urlId}
          error={wrong["urlId"] !== undefined}
          helperText={wrong["urlId"] ?? "Empty to make one of the title"}
          slotProps={{ htmlInput: { maxLength: 100 } }}
          onChange={(event) => setUrlId(event.target.value)}
        />
        {kind === "page" && (
          <TextField
            select
            label="Begin with"
            value={copyOf}
            onChange={(event) => setCopyOf(event.target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">A blank page</MenuItem>
            {pages
              .filter((page) => page.kind === "page")
              .map((page) => (
                <MenuItem key={page.id} value={page.id}>
                  A copy of {page.title}
                </MenuItem>
              ))}
          </TextField>
        )}
      </Stack>
    </FormDialog>
  );
}
