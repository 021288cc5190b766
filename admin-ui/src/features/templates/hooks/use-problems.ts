import { useEffect, useMemo, useState } from "react";
import { loadEngine, type Engine } from "@/shared/engine/engine";
import type { FileProblem } from "../api";
import { useDebounced } from "@/shared/hooks/use-debounced";

/** Words that only the server knows: plugins bring them. */
const known = new Set(["FORMATTER_UNKNOWN", "PREDICATE_UNKNOWN"]);
const pause = 150;

function useEngine(): Engine | null {
  const [engine, setEngine] = useState<Engine | null>(null);
  useEffect(() => {
    let wanted = true;
    // Without the engine the server's answers, which come a little later, are all there is.
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

/** What the server found, and in which text of the file. */
export interface ServerFindings {
  text: string;
  problems: FileProblem[];
}

/**
 * What is wrong with the open file: the server's findings when they are about the text as it stands,
 * else what the engine finds here a moment after each change.
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
