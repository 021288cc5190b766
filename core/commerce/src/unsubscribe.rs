//! Unsubscribing from e-mails of the store by the key in their links.

use async_trait::async_trait;
use stoa_email::{SubscribedTo, SubscriptionInfo};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::boxed;

use crate::CommerceError;
use crate::cart_reminders::CartReminderEmails;
use crate::product_reviews::ReviewRequestEmails;
use crate::wishlists::WishlistSaleEmails;

/// The kinds of e-mails with unsubscribe keys.
const SUBSCRIPTIONS: &[&dyn Subscription] = &[&CartReminderEmails, &ReviewRequestEmails, &WishlistSaleEmails];

/// A kind of e-mails from which recipients can unsubscribe.
#[async_trait]
pub(crate) trait Subscription: Send + Sync {
    /// The texts of the unsubscribe page.
    fn texts(&self) -> SubscribedTo;

    /// The recipient of the e-mail with this unsubscribe key; none when the key is of another kind, or unknown.
    ///
    /// # Errors
    /// When the database fails.
    async fn receiver_of(&self, tx: &TenantTx, key: &str) -> Result<Option<String>, CommerceError>;

    /// Stops these e-mails to an address.
    ///
    /// # Errors
    /// When the database fails.
    async fn stop(&self, tx: &TenantTx, email: &str) -> Result<(), CommerceError>;
}

/// Recipient and kind of the e-mails with this unsubscribe key.
///
/// # Errors
/// [`CommerceError::NotFound`] when the key is unknown.
#[boxed]
pub async fn subscription(db: &TenantDb, key: &str) -> Result<SubscriptionInfo, CommerceError> {
    let (_, info) = find(&db.read().await?, key).await?;
    Ok(info)
}

/// Stops the e-mails with this unsubscribe key.
///
/// # Errors
/// [`CommerceError::NotFound`] when the key is unknown.
#[boxed]
pub async fn unsubscribe(db: &TenantDb, key: &str) -> Result<SubscriptionInfo, CommerceError> {
    let tx = db.write().await?;
    let (kind, info) = find(&tx, key).await?;
    kind.stop(&tx, &info.email).await?;
    tx.commit().await?;
    Ok(info)
}

async fn find(tx: &TenantTx, key: &str) -> Result<(&'static dyn Subscription, SubscriptionInfo), CommerceError> {
    for kind in SUBSCRIPTIONS.iter().copied() {
        if let Some(email) = kind.receiver_of(tx, key).await? {
            return Ok((kind, SubscriptionInfo::load(tx, kind.texts(), email, None).await?));
        }
    }
    Err(CommerceError::NotFound)
}
