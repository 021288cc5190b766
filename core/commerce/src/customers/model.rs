use stoa_kernel::id::{CustomerId, SiteUserId};
use stoa_kernel::money::Currency;

use super::addresses::SavedAddress;
use crate::orders::OrderSummary;

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
    /// Orders that were paid.
    pub order_count: i64,
    /// What the paid orders cost in sum, minor units, refunds not taken off.
    pub spent_cents: i64,
    /// Currency of the shop.
    pub currency: Currency,
    /// When they ordered last, UTC milliseconds.
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
    /// Their orders, the latest first, at most a page.
    pub orders: Vec<OrderSummary>,
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
