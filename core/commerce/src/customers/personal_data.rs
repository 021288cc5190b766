//! Data about people in the areas of the shop: each area exports and erases its own.

use async_trait::async_trait;
use serde_json::{Map, Value};
use stoa_entity::TenantTx;
use stoa_kernel::id::{OrderId, SiteUserId};

use super::addresses::AddressData;
use super::mailing_lists::MailingListData;
use super::messages::MessageData;
use crate::CommerceError;
use crate::cart_reminders::CartReminderData;
use crate::discounts::DiscountData;
use crate::payments::SavedMethodData;
use crate::price_lists::PriceListData;
use crate::product_reviews::ReviewData;
use crate::restock::RestockData;
use crate::wishlists::WishlistData;

/// The areas; the account, orders and carts are handled with the customer.
pub(super) const AREAS: &[&dyn PersonalData] = &[
    &AddressData,
    &MailingListData,
    &CartReminderData,
    &ReviewData,
    &PriceListData,
    &DiscountData,
    &RestockData,
    &WishlistData,
    &SavedMethodData,
    // Last: jobs of other areas queue e-mails while they hold rows for which erasing waits.
    &MessageData,
];

/// What an area of the shop stores about people.
#[async_trait]
pub(crate) trait PersonalData: Send + Sync {
    /// Adds what it stores about a person to the document of an export.
    ///
    /// # Errors
    /// When the database fails.
    async fn export(
        &self,
        tx: &TenantTx,
        person: &PersonRecords<'_>,
        document: &mut Map<String, Value>,
    ) -> Result<(), CommerceError>;

    /// Deletes it, or what identifies the person in it.
    ///
    /// # Errors
    /// When the database fails.
    async fn erase(&self, tx: &TenantTx, person: &PersonRecords<'_>) -> Result<(), CommerceError>;
}

/// What finds the rows of a person.
#[derive(Debug)]
pub(crate) struct PersonRecords<'a> {
    /// The present e-mail address, then former verified ones, lower case.
    pub(crate) addresses: &'a [String],
    /// The account, if there is one.
    pub(crate) account: Option<&'a SiteUserId>,
    /// Their orders.
    pub(crate) orders: &'a [OrderId],
}

impl PersonRecords<'_> {
    /// The addresses as texts.
    pub(crate) fn emails(&self) -> impl Iterator<Item = &str> {
        self.addresses.iter().map(String::as_str)
    }
}
