//! Where a visit came from: the campaign parameters of its first address, otherwise its referrer.

use url::Url;

use crate::hit::Medium;

/// Longest name of a source or campaign, in characters.
const MAX_LENGTH: usize = 100;

/// Where a visit came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Host of the page with the link, without `www.`; none for pages of the site itself.
    pub referrer_host: Option<String>,
    /// Name of the source, such as `google` or the host of the referrer.
    pub source: Option<String>,
    /// Kind of source.
    pub medium: Medium,
    /// Parameter `utm_campaign`.
    pub campaign: Option<String>,
    /// Parameter `utm_term`.
    pub term: Option<String>,
    /// Parameter `utm_content`.
    pub content: Option<String>,
}

/// Search engines, by the registered label of their host, or by the host.
const SEARCH_ENGINES: [(&str, &str); 26] = [
    ("google", "google"),
    ("bing", "bing"),
    ("duckduckgo", "duckduckgo"),
    ("yahoo", "yahoo"),
    ("baidu", "baidu"),
    ("yandex", "yandex"),
    ("ya.ru", "yandex"),
    ("ecosia", "ecosia"),
    ("qwant", "qwant"),
    ("startpage", "startpage"),
    ("search.brave.com", "brave"),
    ("naver", "naver"),
    ("daum", "daum"),
    ("seznam", "seznam"),
    ("sogou", "sogou"),
    ("so.com", "so.com"),
    ("ask", "ask"),
    ("search.aol.com", "aol"),
    ("kagi", "kagi"),
    ("swisscows", "swisscows"),
    ("mojeek", "mojeek"),
    ("metager", "metager"),
    ("dogpile", "dogpile"),
    ("coccoc", "coccoc"),
    ("presearch", "presearch"),
    ("com.google.android.googlequicksearchbox", "google"),
];

const SOCIAL_NETWORKS: [(&str, &str); 26] = [
    ("facebook", "facebook"),
    ("fb", "facebook"),
    ("instagram", "instagram"),
    ("threads", "threads"),
    ("t.co", "x"),
    ("twitter", "x"),
    ("x.com", "x"),
    ("linkedin", "linkedin"),
    ("lnkd.in", "linkedin"),
    ("pinterest", "pinterest"),
    ("pin.it", "pinterest"),
    ("reddit", "reddit"),
    ("youtube", "youtube"),
    ("youtu.be", "youtube"),
    ("tiktok", "tiktok"),
    ("snapchat", "snapchat"),
    ("tumblr", "tumblr"),
    ("vk", "vk"),
    ("ok.ru", "ok"),
    ("weibo", "weibo"),
    ("bsky", "bluesky"),
    ("mastodon", "mastodon"),
    ("whatsapp", "whatsapp"),
    ("t.me", "telegram"),
    ("discord", "discord"),
    ("news.ycombinator.com", "hacker-news"),
];

/// Labels below a top-level domain that are registered by its registry, as in `co.uk`.
const SECOND_LEVEL: [&str; 6] = ["co", "com", "net", "org", "ne", "or"];

/// Hosts of assistants that answer with links.
const ASSISTANTS: [(&str, &str); 9] = [
    ("chatgpt.com", "chatgpt"),
    ("chat.openai.com", "chatgpt"),
    ("perplexity.ai", "perplexity"),
    ("copilot.microsoft.com", "copilot"),
    ("gemini.google.com", "gemini"),
    ("claude.ai", "claude"),
    ("chat.mistral.ai", "mistral"),
    ("chat.deepseek.com", "deepseek"),
    ("you.com", "you.com"),
];

/// Hosts of e-mail programs.
const MAIL: [&str; 8] = [
    "mail.google.com",
    "com.google.android.gm",
    "outlook.live.com",
    "outlook.office.com",
    "mail.yahoo.com",
    "mail.proton.me",
    "navigator-bs.gmx.com",
    "mail.yandex.ru",
];

/// Parameters that advertisements add to addresses.
const CLICKS: [(&str, &str); 6] = [
    ("gclid", "google"),
    ("gbraid", "google"),
    ("wbraid", "google"),
    ("msclkid", "bing"),
    ("ttclid", "tiktok"),
    ("li_fat_id", "linkedin"),
];

/// The source of a page view, from the query of its address and its referrer. `is_own` says whether a host is one of
/// the site.
pub fn source(query: &str, referrer: &str, is_own: impl Fn(&str) -> bool) -> Source {
    let host = referrer_host(referrer).filter(|host| !is_own(host));
    let parameter = |name: &str| {
        let mut pairs = url::form_urlencoded::parse(query.as_bytes());
        pairs.find(|(key, _)| key == name).and_then(|(_, value)| bounded(&value))
    };
    let from_referrer = host.as_deref().map_or((None, Medium::Direct), |host| {
        let (name, medium) = of_host(host);
        (Some(name.to_owned()), medium)
    });
    let click = CLICKS.iter().find(|(name, _)| parameter(name).is_some());
    let named = parameter("utm_source").map(|name| name.to_lowercase());
    let medium = parameter("utm_medium").map(|name| medium_of(&name.to_lowercase()));
    let (source, medium) = match (named, medium, click) {
        (None, None, None) => from_referrer,
        (named, medium, Some((_, advertiser))) => {
            (named.or_else(|| Some((*advertiser).to_owned())), medium.unwrap_or(Medium::Cpc))
        }
        (Some(named), medium, None) => {
            let medium = medium.unwrap_or_else(|| medium_of_name(&named));
            (Some(named), medium)
        }
        (None, Some(medium), None) => (from_referrer.0, medium),
    };
    Source {
        referrer_host: host,
        source,
        medium,
        campaign: parameter("utm_campaign"),
        term: parameter("utm_term"),
        content: parameter("utm_content"),
    }
}

/// The host of a referrer, in lower case and without `www.`.
fn referrer_host(referrer: &str) -> Option<String> {
    let url = Url::parse(referrer).ok().filter(|url| matches!(url.scheme(), "http" | "https" | "android-app"))?;
    let host = url.host_str()?.to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    bounded(host)
}

fn bounded(text: &str) -> Option<String> {
    let text: String = text.trim().chars().filter(|sign| !sign.is_control()).take(MAX_LENGTH).collect();
    (!text.is_empty()).then_some(text)
}

/// Whether a host belongs to a service, named by its host or by its registered label.
fn is_host_of(host: &str, service: &str) -> bool {
    if service.contains('.') {
        return host == service || host.strip_suffix(service).is_some_and(|before| before.ends_with('.'));
    }
    registered_label(host) == Some(service)
}

/// The label that someone has registered: `google` in `www.google.com` and `www.google.co.uk`.
fn registered_label(host: &str) -> Option<&str> {
    let mut labels = host.rsplit('.').skip(1);
    let label = labels.next()?;
    if SECOND_LEVEL.contains(&label) { labels.next().or(Some(label)) } else { Some(label) }
}

fn of_host(host: &str) -> (&str, Medium) {
    let among = |services: &'static [(&str, &str)]| services.iter().find(|(service, _)| is_host_of(host, service));
    if MAIL.contains(&host) {
        return (host, Medium::Email);
    }
    if let Some((_, name)) = among(&ASSISTANTS) {
        return (name, Medium::Assistant);
    }
    if let Some((_, name)) = among(&SEARCH_ENGINES) {
        return (name, Medium::Organic);
    }
    match among(&SOCIAL_NETWORKS) {
        Some((_, name)) => (name, Medium::Social),
        None => (host, Medium::Referral),
    }
}

/// The medium of a source that is named without one.
fn medium_of_name(name: &str) -> Medium {
    if name.contains("newsletter") || name.contains("mail") {
        return Medium::Email;
    }
    let among = |services: &[(&str, &str)]| services.iter().any(|(_, known)| *known == name);
    match () {
        () if among(&SEARCH_ENGINES) => Medium::Organic,
        () if among(&SOCIAL_NETWORKS) => Medium::Social,
        () if name.contains('.') => of_host(name).1,
        () => Medium::Other,
    }
}

/// The medium that `utm_medium` names.
fn medium_of(name: &str) -> Medium {
    match name {
        "organic" | "seo" => Medium::Organic,
        "referral" | "link" => Medium::Referral,
        "email" | "e-mail" | "e_mail" | "mail" | "newsletter" => Medium::Email,
        "social" | "social-network" | "social-media" | "social_media" | "sm" | "social network" => Medium::Social,
        "display" | "banner" | "cpm" | "interstitial" | "expandable" => Medium::Display,
        "affiliate" | "affiliates" => Medium::Affiliate,
        "cpc" | "ppc" | "sem" | "retargeting" | "ads" | "ad" => Medium::Cpc,
        "ai" | "llm" | "assistant" => Medium::Assistant,
        name if name.starts_with("paid") => Medium::Cpc,
        _ => Medium::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(query: &str, referrer: &str) -> (Option<String>, Medium) {
        let found = source(query, referrer, |host| host == "juniper.example");
        (found.source, found.medium)
    }

    #[test]
    fn sources_of_visits() {
        for (query, referrer, name, medium) in [
            ("", "", None, Medium::Direct),
            ("", "nonsense", None, Medium::Direct),
            ("", "https://www.juniper.example/shop", None, Medium::Direct),
            ("", "https://www.google.co.uk/", Some("google"), Medium::Organic),
            ("", "android-app://com.google.android.googlequicksearchbox/", Some("google"), Medium::Organic),
            ("", "https://mail.google.com/mail/u/0", Some("mail.google.com"), Medium::Email),
            ("", "https://google.domain.com/", Some("google.domain.com"), Medium::Referral),
            ("", "https://l.facebook.com/l.php?u=x", Some("facebook"), Medium::Social),
            ("", "https://t.co/abc", Some("x"), Medium::Social),
            ("", "https://not.co/abc", Some("not.co"), Medium::Referral),
            ("", "https://blog.domain.com/a?b=c", Some("blog.domain.com"), Medium::Referral),
            ("", "https://chatgpt.com/", Some("chatgpt"), Medium::Assistant),
            ("", "https://search.yahoo.co.jp/", Some("yahoo"), Medium::Organic),
            ("gclid=1", "https://www.google.com/", Some("google"), Medium::Cpc),
            ("utm_source=News&utm_medium=email", "", Some("news"), Medium::Email),
            ("utm_source=bing&utm_medium=cpc", "https://www.bing.com/", Some("bing"), Medium::Cpc),
            ("utm_source=instagram", "", Some("instagram"), Medium::Social),
            ("utm_source=leaflet", "", Some("leaflet"), Medium::Other),
            ("utm_source=+&a=b", "https://t.me/x", Some("telegram"), Medium::Social),
        ] {
            assert_eq!(of(query, referrer), (name.map(str::to_owned), medium), "{query} {referrer}");
        }
    }

    #[test]
    fn campaigns_are_bounded() {
        let long = "x".repeat(300);
        let found = source(&format!("utm_campaign={long}&utm_term=mug&utm_content=a%20b"), "", |_| false);
        assert_eq!(found.campaign.map(|campaign| campaign.len()), Some(MAX_LENGTH));
        assert_eq!((found.term.as_deref(), found.content.as_deref()), (Some("mug"), Some("a b")));
    }
}
