import { TransNoContext, type TransProps } from "@lingui/react/server";
import { i18n } from "./i18n";

const lingui = { i18n };

/** What Lingui's macro `Trans` becomes: a text with elements in it. It needs no provider. */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={lingui} />;
}
