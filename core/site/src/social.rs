//! Derives the service of a social profile from its URL.

use url::Url;

/// Name of the service when it is unknown.
const UNKNOWN: &str = "website";

/// Services by their hosts; subdomains match as well.
const SERVICES: [(&str, &[&str]); 33] = [
    ("apple-podcasts", &["podcasts.apple.com"]),
    ("bandcamp", &["bandcamp.com"]),
    ("behance", &["behance.net"]),
    ("bluesky", &["bsky.app", "bsky.social"]),
    ("discord", &["discord.gg", "discord.com"]),
    ("dribbble", &["dribbble.com"]),
    ("etsy", &["etsy.com"]),
    ("facebook", &["facebook.com", "fb.com", "fb.me"]),
    ("flickr", &["flickr.com", "flic.kr"]),
    ("github", &["github.com"]),
    ("google-maps", &["maps.google.com", "maps.app.goo.gl", "g.page", "business.google.com"]),
    ("instagram", &["instagram.com", "instagr.am"]),
    ("linkedin", &["linkedin.com", "lnkd.in"]),
    ("mastodon", &["mastodon.social", "mastodon.online", "mstdn.social", "mas.to", "fosstodon.org", "hachyderm.io"]),
    ("medium", &["medium.com"]),
    ("messenger", &["m.me", "messenger.com"]),
    ("patreon", &["patreon.com"]),
    ("pinterest", &["pinterest.com", "pin.it"]),
    ("reddit", &["reddit.com"]),
    ("snapchat", &["snapchat.com"]),
    ("soundcloud", &["soundcloud.com"]),
    ("spotify", &["spotify.com"]),
    ("substack", &["substack.com"]),
    ("telegram", &["t.me", "telegram.me"]),
    ("threads", &["threads.net", "threads.com"]),
    ("tiktok", &["tiktok.com"]),
    ("tumblr", &["tumblr.com"]),
    ("twitch", &["twitch.tv"]),
    ("tripadvisor", &["tripadvisor.com"]),
    ("vimeo", &["vimeo.com"]),
    ("whatsapp", &["wa.me", "whatsapp.com"]),
    ("x", &["x.com", "twitter.com"]),
    ("youtube", &["youtube.com", "youtu.be"]),
];
/// Services that also use their name under country domains, such as `pinterest.de`.
const IN_COUNTRIES: [&str; 3] = ["pinterest", "tripadvisor", "yelp"];

/// The service of a profile: the chosen one, or the one derived from the address.
pub(crate) fn service(chosen: &str, address: &str) -> String {
    let chosen = chosen.trim();
    if !chosen.is_empty() && chosen != UNKNOWN {
        return chosen.to_owned();
    }
    of_address(address).unwrap_or(UNKNOWN).to_owned()
}

fn of_address(address: &str) -> Option<&'static str> {
    let address = Url::parse(address).ok()?;
    let host = address.host_str()?.trim_end_matches('.').to_ascii_lowercase();
    if host.ends_with("google.com") && address.path().starts_with("/maps") {
        return Some("google-maps");
    }
    let lies_in = |known: &&str| host.strip_suffix(*known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let named = SERVICES.iter().find(|(_, hosts)| hosts.iter().any(&lies_in));
    let by_country = || IN_COUNTRIES.into_iter().find(|name| is_host_in_country(&host, name));
    let mastodon = || host.starts_with("mastodon.").then_some("mastodon");
    named.map(|(name, _)| *name).or_else(by_country).or_else(mastodon)
}

/// Whether a host is this name, optionally after `www`, followed by a domain of two or three letters or a pair of such.
fn is_host_in_country(host: &str, name: &str) -> bool {
    let host = host.strip_prefix("www.").unwrap_or(host);
    let Some(domain) = host.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')) else { return false };
    let labels: Vec<&str> = domain.split('.').collect();
    labels.len() <= 2 && labels.iter().all(|label| matches!(label.len(), 2 | 3))
}

#[cfg(test)]
mod tests {
    use super::service;

    #[test]
    fn service_from_url() {
        for (address, expected) in [
            ("https://www.instagram.com/juniper", "instagram"),
            ("https://m.facebook.com/juniper", "facebook"),
            ("https://twitter.com/juniper", "x"),
            ("https://juniper.bandcamp.com/", "bandcamp"),
            ("https://www.pinterest.co.uk/juniper", "pinterest"),
            ("https://www.yelp.de/biz/juniper", "yelp"),
            ("https://mastodon.example/@juniper", "mastodon"),
            ("https://bsky.app/profile/juniper.example", "bluesky"),
            ("https://www.google.com/maps/place/x", "google-maps"),
            ("https://wa.me/15550100", "whatsapp"),
            ("https://juniper.example/", "website"),
            ("https://notinstagram.com/", "website"),
            ("https://instagram.com.example.org/", "website"),
            ("https://pinterest.example.de/", "website"),
            ("no address", "website"),
        ] {
            assert_eq!(service("website", address), expected, "{address}");
            assert_eq!(service("", address), expected, "{address}");
        }
    }

    #[test]
    fn explicit_service_is_kept() {
        assert_eq!(service("etsy", "https://short.example/x"), "etsy");
        assert_eq!(service("instagram", "https://www.facebook.com/juniper"), "instagram");
    }
}
