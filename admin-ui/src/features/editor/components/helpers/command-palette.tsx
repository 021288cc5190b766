import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { useClipboardCommands } from "../../hooks/use-clipboard";
import { useCommands } from "../../hooks/use-commands";
import { useEditable, useEditorActions, useOpen } from "../../hooks/use-open-page";
import { useWaysToPublish } from "../../hooks/use-page-status";
import type { Page } from "../../api";
import { useListLinkTargetsQuery } from "@/shared/form/link-targets";
import { settingsOf } from "../../settings-of";
import { useBlockKinds } from "../block-kinds";

export interface PaletteProps {
  page: Page;
  save: () => Promise<boolean>;
  /** Publishes the page; null for those who may not. */
  publish: (() => void) | null;
  onAddBlock: () => void;
  onAddSection: () => void;
  onOpen: (beside: "comments" | "share" | "move" | "schedule") => void;
  onClose: () => void;
  onHelp: () => void;
}

interface Command {
  id: string;
  title: string;
  group: string;
  run: () => void;
}

/** What fits the words: titles that begin with all of them first, then those that begin with the first one. */
export function fittingCommands<T extends Pick<Command, "title" | "group">>(commands: T[], search: string): T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = commands.filter(({ title, group }) => words.every((word) => `${group} ${title}`.toLowerCase().includes(word)));
  const rank = ({ title }: T) => {
    const begins = (start: string) => title.toLowerCase().startsWith(start);
    return begins(words.join(" ")) ? 0 : begins(words[0] ?? "") ? 1 : 2;
  };
  return fitting.sort((one, other) => rank(one) - rank(other));
}

function useAllCommands({ page, save, publish, onAddBlock, onAddSection, onOpen, onHelp }: Omit<PaletteProps, "onClose">): Command[] {
  const website = useWebsite();
  const navigate = useNavigate();
  const editable = useEditable();
  const mayReview = useMay("review-comments", "read");
  const commands = useCommands();
  const clipboard = useClipboardCommands();
  const kinds = useBlockKinds();
  const selection = useOpen(({ selection }) => selection);
  const pageId = useOpen(({ pageId }) => pageId);
  const { undo, redo } = useEditorActions();
  const { data: pages = [] } = useListLinkTargetsQuery({ websiteId: website.id });
  const ways = useWaysToPublish(page, save, () => onOpen("schedule"));
  const about = settingsOf(page);
  const edits: Command[] = [
    { id: "undo", title: "Undo", group: "Page", run: undo },
    { id: "redo", title: "Redo", group: "Page", run: redo },
    { id: "add-section", title: "Add an empty section", group: "Page", run: commands.addSection },
    { id: "sections", title: "Add a section from the library", group: "Page", run: onAddSection },
    { id: "share", title: "Share a preview", group: "Page", run: () => onOpen("share") },
    { id: "paste", title: "Paste a block or section", group: "Page", run: clipboard.paste },
    { id: "add-block", title: "Add a block…", group: "Page", run: onAddBlock },
  ];
  const ofSelection: Command[] = [
    { id: "copy", title: `Copy the ${selection.type}`, group: "Selection", run: clipboard.copy },
    { id: "cut", title: `Cut the ${selection.type}`, group: "Selection", run: clipboard.cut },
    { id: "duplicate", title: `Duplicate the ${selection.type}`, group: "Selection", run: commands.duplicate },
    { id: "remove", title: `Remove the ${selection.type}`, group: "Selection", run: commands.remove },
    { id: "move", title: `Move the ${selection.type} to another page`, group: "Selection", run: () => onOpen("move") },
    { id: "up", title: `Move the ${selection.type} up`, group: "Selection", run: () => commands.move(-1) },
    { id: "down", title: `Move the ${selection.type} down`, group: "Selection", run: () => commands.move(1) },
  ];
  const blocks = kinds.all.map((kind) => ({ id: `kind ${kind.kind}`, title: `Add ${kind.name}`, group: "Blocks", run: () => commands.addAfterSelection(kind) }));
  return [
    ...(editable ? [...edits, ...(selection.type === "page" ? [] : ofSelection), ...blocks] : []),
    ...(mayReview ? [{ id: "comments", title: "Show the comments", group: "Page", run: () => onOpen("comments") }] : []),
    ...(publish === null ? [] : [{ id: "publish", title: "Publish", group: "Page", run: publish }]),
    ...ways.map((way) => ({ ...way, group: "Page" })),
    { id: "settings", title: about.label, group: "Page", run: () => void navigate(`/sites/${website.id}/${about.path}`) },
    ...pages
      .filter((page) => page.pageId !== pageId)
      .map((page) => ({ id: `page ${page.pageId}`, title: page.title, group: "Go to page", run: () => void navigate(`/sites/${website.id}/pages/${page.pageId}/edit`) })),
    { id: "help", title: "Show the keys", group: "Help", run: onHelp },
  ];
}

export default function CommandPalette({ onClose, ...actions }: PaletteProps) {
  const listId = useId();
  const all = useAllCommands(actions);
  const [search, setSearch] = useState("");
  const [index, setIndex] = useState(0);
  const fitting = fittingCommands(all, search);
  const current = fitting[Math.min(index, fitting.length - 1)];
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setIndex(Math.min(index + 1, fitting.length - 1));
    else if (event.key === "ArrowUp") setIndex(Math.max(index - 1, 0));
    else if (event.key === "Enter") run(current);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} disableRestoreFocus fullWidth maxWidth="sm" aria-label="Commands" sx={{ "& .MuiDialog-container": { alignItems: "flex-start" } }}>
      <Box sx={{ p: 1.5, pb: 0 }}>
        <TextField
          autoFocus
          placeholder="Add a block, go to a page, publish…"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setIndex(0);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            htmlInput: {
              role: "combobox",
              "aria-label": "Find a command",
              "aria-expanded": true,
              "aria-controls": listId,
              "aria-activedescendant": current === undefined ? undefined : `${listId} ${current.id}`.replaceAll(" ", "-"),
            },
          }}
        />
      </Box>
      <List id={listId} role="listbox" aria-label="Commands that fit" dense sx={{ maxHeight: "50vh", overflowY: "auto" }}>
        {fitting.map((command) => (
          <ListItemButton
            key={command.id}
            id={`${listId} ${command.id}`.replaceAll(" ", "-")}
            role="option"
            aria-selected={command === current}
            selected={command === current}
            tabIndex={-1}
            ref={command === current ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
            onClick={() => run(command)}
          >
            <ListItemText primary={command.title} />
            <Typography variant="caption" color="textSecondary">
              {command.group}
            </Typography>
          </ListItemButton>
        ))}
      </List>
      {fitting.length === 0 && (
        <Typography variant="body2" color="textSecondary" role="status" sx={{ px: 2.5, pb: 2.5 }}>
          Nothing fits.
        </Typography>
      )}
    </Dialog>
  );
}
