import { t } from "@lingui/core/macro";
import { useEffect, useMemo } from "react";
import { useToast } from "@/shared/ui/toast";
import { parseClipping, clippingOf, serializeClipping, pasteClipping, type Clipping } from "../clipboard/clipping";
import { readClipping, copyClipping, storeClipping } from "../clipboard/page-clipboard";
import { limitReached } from "../document/types";
import { useCommands } from "./use-commands";
import { useEditable } from "./use-open-page";
import { isTyping } from "./use-shortcuts";
import { partNoun } from "../part-noun";

interface ClipboardCommands {
  copy: () => void;
  cut: () => void;
  /** Pastes the copied part after the selection. */
  paste: () => void;
  /** The same with a given part; returns whether there was space. */
  put: (clipping: Clipping) => boolean;
}

/** Copy, cut and paste of page parts by buttons and commands, without the browser's clipboard events. */
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
      const done = pasteClipping(open.document, open.selection, clipping);
      if (done === null) {
        toast.error(limitReached());
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
      toast.success(t`The ${{ part: partNoun(clipping.type) }} is copied. Paste it here or on another page.`);
    };
    return {
      put,
      copy,
      cut: () => {
        const clipping = selected();
        if (clipping === null) return;
        void copyClipping(clipping);
        commands.remove();
        toast.success(t`The ${{ part: partNoun(clipping.type) }} is cut. Paste it here or on another page.`);
      },
      paste: () => {
        void readClipping().then((clipping) => {
          if (clipping === null) toast.error(t`No block or section has been copied yet.`);
          else put(clipping);
        });
      },
    };
  }, [commands, toast]);
}

/** Copy, cut and paste of page parts by the browser's shortcuts and menu, also between pages. */
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
      event.clipboardData.setData("text/plain", serializeClipping(clipping));
      storeClipping(clipping);
      event.preventDefault();
      if (event.type === "cut" && editable) commands.remove();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!editable || isTyping(event.target)) return;
      const clipping = parseClipping(event.clipboardData?.getData("text/plain") ?? "");
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
