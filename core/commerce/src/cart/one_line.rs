//! Carts of one line that stand beside the shopper's cart. The token of their checkout opens them in the browser that
//! began them, or for the account.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{cart, cart_buy_now, cart_entry};
use stoa_kernel::id::{CartId, ProductId};
use stoa_kernel::token::random_token;
use stoa_kernel::{Actor, ErrorCode, Failure, TenantCtx};

use super::model::Cart;
use super::rules::{self, NewEntry};
use super::service::entry_row;
use super::store::{self, NewCart};
use crate::catalogue::{CatalogueItem, Variant};
use crate::shelf::Shelf;
use crate::{CommerceError, donations, subscriptions};

/// How long such a cart can be bought, milliseconds: 24 hours.
pub(super) const VALID_MS: i64 = 24 * 60 * 60 * 1_000;

/// Length of the token that tells browsers apart.
const BUYER_LENGTH: usize = 40;

/// The way to a checkout that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BegunCheckout {
    /// Opens it for 24 hours, in the browser that began it or for the account.
    pub cart_token: String,
    /// Token for the cookie of the browser; none when it buys for an account.
    pub buyer: Option<String>,
}

/// A cart of one line that was begun.
pub(super) struct Begun {
    pub(super) cart_id: CartId,
    pub(super) checkout: BegunCheckout,
}

/// Said where the shop sells to accounts alone.
const SIGN_IN_TO_BUY: &str = "Sign in to buy here.";

/// The line, as far as it can be checked without its product.
pub(super) struct OneLine {
    pub(super) item_id: ProductId,
    sku: Option<String>,
    quantity: i64,
    additional_fields: Option<String>,
}

impl OneLine {
    /// Reads what a shopper asks for; one piece when the quantity is left out.
    pub(super) fn read(new: NewEntry) -> Result<Self, CommerceError> {
        let wanted = if new.quantity.is_null() { Value::from(1) } else { new.quantity };
        Ok(Self {
            quantity: rules::check_range(rules::read_quantity(&wanted)?)?,
            additional_fields: rules::check_fields(new.additional_fields)?,
            item_id: new.item_id.parse().map_err(|_| CommerceError::NotFound)?,
            sku: new.sku,
        })
    }

    /// One piece of a product, with nothing answered about it.
    pub(super) fn one_of(item_id: ProductId) -> Self {
        Self { item_id, sku: None, quantity: 1, additional_fields: None }
    }

    /// Makes the cart that holds it; `buyer` is the token of the browser.
    pub(super) async fn begin(
        self,
        ctx: &TenantCtx,
        tx: &TenantTx,
        shelf: &Shelf<'_>,
        (item, buyer): (&CatalogueItem, Option<&str>),
    ) -> Result<Begun, CommerceError> {
        let variant = rules::choose_variant(item, self.sku.as_deref())?;
        rules::check_answers(item, self.additional_fields.as_deref())?;
        self.open(ctx, tx, shelf, (item, variant, buyer)).await
    }

    /// As [`OneLine::begin`], of a variant that was chosen, where the product's form is not asked.
    pub(super) async fn open(
        self,
        ctx: &TenantCtx,
        tx: &TenantTx,
        shelf: &Shelf<'_>,
        (item, variant, buyer): (&CatalogueItem, &Variant, Option<&str>),
    ) -> Result<Begun, CommerceError> {
        rules::check_stock(variant, self.quantity)?;
        let site_user = match ctx.actor() {
            Actor::SiteUser(id) => Some(id.clone()),
            Actor::Visitor | Actor::Contributor(_) | Actor::System => None,
        };
        let terms = shelf.terms().await?;
        let settings = &terms.settings;
        // Signing in brings the shopper's cart along, not this one.
        if site_user.is_none() && !settings.choices.checkout.guest_checkout {
            return Err(CommerceError::Denied(Failure::new(ErrorCode::SignInRequired, SIGN_IN_TO_BUY)));
        }
        let is_guest = site_user.is_none();
        let known = buyer.filter(|token| is_guest && token.len() == BUYER_LENGTH);
        let buyer = known.map_or_else(|| random_token(BUYER_LENGTH), str::to_owned);
        let new = NewCart { currency: settings.currency, site_user_id: site_user, buyer: Some(buyer) };
        let (begun, buyer) = store::create(ctx, tx, new).await?;
        let row = entry_row(ctx, &begun, item, variant);
        tx.insert(cart_entry::ActiveModel {
            quantity: Set(self.quantity),
            additional_fields: Set(self.additional_fields),
            ..row
        })
        .await?;
        let cart_token = begun.row.checkout_token;
        let checkout = BegunCheckout { cart_token, buyer: is_guest.then_some(buyer) };
        Ok(Begun { cart_id: begun.row.id, checkout })
    }
}

/// Until when a cart that is bought at once can be bought, UTC milliseconds; none for any other.
pub(super) async fn bought_until(tx: &TenantTx, id: &CartId) -> Result<Option<i64>, CommerceError> {
    let row = tx.find::<cart_buy_now::Entity>().filter(cart_buy_now::Column::CartId.eq(id.clone())).one().await?;
    Ok(row.map(|row| row.expires_on))
}

/// The token of a cart of one line; none for any other, to which the shopper's cookie leads back.
pub(crate) async fn own_checkout(tx: &TenantTx, id: &CartId) -> Result<Option<String>, CommerceError> {
    let is_own = subscriptions::of_cart(tx, id).await?.is_some()
        || donations::of_cart(tx, id).await?.is_some()
        || bought_until(tx, id).await?.is_some();
    if !is_own {
        return Ok(None);
    }
    let row = tx.find::<cart::Entity>().filter(cart::Column::Id.eq(id.clone())).one().await?;
    Ok(row.map(|row| row.checkout_token))
}

impl Cart {
    /// Fails when its time is over and nothing was bought.
    pub(super) fn check_valid(&self, ctx: &TenantCtx) -> Result<(), CommerceError> {
        match self.expires_on {
            Some(end) if end <= ctx.now_ms() && self.row.order_id.is_none() => Err(CommerceError::NotFound),
            _ => Ok(()),
        }
    }
}
