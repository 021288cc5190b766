export interface FetchState<Data> {
  /** The latest data; null before the first. */
  data: Data | null;
  /** Error of the latest fetch; null while it is running and if it succeeded. */
  error: unknown;
  isLoading: boolean;
}

export type FetchStep<Data> =
  | { type: "pending" }
  | { type: "success"; data: Data }
  | { type: "failed"; error: unknown };

/** Initial state. */
export function unfetched<Data>(): FetchState<Data> {
  return { data: null, error: null, isLoading: false };
}

/** Reducer. Data are kept while newer ones are fetched, and if that fails. */
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
