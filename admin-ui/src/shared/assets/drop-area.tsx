import Box from "@mui/material/Box";
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from "react";

interface DropAreaProps {
  /** Whether files are taken. */
  enabled: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA"].includes(target.tagName));
}

/** Takes files that are dragged onto it, or pasted while it is on the screen. */
export function DropArea({ enabled, onFiles, children }: DropAreaProps) {
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    if (!enabled) return;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTextField(event.target)) return;
      event.preventDefault();
      take.current(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [enabled]);
  const holdsFiles = (event: DragEvent) => enabled && event.dataTransfer.types.includes("Files");
  return (
    <Box
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
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
