/** Image widths offered by the server, in CSS pixels. */
const widths = [500, 750, 1000, 1500, 2500] as const;
const pause = 100;

/** URL of the smallest image at least this many pixels wide. */
export function urlForWidth(address: string, pixels: number): string {
  const url = new URL(address, location.href);
  if (!url.searchParams.has("format")) return address;
  const width = widths.find((offered) => offered >= pixels) ?? widths[widths.length - 1];
  url.searchParams.set("format", `${String(width)}w`);
  return url.href;
}

/** Debounced resize listener; returns a function that removes it. */
export function onResized(resized: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(resized, pause);
  };
  window.addEventListener("resize", wait);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("resize", wait);
  };
}
