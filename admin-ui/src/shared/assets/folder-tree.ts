import type { AssetFolder } from "./api";

/** A folder in the list of all, with how deep it lies. */
export interface FolderLine {
  folder: AssetFolder;
  depth: number;
}

const inside = (folders: readonly AssetFolder[], parentId: string | null): AssetFolder[] =>
  folders.filter((folder) => (folder.parentId ?? null) === parentId);

/** All folders, each followed by those that lie in it. */
export function folderLines(folders: readonly AssetFolder[], parentId: string | null = null, depth = 0): FolderLine[] {
  return inside(folders, parentId).flatMap((folder) => [
    { folder, depth },
    ...folderLines(folders, folder.id, depth + 1),
  ]);
}

/** The way from the top to a folder, itself last; empty at the top. */
export function wayTo(folders: readonly AssetFolder[], folderId: string | null): AssetFolder[] {
  const folder = folders.find(({ id }) => id === folderId);
  return folder === undefined ? [] : [...wayTo(folders, folder.parentId ?? null), folder];
}

/** The folders that a folder can be put into: all but itself and those that lie in it. */
export function placesFor(folders: readonly AssetFolder[], folderId: string | null): FolderLine[] {
  return folderLines(folders).filter(({ folder }) => !wayTo(folders, folder.id).some(({ id }) => id === folderId));
}
