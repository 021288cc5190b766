/** Widths in which the server offers pictures, CSS pixels. */
const widths = [500, 750, 1000, 1500, 2500] as const;
const pause = 100;

/** The address of a picture in the least width that fills so many pixels. */
export function fittingAddress(address: string, pixels: number): string {
  const url = new URL(address, location.href);
  if (!url.searchParams.has("format")) return address;
  const width = widths.find((offered) => offered >= pixels) ?? widths[widths.length - 1];
  url.searchParams.set("format", `${String(width)}w`);
  return url.href;
}

/** Calls back when the window has kept its size for a moment; the answer stops it. */
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
