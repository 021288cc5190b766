import Box from "@mui/material/Box";
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from "react";

interface DropAreaProps {
  /** Whether files are accepted. */
  enabled: boolean;
  /** Whether pasted files are accepted, too. */
  pastes?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA"].includes(target.tagName));
}

/** Accepts files dropped onto it, or pasted while it is mounted. */
export function DropArea({ enabled, pastes = true, onFiles, children }: DropAreaProps) {
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    if (!enabled || !pastes) return;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTextField(event.target)) return;
      event.preventDefault();
      take.current(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [enabled, pastes]);
  const holdsFiles = (event: DragEvent) => enabled && event.dataTransfer.types.includes("Files");
  return (
    <Box
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        // Files dropped in a dialog must not bubble to the area that opened it.
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      sx={{
        borderRadius: 1,
        outline: "2px dashed transparent",
        outlineOffset: 6,
        ...(over ? { outlineColor: "primary.main" } : {}),
      }}
    >
      {children}
    </Box>
  );
}
