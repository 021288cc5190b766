//! Share links of posts and products: plain links to other services, without their scripts.

use serde::{Deserialize, Serialize};
use stoa_kernel::error::Checks;
use stoa_kernel::website::ShareService;

use crate::contributor_texts;

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

impl Shared<'_> {
    /// The link that shares it to a service.
    pub fn link(&self, service: ShareService) -> String {
        let (url, title) = (encoded(self.url), encoded(self.title));
        match service {
            ShareService::Email => format!("mailto:?subject={title}&body={url}"),
            ShareService::Whatsapp => format!("https://wa.me/?text={title}%20{url}"),
            ShareService::Facebook => format!("https://www.facebook.com/sharer/sharer.php?u={url}"),
            ShareService::X => format!("https://x.com/intent/post?url={url}&text={title}"),
            ShareService::Bluesky => format!("https://bsky.app/intent/compose?text={title}%20{url}"),
            ShareService::Linkedin => format!("https://www.linkedin.com/sharing/share-offsite/?url={url}"),
            ShareService::Pinterest => {
                let picture = encoded(self.picture);
                format!("https://www.pinterest.com/pin/create/button/?url={url}&media={picture}&description={title}")
            }
            ShareService::Reddit => format!("https://www.reddit.com/submit?url={url}&title={title}"),
            ShareService::Telegram => format!("https://t.me/share/url?url={url}&text={title}"),
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
            contributor_texts::CHOOSE_AT_LEAST_ONE_SERVICE_TO_SHARE,
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
        let link = shared.link(ShareService::X);
        assert_eq!(
            link,
            "https://x.com/intent/post?url=https%3A%2F%2Fjuniper.example%2Fjournal%2Fa%3Fb%3Dc%26d\
             &text=Cups%20%26%20%22saucers%22%20%2B1"
        );
        assert!(shared.link(ShareService::Email).starts_with("mailto:?subject=Cups%20%26"));
        assert!(shared.link(ShareService::Pinterest).contains("&media=https%3A%2F%2Fjuniper.example%2Fassets"));
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
