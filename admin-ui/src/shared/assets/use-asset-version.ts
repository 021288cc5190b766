import { t } from "@lingui/core/macro";
import { useState } from "react";
import { isVersionConflict } from "../api/if-match";
import { errorText } from "../i18n/error-text";
import { useWebsite } from "../session/hooks";
import { useLazyGetAssetQuery, type Asset } from "./api";

/**
 * Version of a file when it was opened. On a conflict the user sees the other user's changes, and may overwrite them.
 */
export function useAssetVersion({ id, standing: opened }: Pick<Asset, "id"> & Partial<Pick<Asset, "standing">>) {
  const website = useWebsite();
  const [standing, setStanding] = useState(opened);
  const [look] = useLazyGetAssetQuery();
  const failureText = async (failure: unknown): Promise<string> => {
    if (!isVersionConflict(failure)) return errorText(failure);
    const { data: theirs } = await look({ websiteId: website.id, assetId: id });
    if (theirs === undefined) return errorText(failure);
    setStanding(theirs.standing);
    const said = [theirs.filename, theirs.altText, theirs.title, theirs.body].filter((text) => text !== "");
    return t`Someone else has changed this file in the meantime. Its details are now: ${{ said: said.join(" · ") }}. Save again to replace them with yours.`;
  };
  return { standing, setStanding, failureText };
}
