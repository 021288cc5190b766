import { textOf } from "@/shared/text/messages";

export const checkConnection = textOf("common.checkConnection");

/** Message if code that was loaded on demand did not arrive. */
export const notLoaded = checkConnection;
