import { useEffect, useMemo } from "react";
import { useToast } from "@/shared/ui/toast";
import { clippingIn, clippingOf, clippingText, pasted, type Clipping } from "../clipboard/clipping";
import { copiedClipping, copyClipping, keepClipping } from "../clipboard/own-clipboard";
import { limitReached } from "../document/types";
import { useCommands } from "./use-commands";
import { useEditable } from "./use-open-page";
import { isTyping } from "./use-shortcuts";

export interface ClipboardCommands {
  copy: () => void;
  cut: () => void;
  /** Puts what was copied after what is selected. */
  paste: () => void;
  /** The same with something that is at hand; tells whether there was room. */
  put: (clipping: Clipping) => boolean;
}

/** Copying, cutting and pasting parts of pages by buttons and commands, where the browser's own keys are not at hand. */
export function useClipboardCommands(): ClipboardCommands {
  const commands = useCommands();
  const toast = useToast();
  return useMemo(() => {
    const selected = () => {
      const open = commands.read();
      return open === null ? null : clippingOf(open.document, open.selection);
    };
    const put: ClipboardCommands["put"] = (clipping) => {
      const open = commands.read();
      if (open === null) return false;
      const done = pasted(open.document, open.selection, clipping);
      if (done === null) {
        toast.warn(limitReached);
        return false;
      }
      commands.change(done[0]);
      commands.select(done[1]);
      return true;
    };
    const copy = () => {
      const clipping = selected();
      if (clipping === null) return;
      void copyClipping(clipping);
      toast.say(`The ${clipping.type} is copied. Paste it here or on another page.`);
    };
    return {
      put,
      copy,
      cut: () => {
        const clipping = selected();
        if (clipping === null) return;
        void copyClipping(clipping);
        commands.remove();
        toast.say(`The ${clipping.type} is cut. Paste it here or on another page.`);
      },
      paste: () => {
        void copiedClipping().then((clipping) => {
          if (clipping === null) toast.warn("No block or section has been copied yet.");
          else put(clipping);
        });
      },
    };
  }, [commands, toast]);
}

/** Copying, cutting and pasting parts of pages, by the browser's own keys and menu, from one page to another. */
export function useClipboard(): void {
  const commands = useCommands();
  const { put } = useClipboardCommands();
  const editable = useEditable();
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const open = commands.read();
      if (open === null || isTyping(event.target) || window.getSelection()?.isCollapsed === false) return;
      const clipping = clippingOf(open.document, open.selection);
      if (clipping === null || event.clipboardData === null) return;
      event.clipboardData.setData("text/plain", clippingText(clipping));
      keepClipping(clipping);
      event.preventDefault();
      if (event.type === "cut" && editable) commands.remove();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!editable || isTyping(event.target)) return;
      const clipping = clippingIn(event.clipboardData?.getData("text/plain") ?? "");
      if (clipping === null) return;
      event.preventDefault();
      put(clipping);
    };
    window.addEventListener("copy", onCopy);
    window.addEventListener("cut", onCopy);
    window.addEventListener("paste", onPaste);
    return () => {
      window.removeEventListener("copy", onCopy);
      window.removeEventListener("cut", onCopy);
      window.removeEventListener("paste", onPaste);
    };
  }, [commands, editable, put]);
}
