/** Who agrees to letters must have understood what they agree to: the languages that letters are written in. */
const words: Readonly<Record<string, string>> = {
  en: "Send me news and offers",
  de: "Schicken Sie mir Neuigkeiten und Angebote",
  fr: "Envoyez-moi des nouvelles et des offres",
  es: "Quiero recibir novedades y ofertas",
  ja: "新着情報やお得なお知らせを受け取る",
};

/** What the box beside the e-mail address says to readers of a language, and in which language that is. */
export function consentWords(locale: string): { language: string; text: string } {
  const language = locale.split("-")[0]?.toLowerCase() ?? "";
  const text = words[language];
  return text === undefined ? { language: "en", text: words.en ?? "" } : { language, text };
}
