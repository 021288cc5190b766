//! Header, footer, popup and navigations of a site: their closed sets.

use crate::closed_set::closed_set;

closed_set! {
    /// Layout of the header.
    #[derive(Default)]
    HeaderLayout {
        /// As the theme prescribes.
        #[default]
        Theme = "theme",
        /// The logo in the middle.
        Centered = "centered",
        /// The logo on the left.
        LogoLeft = "logo-left",
    }
}

closed_set! {
    /// Where the links to the other languages of a site are.
    #[derive(Default)]
    LanguageSwitchPlace {
        /// In the footer.
        #[default]
        Footer = "footer",
        /// In the header, and in the menu on phones.
        Header = "header",
        /// In both.
        Both = "both",
    }
}

closed_set! {
    /// When a popup opens.
    #[derive(Default)]
    PopupTrigger {
        /// After a delay.
        #[default]
        Delay = "delay",
        /// When a part of the page was scrolled.
        Scroll = "scroll",
        /// When the visitor is about to leave.
        Leaving = "leaving",
    }
}

closed_set! {
    /// Which pages show a popup.
    #[derive(Default)]
    PopupScope {
        /// All pages.
        #[default]
        All = "all",
        /// Only the selected ones.
        Only = "only",
        /// All except the selected ones.
        Except = "except",
    }
}

closed_set! {
    /// Kind of a section of the footer.
    #[derive(Default)]
    FooterSectionKind {
        /// A text.
        #[default]
        Text = "text",
        /// A list of links.
        Links = "links",
        /// A navigation of the site.
        Menu = "menu",
        /// An image.
        Picture = "picture",
        /// The social profiles.
        Social = "social",
        /// Address and e-mail.
        Contact = "contact",
        /// A newsletter sign-up, of which there can be one.
        Newsletter = "newsletter",
    }
}

closed_set! {
    /// A navigation of the site.
    NavigationName {
        /// In the header.
        Main = "mainNav",
        /// In the footer.
        Footer = "footerNav",
    }
}

impl NavigationName {
    /// Its display name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Main => "Main Navigation",
            Self::Footer => "Footer Navigation",
        }
    }
}
