import { useSearchParam } from "../hooks/use-search-param";

/** What a column is sorted by; the kind tells in which words its directions are named. */
export interface SortOf {
  by: string;
  kind: "text" | "number" | "date";
}

/** An order of a list. */
export interface SortState<Sort extends string = string> {
  by: Sort;
  descending: boolean;
}

/** How a list is sorted, and how that is changed. */
export interface Sorting {
  /** The order now; none when it is one that no column has. */
  now: SortState | null;
  onChange: (next: SortState) => void;
  /** Whether a phone chooses the order in the filters of the screen. */
  inFilters?: boolean;
}

const down = "-down";

const read = (text: string) => ({ by: text.replace(/-down$/, ""), descending: text.endsWith(down) });

/**
 * The order of a list in the address of the screen, such as `name` or `total-down`; nothing for the usual order.
 * `wanted` is what the API takes.
 */
export function useSorting<Sort extends string>(
  sorts: readonly Sort[],
  usual: SortState<Sort>,
): { sorting: Sorting; wanted: { sort?: Sort; descending?: boolean } } {
  const [text, setText] = useSearchParam("sort");
  const { by, descending } = read(text);
  const known = sorts.find((sort) => sort === by);
  const now = known === undefined ? usual : { by: known, descending };
  return {
    sorting: {
      now,
      onChange: (next) => {
        const isUsual = next.by === usual.by && next.descending === usual.descending;
        setText(isUsual ? "" : `${next.by}${next.descending ? down : ""}`);
      },
    },
    wanted: known === undefined ? {} : { sort: known, descending },
  };
}

/** The order after a press on the header of a column: the other way round, or at first as people mostly want it. */
export function pressed(now: SortState | null, { by, kind }: SortOf): SortState {
  return { by, descending: now?.by === by ? !now.descending : kind !== "text" };
}

const directions: Record<SortOf["kind"], { up: string; down: string }> = {
  text: { up: "A to Z", down: "Z to A" },
  number: { up: "low to high", down: "high to low" },
  date: { up: "oldest first", down: "latest first" },
};

/** What an order is called where it is chosen from a list. */
export function sortText(header: string, kind: SortOf["kind"], descending: boolean): string {
  return `${header}, ${descending ? directions[kind].down : directions[kind].up}`;
}
