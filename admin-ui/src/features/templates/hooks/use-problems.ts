import { useEffect, useMemo, useState } from "react";
import { loadEngine, type Engine } from "@/shared/engine/engine";
import type { FileProblem } from "../api";
import { useDebounced } from "@/shared/hooks/use-debounced";

/** Only the server knows the names that plugins register. */
const known = new Set(["FORMATTER_UNKNOWN", "PREDICATE_UNKNOWN"]);
const pause = 150;

function useEngine(): Engine | null {
  const [engine, setEngine] = useState<Engine | null>(null);
  useEffect(() => {
    let wanted = true;
    // Without the engine, only the later server results are shown.
    loadEngine(navigator.language).then(
      (loaded) => wanted && setEngine(loaded),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return engine;
}

function checkHere(engine: Engine, path: string, text: string): FileProblem[] {
  return engine
    .check(text)
    .filter(({ code }) => !known.has(code))
    .map(({ code, message, line, column, offset }) => ({
      path,
      line,
      column,
      offset,
      code: code.toLowerCase().replaceAll("_", "-"),
      message,
      severity: "error" as const,
      help: "",
    }));
}

/** Problems found by the server, and the text of the file that they refer to. */
export interface ServerFindings {
  text: string;
  problems: FileProblem[];
}

/**
 * Problems of the open file: the server's if they refer to the current text, else those of the local engine, debounced.
 */
export function useProblems(path: string, text: string, findings: ServerFindings): FileProblem[] {
  const engine = useEngine();
  const settled = useDebounced(text, pause);
  const isTemplate = !/\.(css|less)$/.test(path);
  const here = useMemo(
    () => (engine !== null && isTemplate ? checkHere(engine, path, settled) : null),
    [engine, isTemplate, path, settled],
  );
  const there = useMemo(() => findings.problems.filter((problem) => problem.path === path), [findings, path]);
  return findings.text === text || here === null ? there : here;
}
