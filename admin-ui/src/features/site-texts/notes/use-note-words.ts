import { useEffect, useState } from "react";
import { useLanguage } from "@/shared/i18n/use-language";
import { loadNoteWords, noteInWords, type NoteWords } from "./note-words";

/** Says a note for translators in the language that is shown; in English until the words are loaded. */
export function useNoteWords(): (note: string) => string {
  const language = useLanguage();
  const [known, setKnown] = useState<{ language: string; words: NoteWords | null }>({ language: "en", words: null });
  useEffect(() => {
    let isShown = true;
    loadNoteWords(language).then(
      (words) => {
        if (isShown) setKnown({ language, words });
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [language]);
  const words = known.language === language ? known.words : null;
  return (note) => (words === null ? note : noteInWords(note, language, words));
}
