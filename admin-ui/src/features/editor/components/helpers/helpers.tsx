import { lazy, memo, Suspense, useEffect, useRef } from "react";
import { useCanvasSpace } from "../canvas/canvas-context";
import { useEditorActions } from "../../hooks/use-open-page";
import { useShortcuts } from "../../hooks/use-shortcuts";
import type { PaletteProps } from "./command-palette";

const CommandPalette = lazy(() => import("./command-palette"));
const ShortcutHelp = lazy(() => import("./shortcut-help"));

/** Which dialog is open; null for none. */
export type Helper = "palette" | "help" | null;

interface HelpersProps extends Omit<PaletteProps, "onClose" | "onHelp"> {
  open: Helper;
  onTurn: (open: Helper) => void;
}

/** Dialogs that open by shortcut anywhere in the editor; loaded lazily. */
export const Helpers = memo(function Helpers({ open, onTurn, ...actions }: HelpersProps) {
  const { undo, redo } = useEditorActions();
  const { view } = useCanvasSpace();
  const close = () => onTurn(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // A dialog holds the focus until it is closed; by then a command may have moved the focus elsewhere.
    if (open === null && wasOpen.current && document.activeElement === document.body) view.current.focus();
    wasOpen.current = open !== null;
  }, [open, view]);
  useShortcuts({ undo, redo, openPalette: () => onTurn("palette"), openHelp: () => onTurn("help") });
  return (
    <Suspense fallback={null}>
      {open === "palette" && <CommandPalette {...actions} onClose={close} onHelp={() => onTurn("help")} />}
      {open === "help" && <ShortcutHelp onClose={close} />}
    </Suspense>
  );
});
