import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import FormControlLabel from "@mui/material/FormControlLabel";
import Checkbox from "@mui/material/Checkbox";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { ExternalLink } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { FormDialog } from "@/shared/form/form-dialog";
import type { SitePage } from "@/shared/navigation/api";
import { isFolder, newFolder, newLink, newPage, type Entry } from "@/shared/navigation/tree";

export type EntryKind = "page" | "link" | "folder";

export function kindOf(entry: Entry): EntryKind {
  if (isFolder(entry)) return "folder";
  return entry.externalLink ? "link" : "page";
}

interface EntryDialogProps {
  kind: EntryKind;
  /** The entry to edit; null for a new one. */
  entry: Entry | null;
  pages: SitePage[];
  onDone: (entry: Entry) => void;
  onClose: () => void;
}

const names: Record<EntryKind, string> = {
  get page() {
    return t`page`;
  },
  get link() {
    return t`link`;
  },
  get folder() {
    return t`folder`;
  },
};
const leads = /^(https?:\/\/\S+|mailto:\S+|tel:\S+|\/\S*|#\S+)$/;

/** Target and label of an entry. */
export function EntryDialog({ kind, entry, pages, onDone, onClose }: EntryDialogProps) {
  const [pageId, setPageId] = useState(entry?.collectionId ?? "");
  const [title, setTitle] = useState(entry?.externalLink?.title ?? entry?.title ?? "");
  const [url, setUrl] = useState(entry?.externalLink?.url ?? "");
  const [newWindow, setNewWindow] = useState(entry?.externalLink?.newWindow ?? false);
  const [shown, setShown] = useState(false);
  const trimmed = title.trim();
  const wrong = {
    page: kind === "page" && pageId === "" ? t`Choose a page` : null,
    title: kind !== "page" && trimmed === "" ? t`Enter a title` : null,
    url: kind === "link" && !leads.test(url.trim()) ? t`Enter an address that starts with https:// or /` : null,
  };
  const submit = () => {
    setShown(true);
    if (Object.values(wrong).some((message) => message !== null)) return;
    const made =
      kind === "page"
        ? { ...newPage(pageId), ...(trimmed === "" ? {} : { title: trimmed }) }
        : kind === "link"
          ? newLink({ title: trimmed, url: url.trim(), newWindow })
          : newFolder(trimmed);
    onDone(entry === null ? made : { ...made, key: entry.key, children: entry.children });
  };
  const helper = (message: string | null, help = "") => (shown && message !== null ? message : help);
  return (
    <FormDialog
      title={entry === null ? t`Add ${{ names: names[kind] }}` : t`Change ${{ names: names[kind] }}`}
      error={null}
      submitLabel={entry === null ? t`Add` : t`Done`}
      busy={false}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        {kind === "page" && (
          <TextField
            select
            label={t`Page`}
            value={pageId}
            error={shown && wrong.page !== null}
            helperText={helper(wrong.page)}
            onChange={(event) => setPageId(event.target.value)}
          >
            {pages.map((page) => (
              <MenuItem key={page.id} value={page.id}>
                {page.navigationTitle || page.title}
              </MenuItem>
            ))}
          </TextField>
        )}
        <TextField
          label={t`Title`}
          value={title}
          error={shown && wrong.title !== null}
          helperText={helper(wrong.title, kind === "page" ? t`Defaults to the page title` : "")}
          slotProps={{ htmlInput: { maxLength: maxOf(ExternalLink.entries.title) } }}
          onChange={(event) => setTitle(event.target.value)}
        />
        {kind === "link" && (
          <>
            <TextField
              label={t`Address`}
              value={url}
              error={shown && wrong.url !== null}
              helperText={helper(wrong.url, t`Such as https://example.com or /cart`)}
              slotProps={{ htmlInput: { inputMode: "url", maxLength: maxOf(ExternalLink.entries.url) } }}
              onChange={(event) => setUrl(event.target.value)}
            />
            <FormControlLabel
              control={<Checkbox checked={newWindow} onChange={(event) => setNewWindow(event.target.checked)} />}
              label={t`Open in a new window`}
            />
          </>
        )}
      </Stack>
    </FormDialog>
  );
}
