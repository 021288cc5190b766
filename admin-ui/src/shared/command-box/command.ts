import { folded, hasWords, searchWords } from "@/shared/text/folded";

/** An entry of the command box: a command to run, or a screen to open. */
export interface Command {
  id: string;
  title: string;
  /** Heading of its group. */
  group: string;
  /** Distinguishes entries with the same title. */
  detail?: string;
  /** Synonyms for the search. */
  keywords?: string;
  /** Shown only with a search text: there may be very many. */
  onSearchOnly?: boolean;
  run: () => void;
}

export interface CommandGroup {
  name: string;
  commands: Command[];
}

/** Maximum entries per group during a search. */
const maxOfGroup = 20;

/** Match quality of a title: equal, starts with the text, first word, start of any word, or none. */
export function rankOf(title: string, search: string): number {
  const words = searchWords(search);
  const own = folded(title);
  const wanted = words.join(" ");
  if (own === wanted) return 0;
  if (own.startsWith(wanted)) return 1;
  if (own.startsWith(words[0] ?? "")) return 2;
  return searchWords(title).some((word) => word.startsWith(words[0] ?? "")) ? 3 : 4;
}

/** Commands grouped under headings, groups in order of first appearance. */
export function grouped(commands: Command[]): CommandGroup[] {
  const names = [...new Set(commands.map(({ group }) => group))];
  return names.map((name) => ({ name, commands: commands.filter(({ group }) => group === name) }));
}

/**
 * The commands that match all words of a search, best first, grouped with the best group first; all without a search.
 */
export function matchingGroups(commands: Command[], search: string): CommandGroup[] {
  const words = searchWords(search);
  if (words.length === 0) return grouped(commands.filter(({ onSearchOnly }) => onSearchOnly !== true));
  const fits = ({ title, group, detail = "", keywords = "" }: Command) =>
    hasWords(`${group} ${title} ${detail} ${keywords}`, words);
  const rank = ({ title }: Command) => rankOf(title, search);
  // The sort is stable.
  const ranked = commands.filter(fits).sort((one, other) => rank(one) - rank(other));
  return grouped(ranked).map(({ name, commands: all }) => ({ name, commands: all.slice(0, maxOfGroup) }));
}
