import type { Settings } from "../api";

/** Degrees as typed; empty for none. */
export interface PlaceOnMap {
  mapLat: string;
  mapLng: string;
}

type Degrees = Pick<Settings["location"], "mapLat" | "mapLng">;

const typed = (degrees: number | null | undefined) => (degrees == null ? "" : String(degrees));

function read(text: string): number | null {
  const trimmed = text.trim().replace(",", ".");
  return trimmed === "" ? null : Number(trimmed);
}

export function placeOnMap({ mapLat, mapLng }: Degrees): PlaceOnMap {
  return { mapLat: typed(mapLat), mapLng: typed(mapLng) };
}

export function degreesOf({ mapLat, mapLng }: PlaceOnMap): Degrees {
  return { mapLat: read(mapLat), mapLng: read(mapLng) };
}
