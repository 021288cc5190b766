/** The full address of a site's file; pictures come no wider than asked. */
export function assetAddress(siteUrl: string, url: string, width: number): string {
  const address = new URL(url, siteUrl);
  if (address.pathname.startsWith("/assets/")) address.searchParams.set("format", `${width}w`);
  return address.href;
}
