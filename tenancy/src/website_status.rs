//! Status of a site, and what its visitors see accordingly.

use std::str::FromStr;

use crate::TenancyError;

/// Billing status of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebsiteStatus {
    /// The trial or the contract has ended.
    Expired,
    /// A payment is overdue.
    PastDue,
    /// On trial.
    Trial,
    /// Tests new features.
    Beta,
    /// Its owner has given it up.
    Removed,
    /// It belongs to the operator of the installation.
    Internal,
    /// Free of charge.
    Comped,
    /// Paid; initial status of self-hosted sites.
    Paid,
    /// Paid with another site.
    Linked,
    /// Placeholder for a future site.
    ParkingPage,
    /// Resold by a partner.
    Resold,
    /// Resold by a partner, with a payment overdue.
    ResoldGracePeriod,
    /// Paid by contract.
    Enterprise,
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

/// In the order of their codes, which begin with 1.
const STATUSES: [(WebsiteStatus, &str); 13] = [
    (WebsiteStatus::Expired, "expired"),
    (WebsiteStatus::PastDue, "pastdue"),
    (WebsiteStatus::Trial, "trial"),
    (WebsiteStatus::Beta, "beta"),
    (WebsiteStatus::Removed, "removed"),
    (WebsiteStatus::Internal, "internal"),
    (WebsiteStatus::Comped, "comped"),
    (WebsiteStatus::Paid, "paid"),
    (WebsiteStatus::Linked, "linked"),
    (WebsiteStatus::ParkingPage, "parking-page"),
    (WebsiteStatus::Resold, "resold"),
    (WebsiteStatus::ResoldGracePeriod, "resold-grace-period"),
    (WebsiteStatus::Enterprise, "enterprise"),
];

impl WebsiteStatus {
    /// All of them, by code.
    pub fn all() -> impl Iterator<Item = Self> {
        STATUSES.into_iter().map(|(status, _)| status)
    }

    /// Its number, from 1.
    pub fn code(self) -> u8 {
        (1..).zip(STATUSES).find(|(_, (status, _))| *status == self).map_or(0, |(code, _)| code)
    }

    /// Its name, as stored and typed.
    pub fn name(self) -> &'static str {
        STATUSES.iter().find(|(status, _)| *status == self).map_or("", |(_, name)| name)
    }

    /// What visitors see.
    pub fn shown(self) -> SiteVisibility {
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

impl FromStr for WebsiteStatus {
    type Err = TenancyError;

    fn from_str(name: &str) -> Result<Self, TenancyError> {
        let found = STATUSES.iter().find(|(_, known)| *known == name).map(|(status, _)| *status);
        found.ok_or_else(|| TenancyError::Broken("the status of a site cannot be read", name.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: enum.website-status
    #[test]
    fn statuses_have_unique_codes_and_names() -> Result<(), TenancyError> {
        let all: Vec<WebsiteStatus> = WebsiteStatus::all().collect();
        assert_eq!(all.len(), 13);
        assert_eq!(all.iter().map(|status| status.code()).collect::<Vec<_>>(), (1..=13).collect::<Vec<_>>());
        let names = [
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
        for (status, name) in all.into_iter().zip(names) {
            assert_eq!((status.name(), name.parse::<WebsiteStatus>()?), (name, status));
        }
        assert!("free".parse::<WebsiteStatus>().is_err());
        Ok(())
    }
}
