import { t } from "@lingui/core/macro";
import Dialog from "@mui/material/Dialog";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Theme } from "@mui/material/styles";
import { useId, useState, type KeyboardEvent } from "react";
import { useDebounced } from "../hooks/use-debounced";
import { matchingGroups, type Command } from "./command";
import { CommandInput } from "./command-input";
import { CommandList } from "./command-list";
import { SearchNotes } from "./search-notes";
import { useSiteCommands } from "./use-site-commands";
import { useSiteSearch } from "./use-site-search";

interface CommandBoxProps {
  /** Commands of the screen that opened it; listed before those of the site. */
  own?: Command[];
  /** The caller restores the focus. */
  keepsFocus?: boolean;
  onClose: () => void;
}

const none: Command[] = [];
/** Pause in typing before the server is searched, in milliseconds. */
const rest = 250;

/**
 * Command palette: one field that finds pages, products, orders, customers, screens and commands, and opens or runs
 * them.
 */
export default function CommandBox({ own = none, keepsFocus = false, onClose }: CommandBoxProps) {
  const listId = useId();
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down("sm"));
  const [typed, setTyped] = useState("");
  const [index, setIndex] = useState(0);
  const text = typed.trim();
  const settled = useDebounced(text, rest);
  const isSettled = settled === text;
  // Results for an older text must not be opened instead of those for the current one.
  const site = useSiteSearch(isSettled ? text : "");
  const commands = useSiteCommands();
  const groups = [...matchingGroups([...own, ...commands, ...site.pages], text), ...site.groups];
  const all = groups.flatMap(({ commands }) => commands);
  const current = all[Math.min(index, all.length - 1)] ?? null;
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  const step = (by: number) => {
    const from = Math.min(index, all.length - 1);
    if (all.length > 0) setIndex((from + by + all.length) % all.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowUp") step(-1);
    else if (event.key === "Enter" && current !== null) run(current);
    else return;
    event.preventDefault();
  };
  const optionId = (command: Command) => `${listId} ${command.id}`.replaceAll(/[^\w-]/g, "-");
  return (
    <Dialog
      open
      onClose={onClose}
      disableRestoreFocus={keepsFocus}
      fullWidth
      fullScreen={phone}
      maxWidth="sm"
      slotProps={{ paper: { "aria-label": t`Search and commands` } }}
      sx={{ "& .MuiDialog-container": { alignItems: "flex-start" } }}
    >
      <CommandInput
        value={typed}
        listId={listId}
        activeId={current === null ? undefined : optionId(current)}
        isExpanded={all.length > 0}
        onChange={(value) => {
          setTyped(value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
        onClose={phone ? onClose : null}
      />
      <CommandList id={listId} groups={groups} current={current} optionId={optionId} onRun={run} />
      <SearchNotes
        text={text}
        count={all.length}
        isLoading={text !== "" && (!isSettled || site.isLoading)}
        failures={site.failures}
      />
    </Dialog>
  );
}
