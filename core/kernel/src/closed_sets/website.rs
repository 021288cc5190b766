//! Sites: their status with what visitors see accordingly, the progress of their copies, the services that their
//! content is shared to, and who sees their languages.

use crate::closed_set::closed_set;

closed_set! {
    /// Billing status of a site.
    WebsiteStatus {
        /// The trial or the contract has ended.
        Expired = "expired",
        /// A payment is overdue.
        PastDue = "pastdue",
        /// On trial.
        Trial = "trial",
        /// Tests new features.
        Beta = "beta",
        /// Its owner has given it up.
        Removed = "removed",
        /// It belongs to the operator of the installation.
        Internal = "internal",
        /// Free of charge.
        Comped = "comped",
        /// Paid; initial status of self-hosted sites.
        Paid = "paid",
        /// Paid with another site.
        Linked = "linked",
        /// Placeholder for a future site.
        ParkingPage = "parking-page",
        /// Resold by a partner.
        Resold = "resold",
        /// Resold by a partner, with a payment overdue.
        ResoldGracePeriod = "resold-grace-period",
        /// Paid by contract.
        Enterprise = "enterprise",
    }
}

closed_set! {
    /// How the visits of a site are counted.
    AnalyticsMode {
        /// Without an identifier: visitors are told apart for a day, by a key that is deleted at its end.
        CookieFree = "cookie-free",
        /// By an identifier in a cookie, where the visitor allows cookies.
        Identifier = "identifier",
    }
}

/// What visitors see of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteVisibility {
    /// The site.
    Everything,
    /// A lock screen, unless they enter the password that the owner set.
    Locked,
    /// A placeholder message.
    Placeholder,
    /// A message that the site is closed for now.
    Closed,
    /// A message that the site is gone permanently.
    Gone,
}

impl WebsiteStatus {
    /// Its number, from 1.
    pub fn code(self) -> u8 {
        (1..).zip(Self::ALL).find(|(_, status)| **status == self).map_or(0, |(code, _)| code)
    }

    /// What visitors see.
    pub const fn shown(self) -> SiteVisibility {
        match self {
            Self::Trial => SiteVisibility::Locked,
            Self::ParkingPage => SiteVisibility::Placeholder,
            Self::Expired => SiteVisibility::Closed,
            Self::Removed => SiteVisibility::Gone,
            Self::PastDue
            | Self::Beta
            | Self::Internal
            | Self::Comped
            | Self::Paid
            | Self::Linked
            | Self::Resold
            | Self::ResoldGracePeriod
            | Self::Enterprise => SiteVisibility::Everything,
        }
    }
}

closed_set! {
    /// Progress of a copy of a site.
    #[schema(as = SiteCopyStatus)]
    CopyStatus {
        /// Waiting for the worker.
        Queued = "queued",
        /// In progress.
        Running = "running",
        /// The new site exists.
        Done = "done",
        /// It failed, and the partial copy was removed.
        Failed = "failed",
    }
}

impl CopyStatus {
    /// Whether it is waiting or in progress.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Queued | Self::Running)
    }
}

closed_set! {
    /// A sharing service.
    ShareService {
        /// The visitor's own e-mail program.
        Email = "email",
        /// WhatsApp.
        Whatsapp = "whatsapp",
        /// Facebook.
        Facebook = "facebook",
        /// X, formerly Twitter.
        X = "x",
        /// Bluesky.
        Bluesky = "bluesky",
        /// LinkedIn.
        Linkedin = "linkedin",
        /// Pinterest.
        Pinterest = "pinterest",
        /// Reddit.
        Reddit = "reddit",
        /// Telegram.
        Telegram = "telegram",
    }
}

impl ShareService {
    /// Its display name.
    pub const fn label(self) -> &'static str {
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
}

closed_set! {
    /// What visitors get in a language from a page that is not translated into it.
    UntranslatedPages {
        /// The page with its original texts.
        ShowOriginal = "show",
        /// Nothing: the page is not found.
        Hide = "hide",
    }
}

closed_set! {
    /// Who sees a language of a site.
    LanguageState {
        /// Contributors only.
        Draft = "draft",
        /// Everyone.
        Public = "public",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: enum.website-status
    #[test]
    fn website_statuses_have_codes_and_names() {
        let codes: Vec<u8> = WebsiteStatus::ALL.iter().map(|status| status.code()).collect();
        assert_eq!(codes, (1..=13).collect::<Vec<u8>>());
        let names: Vec<&str> = WebsiteStatus::ALL.iter().map(|status| status.as_str()).collect();
        let expected = [
            "expired",
            "pastdue",
            "trial",
            "beta",
            "removed",
            "internal",
            "comped",
            "paid",
            "linked",
            "parking-page",
            "resold",
            "resold-grace-period",
            "enterprise",
        ];
        assert_eq!(names, expected);
    }
}
