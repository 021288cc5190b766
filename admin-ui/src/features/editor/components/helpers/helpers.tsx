import { lazy, memo, Suspense, useEffect, useRef, useState } from "react";
import { useCanvasSpace } from "../canvas/canvas-context";
import { useEditorActions } from "../../hooks/use-open-page";
import { useShortcuts } from "../../hooks/use-shortcuts";
import type { PaletteProps } from "./command-palette";

const CommandPalette = lazy(() => import("./command-palette"));
const ShortcutHelp = lazy(() => import("./shortcut-help"));

type Open = "palette" | "help" | null;

/** What opens by key from anywhere in the editor; loaded when it is first asked for. */
export const Helpers = memo(function Helpers(actions: Omit<PaletteProps, "onClose" | "onHelp">) {
  const { undo, redo } = useEditorActions();
  const [open, setOpen] = useState<Open>(null);
  const { view } = useCanvasSpace();
  const close = () => setOpen(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // A dialog holds the focus until it is gone.
    if (open === null && wasOpen.current) view.current.focus();
    wasOpen.current = open !== null;
  }, [open, view]);
  useShortcuts({ undo, redo, openPalette: () => setOpen("palette"), openHelp: () => setOpen("help") });
  return (
    <Suspense fallback={null}>
      {open === "palette" && <CommandPalette {...actions} onClose={close} onHelp={() => setOpen("help")} />}
      {open === "help" && <ShortcutHelp onClose={close} />}
    </Suspense>
  );
});
