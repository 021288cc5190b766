import { useEffect, useState } from "react";
import { loadSchemaWords, type Say } from "./schema-in-words";
import { useLanguage } from "./use-language";

/** Says English texts of the server about blocks in the language that is shown; null in English, and until they are loaded. */
export function useSchemaWords(): Say | null {
  const language = useLanguage();
  const [words, setWords] = useState<{ language: string; say: Say | null }>({ language: "en", say: null });
  useEffect(() => {
    let isShown = true;
    loadSchemaWords().then(
      (say) => {
        if (isShown) setWords({ language, say });
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [language]);
  return words.language === language ? words.say : null;
}
