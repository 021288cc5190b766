import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { dimensions, type Dimension, type Interval, type Parameters } from "../api";
import { daysIn, isDay, isPreset, rangeOf, today, type DayRange, type Preset } from "../ranges";

export type Filters = Partial<Record<Dimension, string>>;

export interface ReportQuery {
  /** Null for days that were chosen. */
  preset: Preset | null;
  range: DayRange;
  compares: boolean;
  filters: Filters;
  /** The interval of series: an hour, a day, a week or a month, by the length of the range. */
  interval: Interval;
  /** Range, comparison and filters as query parameters of the API. */
  parameters: Parameters;
  /** The same without the filters, for what is not about visits. */
  unfiltered: Parameters;
  /** The filters alone, for what is about this moment. */
  filtering: Parameters;
  /** The filters by these dimensions, for reports that name them without a prefix. */
  own: (by: readonly Dimension[]) => Parameters;
  choosePreset: (preset: Preset) => void;
  chooseRange: (range: DayRange) => void;
  setCompares: (compares: boolean) => void;
  setFilter: (dimension: Dimension, value: string | null) => void;
  clearFilters: (by: readonly Dimension[]) => void;
}

const initialPreset: Preset = "30-days";
const filterPrefix = "filter.";

function intervalOf(range: DayRange): Interval {
  const days = daysIn(range);
  if (days <= 2) return "hour";
  if (days <= 92) return "day";
  return days <= 400 ? "week" : "month";
}

function readRange(address: URLSearchParams): { preset: Preset | null; range: DayRange } {
  const from = address.get("from") ?? "";
  const to = address.get("to") ?? "";
  if (isDay(from) && isDay(to) && from <= to) return { preset: null, range: { from, to } };
  const named = address.get("range") ?? "";
  const preset = isPreset(named) ? named : initialPreset;
  return { preset, range: rangeOf(preset, today()) };
}

function readFilters(address: URLSearchParams): Filters {
  const filters: Filters = {};
  for (const dimension of dimensions) {
    const value = address.get(filterPrefix + dimension);
    if (value !== null) filters[dimension] = value;
  }
  return filters;
}

/** Range, comparison and filters of all reports; they are in the address, and stay when another report is opened. */
export function useReportQuery(): ReportQuery {
  const [address, setAddress] = useSearchParams();
  return useMemo(() => {
    const { preset, range } = readRange(address);
    const filters = readFilters(address);
    const compares = address.get("compare") === "true";
    const change = (edit: (next: URLSearchParams) => void, replace = true) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          edit(next);
          return next;
        },
        { replace, preventScrollReset: true },
      );
    // Each is an entry of the history, so that Back undoes one filter.
    const changeFilters = (edit: (next: URLSearchParams) => void) => change(edit, false);
    const unfiltered: Parameters = { ...range };
    if (compares) unfiltered.compare = true;
    const filtering: Parameters = {};
    for (const [dimension, value] of Object.entries(filters)) filtering[filterPrefix + dimension] = value;
    return {
      preset,
      range,
      compares,
      filters,
      interval: intervalOf(range),
      parameters: { ...unfiltered, ...filtering },
      unfiltered,
      filtering,
      own: (by) => {
        const named: Parameters = {};
        for (const dimension of by) {
          const value = filters[dimension];
          if (value !== undefined) named[dimension] = value;
        }
        return named;
      },
      choosePreset: (chosen) =>
        change((next) => {
          next.delete("from");
          next.delete("to");
          next.set("range", chosen);
        }),
      chooseRange: ({ from, to }) =>
        change((next) => {
          next.delete("range");
          next.set("from", from);
          next.set("to", to);
        }),
      setCompares: (wanted) =>
        change((next) => {
          if (wanted) next.set("compare", "true");
          else next.delete("compare");
        }),
      setFilter: (dimension, value) =>
        changeFilters((next) => {
          if (value === null) next.delete(filterPrefix + dimension);
          else next.set(filterPrefix + dimension, value);
        }),
      clearFilters: (by) =>
        changeFilters((next) => {
          for (const dimension of by) next.delete(filterPrefix + dimension);
        }),
    };
  }, [address, setAddress]);
}
