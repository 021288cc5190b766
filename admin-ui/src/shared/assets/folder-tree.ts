import type { AssetFolder } from "./api";

/** A folder with its depth, for a flat list. */
export interface FolderLine {
  folder: AssetFolder;
  depth: number;
}

const inside = (folders: readonly AssetFolder[], parentId: string | null): AssetFolder[] =>
  folders.filter((folder) => (folder.parentId ?? null) === parentId);

/** All folders in depth-first order. */
export function folderLines(folders: readonly AssetFolder[], parentId: string | null = null, depth = 0): FolderLine[] {
  return inside(folders, parentId).flatMap((folder) => [
    { folder, depth },
    ...folderLines(folders, folder.id, depth + 1),
  ]);
}

/** The folders from the top to a folder, inclusive; empty for the top. */
export function folderPath(folders: readonly AssetFolder[], folderId: string | null): AssetFolder[] {
  const folder = folders.find(({ id }) => id === folderId);
  return folder === undefined ? [] : [...folderPath(folders, folder.parentId ?? null), folder];
}

/** Folders that a folder can be moved into: all but itself and its descendants. */
export function targetFolders(folders: readonly AssetFolder[], folderId: string | null): FolderLine[] {
  return folderLines(folders).filter(({ folder }) => !folderPath(folders, folder.id).some(({ id }) => id === folderId));
}
