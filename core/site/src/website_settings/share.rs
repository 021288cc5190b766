//! Share links of posts and products: plain links to other services, without their scripts.

use serde::{Deserialize, Serialize};
use stoa_kernel::error::Checks;

/// A service with share links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShareService {
    /// The visitor's e-mail program.
    Email,
    /// WhatsApp.
    Whatsapp,
    /// Facebook.
    Facebook,
    /// X, formerly Twitter.
    X,
    /// Bluesky.
    Bluesky,
    /// LinkedIn.
    Linkedin,
    /// Pinterest.
    Pinterest,
    /// Reddit.
    Reddit,
    /// Telegram.
    Telegram,
}

/// Content to share.
#[derive(Clone, Copy, Debug)]
pub struct Shared<'a> {
    /// Its URL.
    pub url: &'a str,
    /// Its title.
    pub title: &'a str,
    /// URL of its image; empty for none.
    pub picture: &'a str,
}

impl ShareService {
    /// Its name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Whatsapp => "whatsapp",
            Self::Facebook => "facebook",
            Self::X => "x",
            Self::Bluesky => "bluesky",
            Self::Linkedin => "linkedin",
            Self::Pinterest => "pinterest",
            Self::Reddit => "reddit",
            Self::Telegram => "telegram",
        }
    }

    /// Its display name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Email => "Email",
            Self::Whatsapp => "WhatsApp",
            Self::Facebook => "Facebook",
            Self::X => "X",
            Self::Bluesky => "Bluesky",
            Self::Linkedin => "LinkedIn",
            Self::Pinterest => "Pinterest",
            Self::Reddit => "Reddit",
            Self::Telegram => "Telegram",
        }
    }

    /// The share link for some content.
    pub fn link(self, shared: &Shared<'_>) -> String {
        let (url, title) = (encoded(shared.url), encoded(shared.title));
        match self {
            Self::Email => format!("mailto:?subject={title}&body={url}"),
            Self::Whatsapp => format!("https://wa.me/?text={title}%20{url}"),
            Self::Facebook => format!("https://www.facebook.com/sharer/sharer.php?u={url}"),
            Self::X => format!("https://x.com/intent/post?url={url}&text={title}"),
            Self::Bluesky => format!("https://bsky.app/intent/compose?text={title}%20{url}"),
            Self::Linkedin => format!("https://www.linkedin.com/sharing/share-offsite/?url={url}"),
            Self::Pinterest => {
                let picture = encoded(shared.picture);
                format!("https://www.pinterest.com/pin/create/button/?url={url}&media={picture}&description={title}")
            }
            Self::Reddit => format!("https://www.reddit.com/submit?url={url}&title={title}"),
            Self::Telegram => format!("https://t.me/share/url?url={url}&text={title}"),
        }
    }
}

/// A text, percent-encoded for a URL. Spaces are not encoded as `+`, since e-mail programs would show it.
fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

/// Where share buttons appear, and for which services.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ShareSettings {
    /// Whether posts, events and projects have share buttons.
    pub on_posts: bool,
    /// Whether products have share buttons.
    pub on_products: bool,
    /// The services, in order.
    pub services: Vec<ShareService>,
}

impl Default for ShareSettings {
    fn default() -> Self {
        use ShareService::{Email, Facebook, Pinterest, Whatsapp, X};
        Self { on_posts: false, on_products: false, services: vec![Email, Whatsapp, Facebook, X, Pinterest] }
    }
}

impl ShareSettings {
    /// Removes duplicate services and refuses enabled buttons without any service.
    pub(super) fn check(&mut self, checks: &mut Checks) {
        let mut seen = Vec::new();
        self.services.retain(|service| {
            let is_new = !seen.contains(service);
            seen.push(*service);
            is_new
        });
        let is_shown = self.on_posts || self.on_products;
        checks.require(
            !is_shown || !self.services.is_empty(),
            "shareSettings.services",
            "Choose at least one service to share to.",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_links_are_percent_encoded() {
        let shared = Shared {
            url: "https://juniper.example/journal/a?b=c&d",
            title: "Cups & \"saucers\" +1",
            picture: "https://juniper.example/assets/a/cup.jpg",
        };
        let link = ShareService::X.link(&shared);
        assert_eq!(
            link,
            "https://x.com/intent/post?url=https%3A%2F%2Fjuniper.example%2Fjournal%2Fa%3Fb%3Dc%26d\
             &text=Cups%20%26%20%22saucers%22%20%2B1"
        );
        assert!(ShareService::Email.link(&shared).starts_with("mailto:?subject=Cups%20%26"));
        assert!(ShareService::Pinterest.link(&shared).contains("&media=https%3A%2F%2Fjuniper.example%2Fassets"));
    }

    #[test]
    fn share_buttons_unique_and_not_empty() {
        let services = vec![ShareService::X, ShareService::Email, ShareService::X];
        let mut chosen = ShareSettings { on_posts: true, services, ..ShareSettings::default() };
        let mut checks = Checks::default();
        chosen.check(&mut checks);
        assert_eq!(chosen.services, [ShareService::X, ShareService::Email]);
        assert!(checks.finish().is_ok());
        chosen.services.clear();
        let mut checks = Checks::default();
        chosen.check(&mut checks);
        assert!(checks.finish().is_err());
    }
}
