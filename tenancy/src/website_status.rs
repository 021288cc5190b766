//! What a site's standing with its host means for its visitors.

use std::str::FromStr;

use crate::TenancyError;

/// Standing of a site with who hosts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebsiteStatus {
    /// The trial or the contract has ended.
    Expired,
    /// A payment is late.
    PastDue,
    /// It is being tried out.
    Trial,
    /// It tries out what is new.
    Beta,
    /// Its owner has given it up.
    Removed,
    /// It belongs to the host.
    Internal,
    /// It is free.
    Comped,
    /// It is paid for; self-hosted sites begin so.
    Paid,
    /// It is paid for with another site.
    Linked,
    /// It only holds the place of a site to come.
    ParkingPage,
    /// It was sold on by a partner.
    Resold,
    /// The same, with a payment late.
    ResoldGracePeriod,
    /// It is paid for by contract.
    Enterprise,
}

/// What visitors get of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The site.
    Everything,
    /// A lock screen, unless they give the password that the owner set.
    Locked,
    /// A sentence in its place.
    Placeholder,
    /// That it is closed for now.
    Closed,
    /// That it is gone for good.
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

    /// Its name, as it is stored and typed.
    pub fn name(self) -> &'static str {
        STATUSES.iter().find(|(status, _)| *status == self).map_or("", |(_, name)| name)
    }

    /// What visitors get.
    pub fn shown(self) -> Shown {
        match self {
            Self::Trial => Shown::Locked,
            Self::ParkingPage => Shown::Placeholder,
            Self::Expired => Shown::Closed,
            Self::Removed => Shown::Gone,
            Self::PastDue
            | Self::Beta
            | Self::Internal
            | Self::Comped
            | Self::Paid
            | Self::Linked
            | Self::Resold
            | Self::ResoldGracePeriod
            | Self::Enterprise => Shown::Everything,
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
    fn there_are_thirteen_each_with_its_code_and_name() -> Result<(), TenancyError> {
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
