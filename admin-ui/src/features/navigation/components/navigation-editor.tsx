import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import Add from "@mui/icons-material/Add";
import { useRef, useState } from "react";
import { FormShell } from "@/shared/form/form-shell";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { EmptyState } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import type { Menu, SiteLayout, SitePage } from "@/shared/navigation/api";
import {
  canMove,
  dropEntry,
  entriesOf,
  itemsOf,
  moveEntry,
  removeEntry,
  replaceEntry,
  type Entry,
} from "@/shared/navigation/tree";
import { useSaveNavigation } from "@/shared/navigation/use-save-navigation";
import { EntryDialog, kindOf, type EntryKind } from "./entry-dialog";
import { EntryRow, type EntryActions } from "./entry-row";

interface NavigationEditorProps {
  layout: SiteLayout;
  navigation: Menu;
  pages: SitePage[];
  editable: boolean;
}

interface OpenEntry {
  kind: EntryKind;
  entry: Entry | null;
}

const kinds: EntryKind[] = ["page", "link", "folder"];
const addTexts: Readonly<Record<EntryKind, string>> = {
  get page() {
    return t`Add page`;
  },
  get link() {
    return t`Add link`;
  },
  get folder() {
    return t`Add folder`;
  },
};

/** Edits the tree of one navigation; changes become public when saved. */
export function NavigationEditor({ layout, navigation, pages, editable }: NavigationEditorProps) {
  const website = useWebsite();
  const toast = useToast();
  const list = useRef<HTMLOListElement>(null);
  const [saved, setSaved] = useState(() => entriesOf(navigation.links));
  const [entries, setEntries] = useState(saved);
  const [open, setOpen] = useState<OpenEntry | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const { save: saveNavigation, isSaving, failure, forget } = useSaveNavigation(website.id);
  const hasConflict = failure?.kind === "changed";
  const save = async () => {
    const outcome = await saveNavigation({ layout, identifier: navigation.identifier, items: itemsOf(entries) });
    if (outcome.kind !== "saved") return;
    setSaved(entries);
    toast.success(t`Navigation saved. Visitors see it now.`);
  };
  const takeTheirs = () => {
    const theirs = entriesOf(navigation.links);
    forget();
    setSaved(theirs);
    setEntries(theirs);
  };
  const discard = () => {
    if (hasConflict) return takeTheirs();
    forget();
    setEntries(saved);
  };
  const actions: EntryActions = {
    canMove: (key, direction) => canMove(entries, key, direction),
    onMove: (key, direction) => {
      const moved = moveEntry(entries, key, direction);
      if (moved === entries) return;
      setEntries(moved);
      setAnnouncement(t`Moved.`);
      // A row that moves to another list is mounted again and would lose the focus.
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-entry="${key}"]`)?.focus());
    },
    onDrop: (key, target, place) => setEntries(dropEntry(entries, key, target, place)),
    onEdit: (entry) => setOpen({ kind: kindOf(entry), entry }),
    onRemove: (key) => setEntries(removeEntry(entries, key)),
  };
  const done = (entry: Entry) => {
    setEntries(open?.entry === null ? [...entries, entry] : replaceEntry(entries, entry));
    setOpen(null);
  };
  return (
    <>
      <FormShell
        label={navigation.title}
        editable={editable}
        dirty={entries !== saved}
        busy={isSaving}
        error={
          hasConflict
            ? t`Someone else has changed this navigation in the meantime. Your changes are not saved.`
            : (failure?.message ?? null)
        }
        remedy={
          hasConflict && (
            <>
              <Button color="inherit" size="small" onClick={takeTheirs}>
                {t`Use theirs`}
              </Button>
              <Button color="inherit" size="small" onClick={() => void save()}>
                {t`Keep mine`}
              </Button>
            </>
          )
        }
        onReset={discard}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Card title={navigation.title} flush>
          {entries.length === 0 ? (
            <EmptyState title={t`No entries yet`}>{t`Add the pages that visitors should find first.`}</EmptyState>
          ) : (
            <Box component="ol" ref={list} aria-label={navigation.title} sx={{ listStyle: "none", m: 0, p: 0, pb: 1 }}>
              {entries.map((entry) => (
                <EntryRow key={entry.key} entry={entry} pages={pages} actions={editable ? actions : null} />
              ))}
            </Box>
          )}
          {editable && (
            <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", px: 2, pb: 2, pt: 1 }}>
              {kinds.map((kind) => (
                <Button
                  key={kind}
                  size="small"
                  variant="outlined"
                  color="inherit"
                  startIcon={<Add />}
                  onClick={() => setOpen({ kind, entry: null })}
                >
                  {addTexts[kind]}
                </Button>
              ))}
            </Stack>
          )}
        </Card>
      </FormShell>
      {editable && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
          {t`Drag entries, use their menus, or hold Alt and press the arrow keys.`}
        </Typography>
      )}
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
      {open !== null && (
        <EntryDialog kind={open.kind} entry={open.entry} pages={pages} onDone={done} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
