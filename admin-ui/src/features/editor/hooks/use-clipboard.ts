import { useEffect } from "react";
import { useToast } from "@/shared/ui/toast";
import { clippingIn, clippingOf, clippingText, pasted } from "../clipboard/clipping";
import { blockLimit } from "../document/types";
import { useCommands } from "./use-commands";
import { useEditable } from "./use-open-page";
import { isTyping } from "./use-shortcuts";

/** Copying, cutting and pasting parts of pages, by the browser's own keys and menu, from one page to another. */
export function useClipboard(): void {
  const commands = useCommands();
  const editable = useEditable();
  const toast = useToast();
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const open = commands.read();
      if (open === null || isTyping(event.target) || window.getSelection()?.isCollapsed === false) return;
      const clipping = clippingOf(open.document, open.selection);
      if (clipping === null || event.clipboardData === null) return;
      event.clipboardData.setData("text/plain", clippingText(clipping));
      event.preventDefault();
      if (event.type === "cut" && editable) commands.remove();
    };
    const onPaste = (event: ClipboardEvent) => {
      const open = commands.read();
      if (open === null || !editable || isTyping(event.target)) return;
      const clipping = clippingIn(event.clipboardData?.getData("text/plain") ?? "");
      if (clipping === null) return;
      event.preventDefault();
      const done = pasted(open.document, open.selection, clipping);
      if (done === null) {
        toast.warn(`You have reached the limit of ${blockLimit} blocks.`);
        return;
      }
      commands.change(done[0]);
      commands.select(done[1]);
    };
    window.addEventListener("copy", onCopy);
    window.addEventListener("cut", onCopy);
    window.addEventListener("paste", onPaste);
    return () => {
      window.removeEventListener("copy", onCopy);
      window.removeEventListener("cut", onCopy);
      window.removeEventListener("paste", onPaste);
    };
  }, [commands, editable, toast]);
}
