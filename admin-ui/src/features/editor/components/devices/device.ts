import { createContext, useContext } from "react";

/** Device that the canvas simulates. */
export type Device = "desktop" | "tablet" | "phone";

export const deviceNames: Record<Device, string> = { desktop: "desktops", tablet: "tablets", phone: "phones" };

/** The device that the canvas shows, whose overrides are edited. */
export const DeviceContext = createContext<Device>("desktop");

export function useDevice(): Device {
  return useContext(DeviceContext);
}
