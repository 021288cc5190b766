use stoa_kernel::id::{CustomerId, SiteUserId};
use stoa_kernel::money::Currency;

use super::addresses::SavedAddress;

/// A customer in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerSummary {
    /// Its id.
    pub id: CustomerId,
    /// Address, lower case.
    pub email: String,
    /// Name as given last.
    pub name: String,
    /// Their account, when they have one.
    pub site_user_id: Option<SiteUserId>,
    /// When marketing mail was agreed to, UTC milliseconds; none when it was not.
    pub mail_consent_on: Option<i64>,
    /// Orders that were paid, in the shop's currency, without test orders.
    pub order_count: i64,
    /// What was taken for those orders and not given back, minor units.
    pub spent_cents: i64,
    /// Currency of the shop.
    pub currency: Currency,
    /// When the last of those orders was placed, UTC milliseconds.
    pub last_order_on: Option<i64>,
    /// When first seen, UTC milliseconds.
    pub created_on: i64,
}

/// A customer with what the shop knows of them.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomerView {
    /// What lists show of them.
    pub summary: CustomerSummary,
    /// The account, when they have one.
    pub account: Option<Profile>,
    /// Addresses that they keep.
    pub addresses: Vec<SavedAddress>,
}

/// What an account says about its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// When the address was proven, UTC milliseconds.
    pub email_verified_on: Option<i64>,
    /// BCP 47 tag of the language they read.
    pub language: Option<String>,
    /// Since when, UTC milliseconds.
    pub created_on: i64,
}
