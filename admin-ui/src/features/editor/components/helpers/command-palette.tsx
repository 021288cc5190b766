import { t } from "@lingui/core/macro";
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
import { partNoun } from "../../part-noun";

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
    { id: "undo", title: t`Undo`, group: t`Page`, run: undo },
    { id: "redo", title: t`Redo`, group: t`Page`, run: redo },
    { id: "add-section", title: t`Add an empty section`, group: t`Page`, run: commands.addSection },
    { id: "sections", title: t`Add a section from the library`, group: t`Page`, run: onAddSection },
    { id: "share", title: t`Share a preview`, group: t`Page`, run: () => onOpen("share") },
    { id: "paste", title: t`Paste a block or section`, group: t`Page`, run: clipboard.paste },
    { id: "add-block", title: t`Add a block…`, group: t`Page`, run: onAddBlock },
  ];
  const ofSelection: Command[] = [
    { id: "copy", title: t`Copy the ${{ part: partNoun(selection.type) }}`, group: t`Selection`, run: clipboard.copy },
    { id: "cut", title: t`Cut the ${{ part: partNoun(selection.type) }}`, group: t`Selection`, run: clipboard.cut },
    {
      id: "duplicate",
      title: t`Duplicate the ${{ part: partNoun(selection.type) }}`,
      group: t`Selection`,
      run: commands.duplicate,
    },
    {
      id: "remove",
      title: t`Remove the ${{ part: partNoun(selection.type) }}`,
      group: t`Selection`,
      run: commands.remove,
    },
    {
      id: "move",
      title: t`Move the ${{ part: partNoun(selection.type) }} to another page`,
      group: t`Selection`,
      run: () => onOpen("move"),
    },
    {
      id: "up",
      title: t`Move the ${{ part: partNoun(selection.type) }} up`,
      group: t`Selection`,
      run: () => commands.move(-1),
    },
    {
      id: "down",
      title: t`Move the ${{ part: partNoun(selection.type) }} down`,
      group: t`Selection`,
      run: () => commands.move(1),
    },
  ];
  const blocks = kinds.all.map((kind): Command => ({
    id: `kind ${kind.kind}`,
    title: t`Add ${{ name: kind.name }}`,
    group: t`Blocks`,
    detail: kind.category,
    keywords: kind.keywords.join(" "),
    run: () => commands.addAfterSelection(kind),
  }));
  return [
    ...(editable ? [...edits, ...(selection.type === "page" ? [] : ofSelection)] : []),
    ...(mayReview
      ? [{ id: "comments", title: t`Show the comments`, group: t`Page`, run: () => onOpen("comments") }]
      : []),
    ...(publish === null ? [] : [{ id: "publish", title: t`Publish`, group: t`Page`, run: publish }]),
    ...ways.map((way) => ({ ...way, group: t`Page` })),
    {
      id: "settings",
      title: about.label,
      group: t`Page`,
      run: () => void navigate(`/sites/${website.id}/${about.path}`),
    },
    ...(editable ? blocks : []),
    { id: "help", title: t`Keyboard shortcuts`, group: t`Help`, run: onHelp },
  ];
}

/** The command box with the commands of the open page. */
export default function CommandPalette({ onClose, ...actions }: PaletteProps) {
  return <CommandBox own={useOwnCommands(actions)} keepsFocus onClose={onClose} />;
}
