import { randomId } from "./browser";
import { config, withoutSlash } from "./config";
import { visitor } from "./visitor";

export type Fields = Readonly<Record<string, unknown>>;

/** The language of the page: what the server says, else that of the document. */
export function resolvedLocale(said: string | null | undefined, documentLanguage: string): string {
  return said || documentLanguage || "en-US";
}

/** Members read the site in their language, which the server notes as theirs. */
function pageLocale(): string {
  return resolvedLocale(config.resolvedLocale, document.documentElement.lang);
}

/** The fields that are filled in take the place of the caller's. */
function completed(given: Fields, automatic: Fields): Fields {
  for (const field of Object.keys(given)) {
    if (field in automatic) console.warn(`The field ${field} is overwritten`);
  }
  return { ...given, ...automatic };
}

/** Content of an event of the newer kind. */
export function newerPayload(given: Fields): Fields {
  const who = visitor();
  const automatic = {
    analytics_id: who.analyticsId,
    browser_language: navigator.language,
    browser_window_height: innerHeight,
    browser_window_width: innerWidth,
    client_name: "stoa-visitor",
    client_version: "1",
    marketing_id: who.marketingId,
    page_host: location.host,
    page_path: withoutSlash(location.pathname),
    page_query_params: campaign(),
    page_referrer_url: document.referrer,
    session_id: who.sessionId,
    enduser_user_agent: navigator.userAgent,
    event_occurrence_timestamp: Date.now(),
    browser_locale: navigator.languages[0],
    source_environment: config.environment,
    context_website_id: config.websiteId,
    member_account_id: who.memberAccountId,
    resolved_locale: pageLocale(),
    website_locale: config.websiteLocale,
    member_account_locale: who.memberAccountId && pageLocale(),
    is_first_session: who.isFirstSession,
    event_id: randomId(8),
  };
  const open = { custom_schema_name: null, destination_url: null, object_identifier: null };
  return completed({ ...open, ...given }, automatic);
}

/** Data of an event of the older kind. */
export function olderPayload(given: Fields): Fields {
  const { memberAccountId } = visitor();
  const { websiteId, templateId, variantId, websiteLocale } = config;
  return completed(given, {
    pageHash: location.hash,
    pagePath: withoutSlash(location.pathname),
    websiteId,
    templateId,
    variantId,
    memberAccountId,
    member_locale: memberAccountId && pageLocale(),
    website_locale: websiteLocale,
  });
}

/** What the address says of where the visitor comes from; other parts of a query may be secret. */
export function campaign(): string {
  const parameters = location.search.slice(1).split("&");
  return parameters.filter((each) => /^(utm_|gad_|ref=|\w*clid=)/.test(each)).join("&");
}
