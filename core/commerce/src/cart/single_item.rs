//! Single-item carts, separate from the shopper's cart: "buy now", subscriptions and donations. Their checkout token
//! works only in the browser that started them, or for the account.

use sea_orm::{ColumnTrait, IntoActiveModel};
use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{cart, cart_buy_now, cart_entry};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::{CartId, ProductId};
use stoa_kernel::token::random_token;
use stoa_kernel::{Actor, ErrorCode, Failure, TenantCtx};

use super::model::Cart;
use super::rules::{self, NewEntry};
use super::service::entry_row;
use super::store::{self, NewCart};
use crate::catalogue::{CatalogueItem, Variant};
use crate::pricing_cache::CatalogueSnapshot;
use crate::problem_texts::SIGN_IN_TO_BUY;
use crate::{CommerceError, donations, subscriptions};

/// How long such a cart is valid, milliseconds: 24 hours.
pub(super) const VALID_MS: i64 = DAY_MS;

/// Length of the token that identifies a browser.
const BUYER_LENGTH: usize = 40;

/// A checkout that was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedCheckout {
    /// Token of the checkout. Valid for 24 hours, in the browser that started it or for the account.
    pub cart_token: String,
    /// Token for the browser's cookie; `None` when an account buys.
    pub buyer: Option<String>,
}

/// A single-item cart that was created.
pub(super) struct CreatedCart {
    pub(super) cart_id: CartId,
    pub(super) checkout: StartedCheckout,
}

/// The line, validated as far as possible without its product.
pub(super) struct SingleItemLine {
    pub(super) item_id: ProductId,
    sku: Option<String>,
    quantity: i64,
    additional_fields: Option<String>,
}

/// What a single-item cart is created for.
pub(super) struct BoughtItem<'a> {
    pub(super) item: &'a CatalogueItem,
    pub(super) variant: &'a Variant,
    /// Token of the browser.
    pub(super) buyer: Option<&'a str>,
}

impl SingleItemLine {
    /// Validates a request; the default quantity is 1.
    pub(super) fn read(new: NewEntry) -> Result<Self, CommerceError> {
        let wanted = if new.quantity.is_null() { Value::from(1) } else { new.quantity };
        Ok(Self {
            quantity: rules::check_range(rules::read_quantity(&wanted)?)?,
            additional_fields: rules::check_fields(new.additional_fields)?,
            item_id: new.item_id.parse().map_err(|_| CommerceError::NotFound)?,
            sku: new.sku,
        })
    }

    /// One item of a product, without form answers.
    pub(super) fn one_of(item_id: ProductId) -> Self {
        Self { item_id, sku: None, quantity: 1, additional_fields: None }
    }

    /// The variant that the line asks for, after checking the answers to the product's form.
    pub(super) async fn variant_of<'i>(
        &mut self,
        tx: &TenantTx,
        item: &'i CatalogueItem,
    ) -> Result<&'i Variant, CommerceError> {
        let variant = rules::choose_variant(item, self.sku.as_deref())?;
        self.additional_fields = rules::read_answers(tx, item, self.additional_fields.take()).await?;
        Ok(variant)
    }

    /// Creates the cart with this line.
    pub(super) async fn open(
        self,
        ctx: &TenantCtx,
        tx: &TenantTx,
        catalogue: &CatalogueSnapshot<'_>,
        bought: BoughtItem<'_>,
    ) -> Result<CreatedCart, CommerceError> {
        let BoughtItem { item, variant, buyer } = bought;
        rules::check_stock(variant, self.quantity)?;
        let site_user = match ctx.actor() {
            Actor::SiteUser(id) => Some(id.clone()),
            Actor::Visitor | Actor::Contributor(_) | Actor::PaymentProvider | Actor::System => None,
        };
        let terms = catalogue.terms().await?;
        let settings = &terms.settings;
        // Refused here instead of at the checkout: a sign-in continues with the shopper's cart, not with this one.
        if site_user.is_none() && !settings.choices.checkout.guest_checkout {
            return Err(CommerceError::Said(Failure::said(ErrorCode::SignInRequired, SIGN_IN_TO_BUY)));
        }
        let is_guest = site_user.is_none();
        let known = buyer.filter(|token| is_guest && token.len() == BUYER_LENGTH);
        let buyer = known.map_or_else(|| random_token(BUYER_LENGTH), str::to_owned);
        let new = NewCart { currency: settings.site.currency, site_user_id: site_user, buyer: Some(buyer) };
        let (begun, buyer) = store::create(ctx, tx, new).await?;
        let row = entry_row(ctx, &begun, item, variant);
        let (quantity, additional_fields) = (self.quantity, self.additional_fields);
        let entry = cart_entry::Model { quantity, additional_fields, ..row };
        tx.insert_many(vec![entry.into_active_model()]).await?;
        let cart_token = begun.row.checkout_token;
        let checkout = StartedCheckout { cart_token, buyer: is_guest.then_some(buyer) };
        Ok(CreatedCart { cart_id: begun.row.id, checkout })
    }
}

/// Expiry of a "buy now" cart; `None` for any other.
pub(super) async fn buy_now_expiry(tx: &TenantTx, id: &CartId) -> Result<Option<Timestamp>, CommerceError> {
    let row = tx.find::<cart_buy_now::Entity>().filter(cart_buy_now::Column::CartId.eq(id.clone())).one().await?;
    Ok(row.map(|row| row.expires_on))
}

/// Checkout token of a single-item cart; `None` for the shopper's cart, which is found by its cookie.
pub(crate) async fn single_item_checkout_token(tx: &TenantTx, id: &CartId) -> Result<Option<String>, CommerceError> {
    let is_own = subscriptions::of_cart(tx, id).await?.is_some()
        || donations::of_cart(tx, id).await?.is_some()
        || buy_now_expiry(tx, id).await?.is_some();
    if !is_own {
        return Ok(None);
    }
    let row = tx.find::<cart::Entity>().filter(cart::Column::Id.eq(id.clone())).one().await?;
    Ok(row.map(|row| row.checkout_token))
}

impl Cart {
    /// Fails when the cart has expired without an order.
    pub(super) fn check_valid(&self, ctx: &TenantCtx) -> Result<(), CommerceError> {
        match self.expires_on {
            Some(end) if end <= ctx.now() && self.row.order_id.is_none() => Err(CommerceError::NotFound),
            _ => Ok(()),
        }
    }
}
