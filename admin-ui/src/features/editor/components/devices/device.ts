import { t } from "@lingui/core/macro";
import { createContext, useContext } from "react";

/** Device that the canvas simulates. */
export type Device = "desktop" | "tablet" | "phone";

export const deviceNames: Record<Device, string> = {
  get desktop() {
    return t`desktops`;
  },
  get tablet() {
    return t`tablets`;
  },
  get phone() {
    return t`phones`;
  },
};

/** The device that the canvas shows, whose overrides are edited. */
export const DeviceContext = createContext<Device>("desktop");

export function useDevice(): Device {
  return useContext(DeviceContext);
}
