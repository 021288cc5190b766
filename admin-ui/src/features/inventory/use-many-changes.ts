import { useRef, useState } from "react";
import { problemCode } from "@/shared/api/api-error";
import { useWebsite } from "@/shared/session/hooks";
import { useChangeManyStocksMutation, type ChangedLine, type StockLine } from "./api";

/** Most lines in one call. */
const MOST_LINES = 200;

/** What became of a change: the lines that were answered, and why the others were not. */
export interface ManyAnswer {
  lines: ChangedLine[];
  error?: unknown;
}

/**
 * Changes many stocks, as many in one call as the server takes. A repetition after an answer that was lost carries the
 * same key, so that it does not count twice.
 */
export function useManyChanges() {
  const website = useWebsite();
  const [change] = useChangeManyStocksMutation();
  const [isLoading, setLoading] = useState(false);
  const key = useRef(crypto.randomUUID());
  const run = async (lines: StockLine[], reason: string): Promise<ManyAnswer> => {
    setLoading(true);
    const answered: ChangedLine[] = [];
    try {
      for (let from = 0; from < lines.length; from += MOST_LINES) {
        const part = lines.slice(from, from + MOST_LINES);
        const changes = { lines: part, reason, idempotencyKey: key.current };
        answered.push(...(await change({ websiteId: website.id, changes }).unwrap()));
      }
    } catch (error) {
      if (problemCode(error) !== null) key.current = crypto.randomUUID();
      return { lines: answered, error };
    } finally {
      setLoading(false);
    }
    key.current = crypto.randomUUID();
    return { lines: answered };
  };
  return { run, isLoading };
}
