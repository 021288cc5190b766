import type { NavigationItem } from "./api";

/** An entry of the edited tree: the item, and a key that is stable when it is moved. */
export interface Entry extends Omit<NavigationItem, "children"> {
  key: string;
  /** Whether its page is a folder, which can contain entries. */
  folderPage?: boolean;
  children: Entry[];
}

export type Direction = "up" | "down" | "in" | "out";
/** Drop position relative to another entry. */
export type DropPlace = "before" | "after" | "inside";

let lastKey = 0;

function nextKey(): string {
  lastKey += 1;
  return `entry-${lastKey}`;
}

/** Entries from stored items. `folders` are the ids of folder pages, if the caller lets them contain entries. */
export function entriesOf(items: NavigationItem[], folders: ReadonlySet<string> = new Set()): Entry[] {
  return items.map((item) => ({
    ...item,
    key: nextKey(),
    ...(item.collectionId && folders.has(item.collectionId) ? { folderPage: true } : {}),
    children: entriesOf(item.children ?? [], folders),
  }));
}

export function itemsOf(entries: Entry[]): NavigationItem[] {
  return entries.map((entry) => {
    const item: NavigationItem & Partial<Pick<Entry, "key" | "folderPage">> = {
      ...entry,
      children: itemsOf(entry.children),
    };
    delete item.key;
    delete item.folderPage;
    return item;
  });
}

export function newPage(collectionId: string, folderPage = false): Entry {
  return { key: nextKey(), collectionId, ...(folderPage ? { folderPage } : {}), children: [] };
}

export function newLink(externalLink: NonNullable<NavigationItem["externalLink"]>): Entry {
  return { key: nextKey(), externalLink, children: [] };
}

export function newFolder(title: string): Entry {
  return { key: nextKey(), title, children: [] };
}

export function isFolder(entry: Entry): boolean {
  return entry.folderPage === true || (!entry.collectionId && !entry.externalLink && !entry.memberAreaId);
}

export function findEntry(entries: Entry[], key: string): Entry | undefined {
  return entries.flatMap((entry) => [entry, ...entry.children]).find((entry) => entry.key === key);
}

export function replaceEntry(entries: Entry[], changed: Entry): Entry[] {
  return entries.map((entry) =>
    entry.key === changed.key ? changed : { ...entry, children: replaceEntry(entry.children, changed) },
  );
}

export function removeEntry(entries: Entry[], key: string): Entry[] {
  return entries
    .filter((entry) => entry.key !== key)
    .map((entry) => ({ ...entry, children: removeEntry(entry.children, key) }));
}

function inserted(entries: Entry[], index: number, entry: Entry): Entry[] {
  return [...entries.slice(0, index), entry, ...entries.slice(index)];
}

/** Moves an entry to a drop target. A folder cannot be dropped into a folder: then nothing changes. */
export function dropEntry(entries: Entry[], key: string, targetKey: string, place: DropPlace): Entry[] {
  const moved = findEntry(entries, key);
  const target = findEntry(entries, targetKey);
  if (moved === undefined || target === undefined || moved === target) return entries;
  const inFolder = entries.some((entry) => entry.children.some((child) => child.key === targetKey));
  if (isFolder(moved) && (inFolder || place === "inside")) return entries;
  if (place === "inside" && !isFolder(target)) return entries;
  const put = (list: Entry[]): Entry[] => {
    const index = list.findIndex((entry) => entry.key === targetKey);
    if (index < 0) return list.map((entry) => ({ ...entry, children: put(entry.children) }));
    if (place !== "inside") return inserted(list, place === "before" ? index : index + 1, moved);
    return list.map((entry) => (entry.key === targetKey ? { ...entry, children: [...entry.children, moved] } : entry));
  };
  return put(removeEntry(entries, key));
}

/** Target of a step; null if it is not possible. */
function stepOf(entries: Entry[], key: string, direction: Direction): [string, DropPlace] | null {
  const folder = entries.find((entry) => entry.children.some((child) => child.key === key));
  const list = folder?.children ?? entries;
  const index = list.findIndex((entry) => entry.key === key);
  const before = list[index - 1];
  const after = list[index + 1];
  switch (direction) {
    case "up":
      return before ? [before.key, "before"] : null;
    case "down":
      return after ? [after.key, "after"] : null;
    case "in":
      return !folder && before && isFolder(before) ? [before.key, "inside"] : null;
    case "out":
      return folder ? [folder.key, "after"] : null;
  }
}

/** Moves an entry one step: among its siblings, into the folder above it, or out of its folder. */
export function moveEntry(entries: Entry[], key: string, direction: Direction): Entry[] {
  const step = stepOf(entries, key, direction);
  return step === null ? entries : dropEntry(entries, key, ...step);
}

export function canMove(entries: Entry[], key: string, direction: Direction): boolean {
  return moveEntry(entries, key, direction) !== entries;
}
