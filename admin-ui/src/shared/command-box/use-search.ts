import { useEffect, useState } from "react";
import { useDispatch } from "react-redux";
import type { AppDispatch } from "../api/dispatch";
import { searchApi, type Found, type Search } from "./api";

interface Outcome {
  of: Search;
  attempt: number;
  found: Found[];
  error: unknown;
}

export interface SearchState {
  found: Found[];
  /** Error of the search, or null. */
  error: unknown;
  isLoading: boolean;
  retry: () => void;
}

const nothing: Found[] = [];

/** Searches on the server; the request of an outdated search is aborted. @param search Null for no search. */
export function useSearch(search: Search | null): SearchState {
  const dispatch = useDispatch<AppDispatch>();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (search === null) return undefined;
    let isWanted = true;
    const call = dispatch(searchApi.endpoints.searchSite.initiate(search, { forceRefetch: true }));
    const take = (found: Found[], error: unknown) => {
      if (isWanted) setOutcome({ of: search, attempt, found, error });
    };
    call.unwrap().then(
      (found) => take(found, null),
      (error: unknown) => take(nothing, error),
    );
    return () => {
      isWanted = false;
      call.abort();
      call.unsubscribe();
    };
  }, [dispatch, search, attempt]);
  const isCurrent = outcome !== null && outcome.of === search && outcome.attempt === attempt;
  return {
    found: isCurrent ? outcome.found : nothing,
    error: isCurrent ? outcome.error : null,
    isLoading: search !== null && !isCurrent,
    retry: () => setAttempt((count) => count + 1),
  };
}
