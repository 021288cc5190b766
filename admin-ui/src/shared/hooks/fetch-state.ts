/** How the fetching of something stands. */
export interface FetchState<Data> {
  /** The newest data; null before the first. */
  data: Data | null;
  /** Why the newest fetch failed; null while it is under way and when it did not. */
  error: unknown;
  isLoading: boolean;
}

export type FetchStep<Data> = { type: "pending" } | { type: "success"; data: Data } | { type: "failed"; error: unknown };

/** Before anything was fetched. */
export function unfetched<Data>(): FetchState<Data> {
  return { data: null, error: null, isLoading: false };
}

/** What a step makes of a state. Data stay while newer ones are fetched, and when that fails. */
export function fetchState<Data>(state: FetchState<Data>, step: FetchStep<Data>): FetchState<Data> {
  switch (step.type) {
    case "pending":
      return { ...state, error: null, isLoading: true };
    case "success":
      return { data: step.data, error: null, isLoading: false };
    case "failed":
      return { ...state, error: step.error, isLoading: false };
  }
}
