//! Videos hosted by other services: metadata (oEmbed) and the player frame. Services and players are an allow-list;
//! anything else in their responses is dropped.

use serde::{Deserialize, Serialize};
use stoa_kernel::error::FieldErrors;
use url::Url;

use crate::SiteError;
use crate::contributor_texts;

/// Maximum size of a service's response, in bytes.
pub const MAX_OEMBED_BYTES: usize = 65_536;
const BASIC: &str = contributor_texts::VIMEO_BASIC.english();
const UNREADABLE: &str = contributor_texts::VIDEO_UNKNOWN.english();
/// Hosts of players, each with the host that replaces it.
const PLAYERS: [(&str, &str); 3] = [
    ("www.youtube.com", "www.youtube-nocookie.com"),
    ("www.youtube-nocookie.com", "www.youtube-nocookie.com"),
    ("player.vimeo.com", "player.vimeo.com"),
];

/// oEmbed endpoints.
#[derive(Clone, Debug)]
pub struct OEmbedServices {
    /// oEmbed endpoint of YouTube.
    pub youtube: String,
    /// oEmbed endpoint of Vimeo.
    pub vimeo: String,
}

/// A video hosted by another service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExternalVideo {
    /// URL of its page there.
    pub url: String,
    /// The player `<iframe>`, without anything else.
    pub html: String,
    /// Name of the service.
    pub provider_name: String,
}

/// Metadata that a service returns about a video.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VideoMetadata {
    /// The video.
    pub film: ExternalVideo,
    /// Its title.
    pub title: String,
    /// URL of a thumbnail.
    pub poster: String,
}

#[derive(Deserialize)]
struct OembedResponse {
    #[serde(default)]
    title: String,
    #[serde(default)]
    provider_name: String,
    #[serde(default)]
    html: String,
    #[serde(default)]
    thumbnail_url: String,
    #[serde(default)]
    account_type: String,
}

/// The oEmbed URL for a video; none for URLs that are not a video of a known service.
pub fn oembed_url(services: &OEmbedServices, address: &str) -> Option<String> {
    let page = Url::parse(address.trim()).ok().filter(|page| matches!(page.scheme(), "https" | "http"))?;
    let host = page.host_str()?;
    let service = match host.strip_prefix("www.").or_else(|| host.strip_prefix("m.")).unwrap_or(host) {
        "youtube.com" | "youtube-nocookie.com" | "youtu.be" => &services.youtube,
        "vimeo.com" | "player.vimeo.com" => &services.vimeo,
        _ => return None,
    };
    if page.path() == "/" {
        return None;
    }
    Url::parse_with_params(service, [("format", "json"), ("url", page.as_str())]).ok().map(String::from)
}

/// Reads a service's oEmbed response about the video at a URL.
///
/// # Errors
/// A message for `url` when the response has nothing that can be embedded, or the account does not allow embedding.
pub fn read_oembed(address: &str, answer: &[u8]) -> Result<VideoMetadata, SiteError> {
    let refused = |message: &str| SiteError::Invalid(FieldErrors::from([("url".to_owned(), message.to_owned())]));
    let answer: OembedResponse = serde_json::from_slice(answer).map_err(|_| refused(UNREADABLE))?;
    if answer.account_type == "basic" {
        return Err(refused(BASIC));
    }
    let html = player_iframe(&answer.html, &answer.title).ok_or_else(|| refused(UNREADABLE))?;
    if !answer.thumbnail_url.starts_with("https://") && !answer.thumbnail_url.starts_with("http://") {
        return Err(refused(UNREADABLE));
    }
    let short = |text: &str, most: usize| text.trim().chars().take(most).collect::<String>();
    Ok(VideoMetadata {
        film: ExternalVideo { url: address.trim().to_owned(), html, provider_name: short(&answer.provider_name, 60) },
        title: short(&answer.title, super::model::MAX_TITLE_LENGTH),
        poster: answer.thumbnail_url,
    })
}

/// A new `<iframe>` with the player of an embed code; none when it has no known player.
fn player_iframe(code: &str, title: &str) -> Option<String> {
    let begins = code.to_ascii_lowercase().find("<iframe")?;
    let element = code.get(begins..)?.split('>').next()?;
    let (_, value) = element.split_once("src=")?;
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let address = value.get(1..)?.split(quote).next()?.replace("&amp;", "&");
    let mut player = Url::parse(&address).ok().filter(|player| player.scheme() == "https")?;
    let (_, host) = PLAYERS.iter().find(|(known, _)| player.host_str() == Some(known))?;
    player.set_host(Some(host)).ok()?;
    Some(format!(
        "<iframe src=\"{}\" title=\"{}\" allow=\"fullscreen; picture-in-picture\" loading=\"lazy\"></iframe>",
        escape(player.as_str()),
        escape(title)
    ))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const PAGE: &str = "https://vimeo.com/12345";

    fn answer() -> Value {
        json!({"type": "video", "provider_name": "Vimeo", "title": "Throwing <a> bowl", "account_type": "pro",
            "thumbnail_url": "https://i.vimeocdn.com/video/1.jpg",
            "html": "<script>steal()</script><iframe src=\"https://player.vimeo.com/video/12345?h=a&amp;b=c\" onload=\"x()\"></iframe><p>x</p>"})
    }

    fn message(answer: &Value) -> String {
        match read_oembed(PAGE, answer.to_string().as_bytes()) {
            Err(SiteError::Invalid(fields)) => fields.get("url").cloned().unwrap_or_default(),
            other => panic!("{other:?}"),
        }
    }

    // spec: editor.message.vimeo
    #[test]
    fn vimeo_basic_accounts_are_refused() {
        let mut basic = answer();
        basic["account_type"] = json!("basic");
        let expected = "Vimeo Basic accounts are unsupported. Please share a video from a different account.";
        assert_eq!(message(&basic), expected);
    }

    #[test]
    fn only_the_player_iframe_is_kept() -> Result<(), SiteError> {
        let facts = read_oembed(PAGE, answer().to_string().as_bytes())?;
        let expected = "<iframe src=\"https://player.vimeo.com/video/12345?h=a&amp;b=c\" \
                        title=\"Throwing &lt;a&gt; bowl\" allow=\"fullscreen; picture-in-picture\" \
                        loading=\"lazy\"></iframe>";
        assert_eq!(facts.film.html, expected);
        assert_eq!((facts.film.provider_name.as_str(), facts.film.url.as_str()), ("Vimeo", PAGE));
        assert_eq!(facts.title, "Throwing <a> bowl");
        for html in ["<iframe src=\"https://evil.example/x\">", "<iframe src=\"javascript:x\">", "<b>", "<iframe>"] {
            let mut other = answer();
            other["html"] = json!(html);
            assert_eq!(message(&other), UNREADABLE, "{html}");
        }
        assert_eq!(message(&json!("text")), UNREADABLE);
        Ok(())
    }

    #[test]
    fn only_known_services_are_asked() {
        let services =
            OEmbedServices { youtube: "https://y.example/o".to_owned(), vimeo: "https://v.example/o".to_owned() };
        let question = |address: &str| oembed_url(&services, address);
        let asked = "https://v.example/o?format=json&url=https%3A%2F%2Fvimeo.com%2F12345";
        assert_eq!(question(PAGE).as_deref(), Some(asked));
        for known in ["https://youtu.be/abc", "https://www.youtube.com/watch?v=abc", "https://m.youtube.com/watch?v=a"]
        {
            assert!(question(known).is_some_and(|asked| asked.starts_with("https://y.example/o?")), "{known}");
        }
        for other in ["http://127.0.0.1/", "https://vimeo.com.evil.example/1", "https://vimeo.com/", "file:///etc", "x"]
        {
            assert_eq!(question(other), None, "{other}");
        }
    }
}
