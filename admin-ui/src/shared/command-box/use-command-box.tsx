import { lazy, Suspense, useCallback, useState, type ReactNode } from "react";
import { useCommandBoxKeys } from "./shortcut";

const CommandBox = lazy(() => import("./command-box"));

/** The command box of a screen, opened by shortcut or by `openBox`. Loaded lazily. */
export function useCommandBox(): { openBox: () => void; box: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const openBox = useCallback(() => setOpen(true), []);
  useCommandBoxKeys(openBox);
  const box = isOpen && (
    <Suspense fallback={null}>
      <CommandBox onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { openBox, box };
}
