import { useNavigate } from "react-router";
import type { Command } from "@/shared/command-box/command";
import CommandBox from "@/shared/command-box/command-box";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useClipboardCommands } from "../../hooks/use-clipboard";
import { useCommands } from "../../hooks/use-commands";
import { useEditable, useEditorActions, useOpenPage } from "../../hooks/use-open-page";
import { useWaysToPublish } from "../../hooks/use-page-status";
import type { Page } from "../../api";
import { settingsScreenOf } from "../../settings-screen";
import { useBlockKinds } from "../block-kinds";

export interface PaletteProps {
  page: Page;
  save: () => Promise<boolean>;
  /** Publishes the page; null without the permission. */
  publish: (() => void) | null;
  onAddBlock: () => void;
  onAddSection: () => void;
  onOpen: (beside: "comments" | "share" | "move" | "schedule") => void;
  onClose: () => void;
  onHelp: () => void;
}

function useOwnCommands({
  page,
  save,
  publish,
  onAddBlock,
  onAddSection,
  onOpen,
  onHelp,
}: Omit<PaletteProps, "onClose">): Command[] {
  const website = useWebsite();
  const navigate = useNavigate();
  const editable = useEditable();
  const mayReview = usePermission("review-comments", "read");
  const commands = useCommands();
  const clipboard = useClipboardCommands();
  const kinds = useBlockKinds();
  const selection = useOpenPage(({ selection }) => selection);
  const { undo, redo } = useEditorActions();
  const ways = useWaysToPublish(page, save, () => onOpen("schedule"));
  const about = settingsScreenOf(page);
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
  const blocks = kinds.all.map((kind): Command => ({
    id: `kind ${kind.kind}`,
    title: `Add ${kind.name}`,
    group: "Blocks",
    detail: kind.category,
    keywords: kind.keywords.join(" "),
    run: () => commands.addAfterSelection(kind),
  }));
  return [
    ...(editable ? [...edits, ...(selection.type === "page" ? [] : ofSelection)] : []),
    ...(mayReview
      ? [{ id: "comments", title: "Show the comments", group: "Page", run: () => onOpen("comments") }]
      : []),
    ...(publish === null ? [] : [{ id: "publish", title: "Publish", group: "Page", run: publish }]),
    ...ways.map((way) => ({ ...way, group: "Page" })),
    {
      id: "settings",
      title: about.label,
      group: "Page",
      run: () => void navigate(`/sites/${website.id}/${about.path}`),
    },
    ...(editable ? blocks : []),
    { id: "help", title: "Keyboard shortcuts", group: "Help", run: onHelp },
  ];
}

/** The command box with the commands of the open page. */
export default function CommandPalette({ onClose, ...actions }: PaletteProps) {
  return <CommandBox own={useOwnCommands(actions)} keepsFocus onClose={onClose} />;
}
