//! Unsubscribing from abandoned cart e-mails and review requests by the key in their links.

use stoa_email::{SubscribedTo, SubscriptionInfo};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::boxed;

use crate::{CommerceError, cart_reminders, product_reviews};

/// Recipient and kind of the e-mails with this unsubscribe key.
///
/// # Errors
/// [`CommerceError::NotFound`] when the key is unknown.
#[boxed]
pub async fn subscription(db: &TenantDb, key: &str) -> Result<SubscriptionInfo, CommerceError> {
    find(&db.read().await?, key).await
}

/// Stops the e-mails with this unsubscribe key.
///
/// # Errors
/// [`CommerceError::NotFound`] when the key is unknown.
#[boxed]
pub async fn unsubscribe(db: &TenantDb, key: &str) -> Result<SubscriptionInfo, CommerceError> {
    let tx = db.write().await?;
    let info = find(&tx, key).await?;
    match info.to {
        SubscribedTo::Reviews => product_reviews::stop(&tx, &info.email).await?,
        SubscribedTo::Carts | SubscribedTo::List => cart_reminders::stop(&tx, &info.email).await?,
    }
    tx.commit().await?;
    Ok(info)
}

async fn find(tx: &TenantTx, key: &str) -> Result<SubscriptionInfo, CommerceError> {
    if let Some(email) = cart_reminders::receiver_of(tx, key).await? {
        return Ok(SubscriptionInfo::load(tx, SubscribedTo::Carts, email, None).await?);
    }
    let email = product_reviews::receiver_of(tx, key).await?.ok_or(CommerceError::NotFound)?;
    Ok(SubscriptionInfo::load(tx, SubscribedTo::Reviews, email, None).await?)
}
