import { useSearchParam } from "../hooks/use-search-param";

/** A folder of submissions, usually those in one state. */
export interface ModerationFolder<Id extends string> {
  id: Id;
  name: string;
  /** Whether the tab shows how many there are. */
  isCounted: boolean;
  /** Said if it is empty. */
  emptyTitle: string;
  emptyText: string;
}

export interface ModerationFilters<Id extends string> {
  folders: readonly ModerationFolder<Id>[];
  folder: ModerationFolder<Id>;
  query: string;
  setFolder: (id: Id) => void;
  setQuery: (query: string) => void;
}

/** Folder and search text in the URL; the first folder is the default. */
export function useModerationFilters<Id extends string>(
  folders: readonly [ModerationFolder<Id>, ...ModerationFolder<Id>[]],
): ModerationFilters<Id> {
  const [asked, setFolder] = useSearchParam("folder");
  const [query, setQuery] = useSearchParam("query");
  const folder = folders.find(({ id }) => id === asked) ?? folders[0];
  return { folders, folder, query, setFolder: (id) => setFolder(id === folders[0].id ? "" : id), setQuery };
}
