import { useSearchParam } from "../hooks/use-search-param";
import { t } from "@lingui/core/macro";

/** Sort key of a column; the kind determines the labels of its directions. */
export interface SortOf {
  by: string;
  kind: "text" | "number" | "date";
}

/** A sort order. */
export interface SortState<Sort extends string = string> {
  by: Sort;
  descending: boolean;
}

/** Current sort order of a list and how to change it. */
export interface Sorting {
  /** The current order; null if no column has it. */
  now: SortState | null;
  onChange: (next: SortState) => void;
  /** Whether the phone layout has the sort select among the filters. */
  inFilters?: boolean;
}

const down = "-down";

const read = (text: string) => ({ by: text.replace(/-down$/, ""), descending: text.endsWith(down) });

/**
 * The sort order of a list in the URL, such as `name` or `total-down`; absent for the default order. `wanted` is the
 * API parameter.
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

/** The order after a click on a column header: reversed, or the column's usual direction first. */
export function toggledSort(now: SortState | null, { by, kind }: SortOf): SortState {
  return { by, descending: now?.by === by ? !now.descending : kind !== "text" };
}

const directions: Record<SortOf["kind"], { up: string; down: string }> = {
  text: {
    get up() {
      return t`A to Z`;
    },
    get down() {
      return t`Z to A`;
    },
  },
  number: {
    get up() {
      return t`low to high`;
    },
    get down() {
      return t`high to low`;
    },
  },
  date: {
    get up() {
      return t`oldest first`;
    },
    get down() {
      return t`latest first`;
    },
  },
};

/** Label of an order in a select. */
export function sortText(header: string, kind: SortOf["kind"], descending: boolean): string {
  return `${header}, ${descending ? directions[kind].down : directions[kind].up}`;
}
