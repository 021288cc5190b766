/** Consent to e-mails requires a text that the customer understands: the languages in which e-mails are sent. */
const words: Readonly<Record<string, string>> = {
  en: "Send me news and offers",
  de: "Schicken Sie mir Neuigkeiten und Angebote",
  fr: "Envoyez-moi des nouvelles et des offres",
  es: "Quiero recibir novedades y ofertas",
  ja: "新着情報やお得なお知らせを受け取る",
};

/** The text of the marketing consent checkbox for a locale, and the text's language. */
export function consentText(locale: string): { language: string; text: string } {
  const language = locale.split("-")[0]?.toLowerCase() ?? "";
  const text = words[language];
  return text === undefined ? { language: "en", text: words.en ?? "" } : { language, text };
}
