//! Kinds of events.

/// A closed set whose values are stored as numbers.
macro_rules! numbered_set {
    ($(#[$about:meta])* $set:ident { $($(#[$doc:meta])* $value:ident = $number:literal $name:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $set {
            $($(#[$doc])* $value,)+
        }

        impl $set {
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$value,)+];

            /// The number in columns.
            pub const fn number(self) -> i16 {
                match self {
                    $(Self::$value => $number,)+
                }
            }

            /// The value with this number.
            pub const fn from_number(number: i16) -> Option<Self> {
                match number {
                    $($number => Some(Self::$value),)+
                    _ => None,
                }
            }

            /// The name in reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }

            /// The value with this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }
    };
}

pub(crate) use numbered_set;

numbered_set! {
    /// What a visitor did.
    EventKind {
        /// A page was shown.
        PageView = 1 "page_view",
        /// The site was searched; the object is the words, the number how many results there were.
        SiteSearch = 2 "site_search",
        /// The page of a product was shown; the object is the product.
        ProductPageView = 3 "product_page_view",
        /// A product was put into the cart; the object is the product.
        AddToCart = 4 "add_to_cart",
        /// The checkout was opened.
        CheckoutStarted = 5 "checkout_started",
        /// An order was placed; the object is the order, the number its total in cents.
        Purchase = 6 "purchase",
        /// Someone signed up for a newsletter.
        NewsletterSignup = 7 "newsletter_signup",
        /// An account was made.
        AccountCreation = 8 "account_creation",
        /// A product was opened over a list; the object is the product.
        QuickView = 9 "quick_view",
        /// A page is still visible; the number is the milliseconds since the last one.
        Heartbeat = 10 "heartbeat",
        /// A button was shown; the object is its text.
        ButtonRender = 11 "button_render",
        /// A button was clicked; the object is its text.
        ButtonClick = 12 "button_click",
        /// A form was shown; the object is the form.
        FormRender = 13 "form_render",
        /// A form was sent; the object is the form.
        FormSubmit = 14 "form_submit",
        /// A popup or a banner was shown; the object is its id.
        OverlayView = 15 "overlay_view",
        /// A popup or a banner was closed; the object is its id.
        OverlayClose = 16 "overlay_close",
        /// The form of a popup was sent; the object is its id.
        OverlaySubmit = 17 "overlay_submit",
        /// The button of a popup or a banner was clicked; the object is its id.
        OverlayClick = 18 "overlay_click",
        /// Someone began to fill in a form; the object is the form.
        FormStart = 19 "form_start",
        /// Sound was played; the object is the file.
        Audio = 20 "audio",
        /// A film was played; the object is the file.
        Video = 21 "video",
        /// A link to another site was followed; the object is its address.
        OutboundClick = 22 "outbound_click",
        /// A file was downloaded; the object is its address.
        FileDownload = 23 "file_download",
        /// An event with a name of the owner's own: the object.
        Custom = 30 "custom",
        /// A click in the panel of inventory.
        InventoryPanelClick = 40 "inventory_panel_click",
        /// A click in the panel of API keys.
        ApiKeyPanelClick = 41 "api_key_panel_click",
        /// A variant of an experiment was shown; the object is experiment and variant, with a slash between them.
        ExperimentExposure = 50 "experiment_exposure",
    }
}

#[cfg(test)]
mod tests {
    use super::EventKind;

    #[test]
    fn each_kind_has_its_own_number_and_name() {
        for kind in EventKind::ALL {
            assert_eq!(EventKind::from_number(kind.number()), Some(*kind));
            assert_eq!(EventKind::named(kind.name()), Some(*kind));
        }
        assert_eq!(EventKind::from_number(0), None);
    }
}
