//! What comes in.

use std::sync::Arc;

use stoa_kernel::clock::Timestamp;

use crate::event_kind::numbered_set;
use crate::{EventKind, texts};

/// Something that a visitor did, as reported by the browser or noticed by the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Random bits from the browser, of which the last 47 are stored. A repeated report has the same id and time, and is
    /// stored once.
    pub id: i64,
    /// When it happened.
    pub at: Timestamp,
    /// What it is.
    pub kind: EventKind,
    /// 63 bits that stand for the visitor.
    pub visitor: i64,
    /// Whether the visitor has an identifier; else the number changes every day.
    pub is_identified: bool,
    /// Path of the page without query; with the prefix of the language, without a final slash.
    pub page: Option<String>,
    /// Title of the page.
    pub title: Option<String>,
    /// What the event is about: see [`EventKind`].
    pub object: Option<String>,
    /// A number: see [`EventKind`].
    pub number: Option<i64>,
    /// Further data.
    pub text: Option<String>,
    /// What is known about the visit.
    pub facts: Arc<VisitFacts>,
}

/// Longest time that one heartbeat reports, milliseconds: browsers send one every half minute, and one that slept would
/// report the night.
const MAX_BEAT_MS: i64 = 60_000;
/// Largest other number. The sum of all events that a site can have is far below the largest that databases store.
const MAX_VALUE: i64 = 1_000_000_000_000;

impl Hit {
    /// The hit as it can be stored: browsers may report any number, and texts that Postgres refuses. One such hit would
    /// keep all of its site from being stored.
    pub(crate) fn bounded(mut self) -> Self {
        // Events are identified by site, millisecond and this number: fewer bits suffice, and take less space.
        self.id &= texts::MASK;
        let most = if self.kind == EventKind::Heartbeat { MAX_BEAT_MS } else { MAX_VALUE };
        self.number = self.number.map(|number| number.clamp(-most, most));
        for text in [&mut self.page, &mut self.title, &mut self.object, &mut self.text].into_iter().flatten() {
            text.retain(|sign| sign != '\0');
        }
        self
    }
}

/// What is known about a visit: only the facts of its first event are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VisitFacts {
    /// Host of the page that led here.
    pub referrer_host: Option<String>,
    /// Where the visitor came from: a campaign's source, or the name of a search engine or host.
    pub source: Option<String>,
    /// The kind of source.
    pub medium: Medium,
    /// `utm_campaign`.
    pub campaign: Option<String>,
    /// `utm_term`.
    pub term: Option<String>,
    /// `utm_content`.
    pub content: Option<String>,
    /// Code of the country, two letters in upper case.
    pub country: Option<[u8; 2]>,
    /// Language of the browser, such as `de`.
    pub language: Option<String>,
    /// The kind of device.
    pub device: Device,
    /// Name of the browser.
    pub browser: Option<String>,
    /// Name of the operating system.
    pub os: Option<String>,
    /// Whether it is the first visit of this browser, as far as known.
    pub is_first_session: bool,
    /// Host name under which the site was visited.
    pub host: Option<String>,
}

numbered_set! {
    /// The kind of source of a visit.
    #[derive(Default)]
    Medium {
        /// The address was typed, or nothing is known.
        #[default]
        Direct = 0 "direct",
        /// A search engine.
        Organic = 1 "organic",
        /// A link on another site.
        Referral = 2 "referral",
        /// A social network.
        Social = 3 "social",
        /// A newsletter or another e-mail.
        Email = 4 "email",
        /// An advertisement for which clicks are paid.
        Cpc = 5 "cpc",
        /// Any other advertisement.
        Display = 6 "display",
        /// A link for which someone gets a share.
        Affiliate = 7 "affiliate",
        /// An answer of an assistant.
        Assistant = 8 "ai",
        /// Another medium of a campaign.
        Other = 9 "other",
    }
}

numbered_set! {
    /// The kind of device.
    #[derive(Default)]
    Device {
        /// A computer, or nothing is known.
        #[default]
        Desktop = 0 "desktop",
        /// A phone.
        Mobile = 1 "mobile",
        /// A tablet.
        Tablet = 2 "tablet",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_can_be_stored_whatever_browsers_report() {
        let hit = |kind: EventKind, number: i64| {
            let (title, object) = (Some("a\0b".to_owned()), Some("\0".to_owned()));
            let (at, facts) = (Timestamp::from_ms(0), Arc::default());
            let (is_identified, page, text) = (false, None, None);
            let number = Some(number);
            Hit { id: 1, at, kind, visitor: 1, is_identified, page, title, object, number, text, facts }.bounded()
        };
        let beat = hit(EventKind::Heartbeat, i64::MAX);
        assert_eq!((beat.number, beat.title.as_deref(), beat.object.as_deref()), (Some(60_000), Some("ab"), Some("")));
        assert_eq!(hit(EventKind::Heartbeat, 30_000).number, Some(30_000));
        assert_eq!(hit(EventKind::Custom, i64::MIN).number, Some(-1_000_000_000_000));
        assert_eq!(hit(EventKind::Purchase, 4_990).number, Some(4_990));
    }
}
