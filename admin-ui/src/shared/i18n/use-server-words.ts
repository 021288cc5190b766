import { useEffect, useState } from "react";
import type { Said } from "./problem-in-words";
import { inWords } from "./problem-in-words";
import type { ProblemTexts } from "./problem-texts/problem-text";
import { useLanguage } from "./use-language";

/**
 * Says a text of the server in the language that is shown, by its code. Without a code, and until the texts are loaded,
 * it is said in English.
 */
export function useServerWords(): (english: string, said: Said | null | undefined) => string {
  const isEnglish = useLanguage() === "en";
  const [texts, setTexts] = useState<ProblemTexts | null>(null);
  useEffect(() => {
    if (isEnglish) return undefined;
    let isShown = true;
    import("./problem-texts/all").then(
      (loaded) => {
        if (isShown) setTexts(loaded.problemTexts);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [isEnglish]);
  return (english, said) => (isEnglish || texts === null || !said ? english : (inWords(texts, said) ?? english));
}
