import { useCallback } from "react";
import { useFetch } from "@/shared/hooks/use-fetch";
import { useWebsite } from "@/shared/session/hooks";
import type { ThemeSetting } from "../api";

type Choices = ThemeSetting["choices"];

/** The first family in a CSS font-family value. */
function familyOf(value: string): string {
  return (value.split(",")[0] ?? "").trim().replace(/^["']|["']$/g, "");
}

/** Loads the fonts of the choices, so that each can be shown in its own typeface. */
export function useFonts(choices: Choices) {
  const { url } = useWebsite();
  const load = useCallback(async () => {
    const named = choices.flatMap(({ value, font }) =>
      font == null ? [] : [{ family: familyOf(String(value)), address: new URL(font, url).href }],
    );
    await Promise.all(
      named.map(async ({ family, address }) => {
        const face = await new FontFace(family, `url(${JSON.stringify(address)})`, { weight: "100 900" }).load();
        document.fonts.add(face);
      }),
    );
    return named.map(({ family }) => family);
  }, [choices, url]);
  return useFetch(load);
}
