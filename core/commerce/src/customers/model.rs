//! Customers as contributors see them.

use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CustomerId, SiteUserId};
use stoa_kernel::money::{Cents, Currency};

use super::addresses::SavedAddress;

/// A customer in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerSummary {
    /// Its id.
    pub id: CustomerId,
    /// E-mail address, lower case.
    pub email: String,
    /// Latest known name.
    pub name: String,
    /// Account, if there is one.
    pub site_user_id: Option<SiteUserId>,
    /// When the customer agreed to marketing e-mails; `None` without consent.
    pub mail_consent_on: Option<Timestamp>,
    /// Number of paid orders in the shop's currency, without test orders.
    pub order_count: i64,
    /// Amount captured for those orders minus refunds, minor units.
    pub spent_cents: Cents,
    /// Currency of the shop.
    pub currency: Currency,
    /// Time of the latest of those orders.
    pub last_order_on: Option<Timestamp>,
    /// First seen.
    pub created_on: Timestamp,
}

/// A customer with all details.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomerView {
    /// Summary as in lists.
    pub summary: CustomerSummary,
    /// Account, if there is one.
    pub account: Option<Profile>,
    /// Saved addresses.
    pub addresses: Vec<SavedAddress>,
}

/// Profile data of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// When the e-mail address was verified.
    pub email_verified_on: Option<Timestamp>,
    /// BCP 47 tag of the preferred language.
    pub language: Option<String>,
    /// Creation time.
    pub created_on: Timestamp,
}
