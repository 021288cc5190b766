//! What sums are made of.

use crate::EventKind;
use crate::event_kind::numbered_set;

numbered_set! {
    /// The length of time that a sum is made of.
    Grain {
        /// An hour of the time zone of the site.
        Hour = 1 "hour",
        /// A day of the time zone of the site.
        Day = 2 "day",
    }
}

numbered_set! {
    /// By what sums are made. Values are texts; those of closed sets are their names.
    Dimension {
        /// Everything; the value is 0.
        Total = 0 "total",
        /// Where visitors came from.
        Source = 1 "source",
        /// The kind of source.
        Medium = 2 "medium",
        /// `utm_campaign`.
        Campaign = 3 "campaign",
        /// `utm_term`.
        Term = 4 "term",
        /// `utm_content`.
        Content = 5 "content",
        /// Host of the page that led here.
        Referrer = 6 "referrer",
        /// Code of the country.
        Country = 7 "country",
        /// Language of the browser.
        Language = 8 "language",
        /// The kind of device.
        Device = 9 "device",
        /// Name of the browser.
        Browser = 10 "browser",
        /// Name of the operating system.
        Os = 11 "os",
        /// The first page of the visit.
        EntryPage = 12 "entry",
        /// The last page of the visit.
        ExitPage = 13 "exit",
        /// A page that was seen: its visits are those that saw it.
        Page = 14 "page",
        /// Host name of the site.
        Host = 15 "host",
        /// `new` for the first visit of a browser, else `returning`.
        NewOrReturning = 16 "visitors",
        /// The kind of event.
        Kind = 17 "kind",
        /// Words that were searched without a result.
        SearchWithoutResults = 18 "search_without_results",
        /// The product that was seen, on its page or over a list; 0 for any, so that a visit counts once.
        SeenProduct = 19 "seen_product",
    }
}

/// The kinds of event by which a product is seen.
pub(crate) const PRODUCT_SEEN: [EventKind; 2] = [EventKind::ProductPageView, EventKind::QuickView];

/// Added to the number of a kind of event for the sums by its object.
const OBJECTS: i16 = 100;

/// The number of the dimension of the objects of a kind of event, such as the products that were seen.
pub const fn objects_of(kind: EventKind) -> i16 {
    OBJECTS + kind.number()
}

/// The kinds whose objects are summed up: not those with an object of its own for each event.
pub(super) const fn has_objects(kind: EventKind) -> bool {
    !matches!(kind, EventKind::PageView | EventKind::Heartbeat | EventKind::Purchase)
}
