/** Screen that lists the areas of a site's theme, relative to the site. */
export const areasScreen = "pages/areas";

/** Screen that redirects to the editor of an area. */
export function areaScreen(websiteId: string, areaId: string): string {
  return `/sites/${websiteId}/${areasScreen}/${encodeURIComponent(areaId)}`;
}
