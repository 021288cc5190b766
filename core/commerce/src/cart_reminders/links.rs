//! What the links of a letter about a cart do: one brings the cart back, the other stops such letters.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::cart_reminder;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::seal::SealError;

use super::owner;
use crate::cart::{self as carts, token_hash};
use crate::{CommerceError, customers};

/// What a browser needs to show the cart again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Back {
    /// The browser's own cart holds everything now; a token for its cookie when it had none.
    InCart(Option<String>),
    /// The cart belongs to an account that is not signed in here.
    AfterSignIn,
}

/// Brings a cart back by the token of its letter. The browser gets a copy of its own, so that nobody who knows the link
/// sees what is entered later; opening the link again adds nothing.
///
/// # Errors
/// [`CommerceError::NotFound`] when the token is unknown, or the cart was bought or thrown away;
/// [`CommerceError::PaymentUnderWay`] while the browser's cart is being paid.
pub async fn bring_back(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: &str,
    current: Option<&str>,
) -> Result<Back, CommerceError> {
    let tx = db.write().await?;
    let known = cart_reminder::Column::TokenHash.eq(token_hash(token));
    let reminder = tx.find::<cart_reminder::Entity>().filter(known).one().await?.ok_or(CommerceError::NotFound)?;
    tx.update::<cart_reminder::Entity>(cart_reminder::Column::CartId.eq(reminder.cart_id.clone()))
        .filter(cart_reminder::Column::CameBackOn.is_null())
        .set(cart_reminder::Column::CameBackOn, Some(ctx.now_ms()))
        .exec()
        .await?;
    let back = carts::give_again(ctx, &tx, &reminder.cart_id, current).await?;
    tx.commit().await?;
    Ok(back.map_or(Back::AfterSignIn, Back::InCart))
}

/// The address to which letters with this key go; none when there is no such letter.
pub(crate) async fn receiver_of(tx: &TenantTx, key: &str) -> Result<Option<String>, CommerceError> {
    let known = cart_reminder::Column::LeaveHash.eq(token_hash(key));
    let Some(row) = tx.find::<cart_reminder::Entity>().filter(known).one().await? else { return Ok(None) };
    let email = tx.seal().open(&row.sealed_email, &owner(tx))?;
    Ok(Some(String::from_utf8(email).map_err(|_| SealError)?))
}

/// Takes back that an address may be written to about more than its orders.
pub(crate) async fn stop(tx: &TenantTx, email: &str) -> Result<(), CommerceError> {
    customers::withdraw_consent(tx, email).await
}
