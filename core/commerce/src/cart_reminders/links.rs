//! Links in a reminder e-mail: one restores the cart, the other unsubscribes.

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use stoa_email::SubscribedTo;
use stoa_entity::tenant::cart_reminder;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::encryption::CipherError;
use stoa_kernel::token::token_hash_hex;
use stoa_kernel::{TenantCtx, boxed};

use super::owner;
use crate::cart as carts;
use crate::unsubscribe::Subscription;
use crate::{CommerceError, customers};

/// Result of restoring a cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoredCart {
    /// The browser's own cart contains the lines; a cookie token if the cart was created.
    InCart(Option<String>),
    /// The cart belongs to an account that is not signed in here.
    AfterSignIn,
}

/// Restores a cart by the token from its reminder e-mail. The browser gets a copy, so that others who know the link do
/// not see data that is entered later. Opening the link again adds nothing.
///
/// # Errors
/// [`CommerceError::NotFound`] when the token is unknown, or the cart was purchased or deleted;
/// [`CommerceError::PaymentUnderWay`] while the browser's cart is being paid.
#[boxed]
pub async fn restore_from_reminder(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: &str,
    current: Option<&str>,
) -> Result<RestoredCart, CommerceError> {
    let tx = db.write().await?;
    let known = cart_reminder::Column::TokenHash.eq(token_hash_hex(token));
    let reminder = tx.find::<cart_reminder::Entity>().filter(known).one().await?.ok_or(CommerceError::NotFound)?;
    tx.update::<cart_reminder::Entity>(cart_reminder::Column::CartId.eq(reminder.cart_id.clone()))
        .filter(cart_reminder::Column::CameBackOn.is_null())
        .set(cart_reminder::Column::CameBackOn, Some(ctx.now()))
        .exec()
        .await?;
    let back = carts::restore_cart(ctx, &tx, &reminder.cart_id, current).await?;
    tx.commit().await?;
    Ok(back.map_or(RestoredCart::AfterSignIn, RestoredCart::InCart))
}

/// Cart reminders, sent to people who agreed to marketing e-mails.
pub(crate) struct CartReminderEmails;

#[async_trait]
impl Subscription for CartReminderEmails {
    fn texts(&self) -> SubscribedTo {
        SubscribedTo::CARTS
    }

    async fn receiver_of(&self, tx: &TenantTx, key: &str) -> Result<Option<String>, CommerceError> {
        let known = cart_reminder::Column::LeaveHash.eq(token_hash_hex(key));
        let Some(row) = tx.find::<cart_reminder::Entity>().filter(known).one().await? else { return Ok(None) };
        let email = tx.seal().open(&row.sealed_email, &owner(tx))?;
        Ok(Some(String::from_utf8(email).map_err(|_| CipherError)?))
    }

    async fn stop(&self, tx: &TenantTx, email: &str) -> Result<(), CommerceError> {
        customers::withdraw_consent(tx, email).await
    }
}
