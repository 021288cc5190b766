import { t } from "@lingui/core/macro";
import { useWebsite } from "@/shared/session/hooks";
import { useTopQuery, type Dimension, type Parameters } from "../api";
import { rareValues, valueText } from "../dimension-texts";
import type { ReportQuery } from "./use-report-query";

/** Values that are offered; others can be typed where a value is a text. */
const maxValues = 200;

/** Dimensions whose values are texts; of the others only those that occur can be chosen. */
const typed: readonly Dimension[] = ["source", "campaign", "term", "content", "page", "entry", "exit"];
const pages: readonly Dimension[] = ["page", "entry", "exit"];

/** A value that visits have. */
export interface FilterValue {
  value: string;
  /** As people read it. */
  text: string;
  /** Title of a page. */
  title: string | null;
  visits: number;
}

/** What was entered: the value, or why it is none. */
interface ReadValue {
  value: string | null;
  error: string | null;
}

export interface FilterValues {
  offered: FilterValue[];
  /** Whether others can be typed. */
  isTyped: boolean;
  /** Whether other filters narrow what is offered. */
  isFiltered: boolean;
  isLoading: boolean;
  isError: boolean;
  error: unknown;
  retry: () => void;
  read: (text: string) => ReadValue;
}

/** The parameters of the other filters of a screen. */
function otherFilters({ filters }: ReportQuery, by: readonly Dimension[], dimension: Dimension): Parameters {
  const others: Parameters = {};
  for (const other of by) {
    const value = filters[other];
    if (other !== dimension && value !== undefined) others[`filter.${other}`] = value;
  }
  return others;
}

/** The values of a dimension that occur among the visits of the period that have the other filters. */
export function useFilterValues(query: ReportQuery, by: readonly Dimension[], dimension: Dimension): FilterValues {
  const website = useWebsite();
  const others = otherFilters(query, by, dimension);
  const asked = { ...query.range, ...others, by: dimension, limit: maxValues };
  const { currentData, isFetching, isError, error, refetch } = useTopQuery({ websiteId: website.id, query: asked });
  const rows = currentData?.rows.filter(({ value }) => value !== rareValues) ?? [];
  const offered = rows.map(({ value, label, visits }) => {
    const title = label == null || label === value ? null : label;
    return { value, text: valueText(dimension, value), title, visits };
  });
  const isTyped = typed.includes(dimension);
  const read = (text: string): ReadValue => {
    const wanted = text.trim();
    if (wanted === "") return { value: null, error: null };
    const known = offered.find((one) => one.text.toLowerCase() === wanted.toLowerCase());
    if (known !== undefined) return { value: known.value, error: null };
    if (!isTyped) return { value: null, error: t`Choose a value from the list` };
    if (pages.includes(dimension) && !wanted.startsWith("/")) {
      return { value: null, error: t`Enter the path of a page, which begins with “/”` };
    }
    return { value: wanted, error: null };
  };
  return {
    offered,
    isTyped,
    isFiltered: Object.keys(others).length > 0,
    isLoading: isFetching,
    isError,
    error,
    retry: () => void refetch(),
    read,
  };
}
