import { textOf } from "@/shared/text/messages";

export const checkConnection = textOf("common.offline");
