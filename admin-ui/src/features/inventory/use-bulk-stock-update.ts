import { useRef, useState } from "react";
import { problemCode } from "@/shared/api/api-error";
import { useWebsite } from "@/shared/session/hooks";
import { useChangeManyStocksMutation, type ChangedLine, type StockLine } from "./api";

/** Maximum number of lines per request. */
const MAX_LINES = 200;

/** Result of a change: the lines with a result, and why the others have none. */
export interface BulkStockResult {
  lines: ChangedLine[];
  error?: unknown;
}

/**
 * Changes the stock of many variants, in batches of the server's limit. A retry after a lost response has the same
 * idempotency key, so that it does not count twice.
 */
export function useBulkStockUpdate() {
  const website = useWebsite();
  const [change] = useChangeManyStocksMutation();
  const [isLoading, setLoading] = useState(false);
  const key = useRef(crypto.randomUUID());
  const run = async (lines: StockLine[], reason: string): Promise<BulkStockResult> => {
    setLoading(true);
    const answered: ChangedLine[] = [];
    try {
      for (let from = 0; from < lines.length; from += MAX_LINES) {
        const part = lines.slice(from, from + MAX_LINES);
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
