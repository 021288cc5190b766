import type { Settings } from "../api";
import type { PlaceOnMap } from "./place-on-map-state";

export const plainFields = [
  "title",
  "tagline",
  "description",
  "contactEmail",
  "language",
  "currency",
  "timeZone",
] as const;
export const addressFields = [
  "location.addressTitle",
  "location.addressLine1",
  "location.addressLine2",
  "location.addressCountry",
] as const;

/** Form values of the settings. */
export type SettingsValues = Pick<Settings, (typeof plainFields)[number] | "socialAccounts"> & {
  location: Omit<Settings["location"], "mapLat" | "mapLng">;
} & PlaceOnMap;
