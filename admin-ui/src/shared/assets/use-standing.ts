import { useState } from "react";
import { isLate } from "../api/seen";
import { errorText } from "../i18n/error-text";
import { useWebsite } from "../session/hooks";
import { useLazyGetAssetQuery, type Asset } from "./api";

/**
 * What was said about a file when it was opened. Who saves second is told what somebody else has written meanwhile, and may
 * save over it then.
 */
export function useStanding({ id, standing: opened }: Pick<Asset, "id"> & Partial<Pick<Asset, "standing">>) {
  const website = useWebsite();
  const [standing, setStanding] = useState(opened);
  const [look] = useLazyGetAssetQuery();
  const failureText = async (failure: unknown): Promise<string> => {
    if (!isLate(failure)) return errorText(failure);
    const { data: theirs } = await look({ websiteId: website.id, assetId: id });
    if (theirs === undefined) return errorText(failure);
    setStanding(theirs.standing);
    const said = [theirs.filename, theirs.altText, theirs.title, theirs.body].filter((text) => text !== "");
    return `Somebody else has changed this file in the meantime. It now says: ${said.join(" · ")}. Saving again puts what you typed in its place.`;
  };
  return { standing, setStanding, failureText };
}
