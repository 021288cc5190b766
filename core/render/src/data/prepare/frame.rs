//! Embeds of other services. Nothing is loaded from them at first: the frame holds a page of the site with a link, and
//! the service is loaded only when the visitor follows it.

use serde_json::{Map, Value, json};
use stoa_entity::tenant::site::SiteAddress;
use stoa_messages::Texts;
use stoa_page::escape_html;
use url::Url;

use super::text;

/// Hosts that may be embedded in frames; the content security policy allows no others.
pub const FRAME_HOSTS: [&str; 10] = [
    "www.youtube-nocookie.com",
    "player.vimeo.com",
    "w.soundcloud.com",
    "open.spotify.com",
    "www.instagram.com",
    "bandcamp.com",
    "calendly.com",
    "app.acuityscheduling.com",
    "www.openstreetmap.org",
    "disqus.com",
];
const FILES: [&str; 5] = [".mp4", ".webm", ".m4v", ".ogv", ".mov"];
const MAX_ID_LENGTH: usize = 64;
/// Placeholder for the site's own host when URLs are resolved; no real host can have this name.
const OWN_HOST: &str = "site.invalid";

/// A page of a service that is meant for embedding.
struct Player {
    service: &'static str,
    address: String,
}

/// The file, the player, or at least the page of a URL or an embed code.
pub(super) fn frame(settings: &Map<String, Value>, texts: Texts<'_>) -> Value {
    let code = || text(settings, "html").and_then(source_of_frame);
    let Some(address) = text(settings, "url").map(str::to_owned).or_else(code) else { return Value::Null };
    let path = address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    if FILES.iter().any(|ending| path.ends_with(ending)) && (path.starts_with('/') || path.starts_with("https://")) {
        return file(&address);
    }
    let Some(page) = Url::parse(&address).ok().filter(|page| page.scheme() == "https") else { return Value::Null };
    let host = page.host_str().unwrap_or_default();
    match player(&page) {
        Some(player) => shown(&player, Some(&address), texts),
        None => json!({"service": host.strip_prefix("www.").unwrap_or(host), "host": host, "link": address}),
    }
}

/// A video file that the browser plays itself. For external files only the name is included: nothing is loaded before
/// the visitor plays it.
fn file(address: &str) -> Value {
    let resolved = Url::parse(&format!("https://{OWN_HOST}/")).and_then(|own| own.join(address)).ok();
    let host = resolved.as_ref().and_then(Url::host_str).filter(|host| *host != OWN_HOST);
    match host {
        Some(host) => json!({"file": address, "elsewhere": host}),
        None => json!({"file": address}),
    }
}

/// The player for a video URL; null when the service is not supported any more.
pub(in crate::data) fn video_player(address: &str, texts: Texts<'_>) -> Value {
    frame(&Map::from_iter([("url".to_owned(), Value::String(address.to_owned()))]), texts)
}

/// A map of a location: the configured one, or the site's address; null without coordinates.
pub(super) fn place(settings: &Map<String, Value>, site_address: &SiteAddress, texts: Texts<'_>) -> Value {
    let named = |name: &str| text(settings, name).and_then(|text| text.parse().ok());
    let shows_site = settings.get("useSiteLocation") == Some(&Value::Bool(true));
    let place = match (named("latitude"), named("longitude")) {
        (None, None) if shows_site => site_address.map_lat.zip(site_address.map_lng),
        (latitude, longitude) => latitude.zip(longitude),
    };
    let within = |degrees: f64, most: f64| degrees.is_finite() && degrees.abs() <= most;
    let place = place.filter(|(latitude, longitude)| within(*latitude, 85.0) && within(*longitude, 180.0));
    let Some((latitude, longitude)) = place else { return Value::Null };
    let zoom = settings.get("zoom").and_then(Value::as_u64).map_or(15, |zoom| zoom.clamp(3, 18));
    let tile = 360.0 / 2_f64.powi(i32::try_from(zoom).unwrap_or(15));
    let (wide, high) = (tile * 1.2, tile * 0.8 * latitude.to_radians().cos());
    let address = format!(
        "https://www.openstreetmap.org/export/embed.html?bbox={:.5}%2C{:.5}%2C{:.5}%2C{:.5}&layer=mapnik&marker={latitude}%2C{longitude}",
        longitude - wide,
        latitude - high,
        longitude + wide,
        latitude + high
    );
    shown(&Player { service: "OpenStreetMap", address }, None, texts)
}

/// The Disqus comments of a post or page; null when the short name is invalid.
pub(crate) fn disqus(shortname: &str, id: &str, url: &str, title: &str, texts: Texts<'_>) -> Value {
    let query = [("base", "default"), ("f", shortname), ("t_i", id), ("t_u", url), ("t_t", title)];
    let Ok(address) = Url::parse_with_params("https://disqus.com/embed/comments/", query) else { return Value::Null };
    shown(&Player { service: "Disqus", address: address.into() }, None, texts)
}

fn shown(player: &Player, link: Option<&str>, texts: Texts<'_>) -> Value {
    let host = Url::parse(&player.address).ok().and_then(|address| address.host_str().map(str::to_owned));
    let Some(host) = host.filter(|host| FRAME_HOSTS.contains(&host.as_str())) else { return Value::Null };
    let (service, address) = (escape_html(player.service), escape_html(&player.address));
    let (name, place) = (player.service.into(), host.as_str().into());
    let warning = escape_html(&texts.format("sitePage.frameWarning", &[("service", name), ("host", place)]));
    let load = escape_html(&texts.format("sitePage.frameLoad", &[("service", name)]));
    let root = if texts.is_right_to_left() { "<html dir=\"rtl\">" } else { "" };
    let asks = format!(
        "<!doctype html>{root}<meta charset=\"utf-8\"><title>{service}</title><style>html{{height:100%;\
         font:16px/1.5 system-ui,sans-serif;background:var(--ask-ground,#f2f2f4);color:var(--ask-text,#1d1d1f)}}body{{box-sizing:border-box;margin:0;min-height:100%;padding:1.25rem;\
         display:grid;gap:.75rem;place-content:center;justify-items:center;text-align:center}}p{{margin:0;max-width:26rem}}\
         a{{padding:.7em 1.4em;border-radius:var(--ask-radius,4px);background:var(--ask-button,#1d1d1f);\
         color:var(--ask-on-button,#fff);text-decoration:none}}a:focus-visible{{outline:3px solid var(--ask-link,#1f5fbf);\
         outline-offset:3px}}</style><p>{warning}</p><a href=\"{address}\">{load}</a>"
    );
    json!({"service": player.service, "host": host, "link": link, "srcdoc": asks})
}

/// The frame URL in an embed code.
fn source_of_frame(code: &str) -> Option<String> {
    let begins = code.to_ascii_lowercase().find("<iframe")?;
    let element = code.get(begins..)?.split('>').next()?;
    let (_, value) = element.split_once("src=")?;
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let address = value.get(1..)?.split(quote).next()?.replace("&amp;", "&");
    Some(if address.starts_with("//") { format!("https:{address}") } else { address })
}

fn player(page: &Url) -> Option<Player> {
    let host = page.host_str()?;
    let host = host.strip_prefix("www.").or_else(|| host.strip_prefix("m.")).unwrap_or(host);
    let parts: Vec<&str> = page.path_segments()?.filter(|part| !part.is_empty()).collect();
    let made = |service, address: String| Some(Player { service, address });
    match (host, parts.as_slice()) {
        ("youtube.com", ["watch"]) => youtube(&page.query_pairs().find(|(name, _)| name == "v")?.1),
        ("youtube.com" | "youtube-nocookie.com", ["embed" | "shorts" | "live", id]) | ("youtu.be", [id]) => youtube(id),
        ("vimeo.com" | "player.vimeo.com", [.., id]) if id.bytes().all(|byte| byte.is_ascii_digit()) => {
            made("Vimeo", format!("https://player.vimeo.com/video/{id}?dnt=1"))
        }
        ("soundcloud.com", [_, _, ..]) => soundcloud(page.as_str()),
        ("w.soundcloud.com", ["player"]) => soundcloud(&page.query_pairs().find(|(name, _)| name == "url")?.1),
        ("open.spotify.com", [.., kind @ ("track" | "album" | "playlist" | "artist" | "episode" | "show"), id])
            if is_id(id) =>
        {
            made("Spotify", format!("https://open.spotify.com/embed/{kind}/{id}"))
        }
        ("instagram.com", [kind @ ("p" | "reel"), id, ..]) if is_id(id) => {
            made("Instagram", format!("https://www.instagram.com/{kind}/{id}/embed"))
        }
        ("bandcamp.com", ["EmbeddedPlayer", ..]) => made("Bandcamp", page.to_string()),
        ("calendly.com", [_, ..]) => made("Calendly", page.to_string()),
        ("app.acuityscheduling.com", ["schedule.php"]) => made("Acuity Scheduling", page.to_string()),
        ("openstreetmap.org", ["export", "embed.html"]) => made("OpenStreetMap", page.to_string()),
        _ => None,
    }
}

fn youtube(id: &str) -> Option<Player> {
    let address = format!("https://www.youtube-nocookie.com/embed/{id}");
    is_id(id).then_some(Player { service: "YouTube", address })
}

fn soundcloud(page: &str) -> Option<Player> {
    let address = Url::parse_with_params("https://w.soundcloud.com/player/", [("url", page)]).ok()?;
    Some(Player { service: "SoundCloud", address: address.to_string() })
}

fn is_id(text: &str) -> bool {
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    plain && (1..=MAX_ID_LENGTH).contains(&text.len())
}

#[cfg(test)]
mod tests {
    use stoa_messages::Catalogue;

    use super::*;

    fn of(name: &str, value: &str) -> Value {
        frame(&Map::from_iter([(name.to_owned(), json!(value))]), Catalogue::for_language("en"))
    }

    fn loads(made: &Value) -> &str {
        let asks = made.get("srcdoc").and_then(Value::as_str).unwrap_or_default();
        asks.rsplit("href=\"").next().and_then(|rest| rest.split('"').next()).unwrap_or_default()
    }

    #[test]
    fn service_urls_become_players() {
        for (page, player) in [
            ("https://www.youtube.com/watch?t=4&v=abc-DEF_123", "https://www.youtube-nocookie.com/embed/abc-DEF_123"),
            ("https://youtu.be/abc?si=x", "https://www.youtube-nocookie.com/embed/abc"),
            ("https://vimeo.com/12345", "https://player.vimeo.com/video/12345?dnt=1"),
            ("https://soundcloud.com/a/b", "https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb"),
            ("https://open.spotify.com/album/4x", "https://open.spotify.com/embed/album/4x"),
            ("https://www.instagram.com/p/C1/", "https://www.instagram.com/p/C1/embed"),
            ("https://calendly.com/a/b", "https://calendly.com/a/b"),
        ] {
            let made = of("url", page);
            assert_eq!(loads(&made), player, "{made}");
            assert_eq!(made.get("link"), Some(&json!(page)));
        }
    }

    #[test]
    fn warning_in_the_language_of_the_page() {
        let asks = |language: &str| {
            let made = video_player("https://youtu.be/abc", Catalogue::for_language(language));
            made.get("srcdoc").and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        assert!(asks("en").contains(">Load YouTube</a>"), "{}", asks("en"));
        assert!(asks("de").contains(">YouTube laden</a>"), "{}", asks("de"));
        assert!(asks("ar").starts_with("<!doctype html><html dir=\"rtl\">"), "{}", asks("ar"));
    }

    #[test]
    fn embed_code_reduced_to_iframe() {
        let code = "<div><script>f()</script><IFRAME width=\"1\" src=\"//www.youtube.com/embed/abc?a=1&amp;b=2\"></iframe></div>";
        assert_eq!(loads(&of("html", code)), "https://www.youtube-nocookie.com/embed/abc");
        assert_eq!(of("html", "<script src=\"https://a.example/x.js\"></script>"), Value::Null);
    }

    #[test]
    fn links_files_and_invalid_urls() {
        let linked = json!({"service": "a.example", "host": "www.a.example", "link": "https://www.a.example/x"});
        assert_eq!(of("url", "https://www.a.example/x"), linked);
        assert_eq!(of("url", "/files/A.MP4?x=1"), json!({"file": "/files/A.MP4?x=1"}));
        for file in ["https://films.example/a.mp4", "//films.example/a.mp4", "/\\films.example/a.mp4"] {
            assert_eq!(of("url", file), json!({"file": file, "elsewhere": "films.example"}));
        }
        for wrong in ["", "javascript:f()", "http://youtube.com/watch?v=abc", "javascript:f()//a.mp4", "/about"] {
            assert_eq!(of("url", wrong), Value::Null, "{wrong}");
        }
        assert_eq!(of("url", "https://youtu.be/a%22b").get("srcdoc"), None);
    }

    #[test]
    fn map_needs_both_coordinates() {
        let settings = |latitude: &str| json!({"latitude": latitude, "longitude": "-82.5", "zoom": 15});
        let no_address = SiteAddress::default();
        let place = |settings: &Map<String, Value>| super::place(settings, &no_address, Catalogue::for_language("en"));
        let map = place(settings("35.6").as_object().unwrap());
        assert!(loads(&map).contains("marker=35.6%2C-82.5"), "{map}");
        assert_eq!(place(settings("91").as_object().unwrap()), Value::Null);
        assert_eq!(place(settings("").as_object().unwrap()), Value::Null);
    }

    #[test]
    fn site_address_on_map() {
        let address = SiteAddress { map_lat: Some(48.2), map_lng: Some(16.37), ..SiteAddress::default() };
        let shown = |settings: Value| place(settings.as_object().unwrap(), &address, Catalogue::for_language("en"));
        let map = shown(json!({"useSiteLocation": true, "latitude": "", "longitude": ""}));
        assert!(loads(&map).contains("marker=48.2%2C16.37"), "{map}");
        let named = shown(json!({"useSiteLocation": true, "latitude": "35.6", "longitude": "-82.5"}));
        assert!(loads(&named).contains("marker=35.6%2C-82.5"), "{named}");
        assert_eq!(shown(json!({"useSiteLocation": true, "latitude": "35.6"})), Value::Null);
        assert_eq!(shown(json!({"useSiteLocation": false})), Value::Null);
    }
}
