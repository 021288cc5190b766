//! Asks the providers of a shop for installment messages about a product or a cart.

use std::iter;

use stoa_address::countries;
use stoa_entity::tenant::site;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::{Actor, TenantCtx, boxed};

use super::model::{InstallmentExplanation, InstallmentItem, InstallmentMarket, InstallmentMessage, InstallmentWish};
use crate::CommerceError;
use crate::cart::{self, Browser, Cart, CheckoutKey};
use crate::catalogue::{self, CatalogueItem, Variant};
use crate::ports::Installments;
use crate::price_lists::Offers;
use crate::settings::StoreSettings;

/// Default country by currency, for shops without a location.
const DEFAULT_COUNTRY_BY_CURRENCY: [(&str, &str); 5] =
    [("USD", "US"), ("CAD", "CA"), ("AUD", "AU"), ("NZD", "NZ"), ("GBP", "GB")];

/// The settings of a shop that messages depend on.
#[derive(Clone, Debug)]
pub struct InstallmentShop {
    settings: StoreSettings,
    country: Option<String>,
}

impl InstallmentShop {
    /// Loads them in a transaction.
    ///
    /// # Errors
    /// When the site has no row or the row is invalid.
    #[boxed]
    pub async fn load(tx: &TenantTx) -> Result<Self, CommerceError> {
        let row = tx.find::<site::Entity>().one().await?.ok_or(CommerceError::NotFound)?;
        Self::from_row(&row)
    }

    /// Reads them from the site's row.
    ///
    /// # Errors
    /// When a column is invalid.
    pub fn from_row(row: &site::Model) -> Result<Self, CommerceError> {
        let settings = StoreSettings::from_row(row)?;
        let named = &row.location.0.address_country;
        Ok(Self { country: merchant_country(named, settings.site.currency.code()), settings })
    }

    /// The same settings in the customer's language, if that is known.
    fn read_in(mut self, language: Option<&str>) -> Self {
        if let Some(language) = language {
            language.clone_into(&mut self.settings.site.language);
        }
        self
    }

    /// The market of the shop's messages; none if its country is unknown.
    pub fn market(&self) -> Option<InstallmentMarket> {
        Some(InstallmentMarket {
            country: self.country.clone()?,
            language: self.settings.site.language.clone(),
            currency: self.settings.site.currency,
        })
    }

    /// The messages for the requests, in their order; none where nothing is shown. No transaction may be open, because
    /// this calls the provider.
    #[boxed]
    pub async fn messages(
        &self,
        ctx: &TenantCtx,
        provider: &dyn Installments,
        wishes: Vec<InstallmentWish>,
    ) -> Vec<Option<InstallmentMessage>> {
        let Some(market) = self.market().filter(|_| !wishes.is_empty()) else { return vec![None; wishes.len()] };
        let offers = provider.offers(ctx, &market, wishes).await;
        offers.into_iter().map(|offer| Some(InstallmentMessage::new(offer?, &self.settings))).collect()
    }

    async fn message(
        &self,
        ctx: &TenantCtx,
        provider: &dyn Installments,
        wish: InstallmentWish,
    ) -> Option<InstallmentMessage> {
        self.messages(ctx, provider, vec![wish]).await.pop().flatten()
    }
}

/// The ISO 3166 code of the shop's country, given by code or English name; if none is given, the home of its currency.
pub(super) fn merchant_country(named: &str, currency: &str) -> Option<String> {
    let named = named.trim();
    let of_name = countries::ALL
        .iter()
        .find(|(code, name)| code.eq_ignore_ascii_case(named) || name.eq_ignore_ascii_case(named))
        .map(|(code, _)| *code);
    let of_currency = || DEFAULT_COUNTRY_BY_CURRENCY.iter().find(|(code, _)| *code == currency).map(|(_, home)| *home);
    let found = if named.is_empty() { of_currency() } else { of_name };
    found.map(str::to_owned)
}

/// The customer that a message is for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shopper<'a> {
    /// Cookies of the customer's browser.
    pub browser: Browser<'a>,
    /// BCP 47 tag of the customer's language; none if unknown, then the language of the site is used.
    pub language: Option<&'a str>,
}

/// A quantity of a product as chosen by a customer, before it is added to the cart.
#[derive(Clone, Debug, PartialEq)]
pub struct WantedItem {
    /// The product.
    pub item_id: String,
    /// SKU of the variant; none for the product's lowest price.
    pub sku: Option<String>,
    /// Quantity.
    pub quantity: Option<i64>,
}

/// The message on a product page. Everything in the cart has to qualify too.
///
/// # Errors
/// [`CommerceError::NotFound`] for a product that visitors cannot see; [`CommerceError::Refused`] for an invalid
/// variant or quantity.
#[boxed]
pub async fn of_item<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    provider: &dyn Installments,
    shopper: Shopper<'a>,
    wanted: WantedItem,
) -> Result<Option<InstallmentMessage>, CommerceError> {
    let id = wanted.item_id.parse().map_err(|_| CommerceError::NotFound)?;
    let (shop, wish) = {
        let tx = db.read().await?;
        let item = catalogue::item(&tx, &id).await?;
        let quantity = cart::check_range(wanted.quantity.unwrap_or(1))?;
        let shop = InstallmentShop::load(&tx).await?.read_in(shopper.language);
        let chosen: Vec<&Variant> = match &wanted.sku {
            Some(sku) => vec![cart::choose_variant(&item, Some(sku))?],
            None => item.variants.iter().collect(),
        };
        let unit_price_cents = lowest_price(ctx, &tx, &item, chosen, shop.settings.site.currency).await?;
        let entry = unit_price_cents.map(|unit_price_cents| InstallmentItem::new(&item, unit_price_cents, quantity));
        let mut wish = InstallmentWish::of(entry);
        if let Some(cart) = cart::open_of(ctx, &tx, shopper.browser.cart, false).await? {
            wish.items.extend(in_cart(ctx, &tx, &cart).await?.items);
        }
        (shop, wish)
    };
    Ok(shop.message(ctx, provider, wish).await)
}

/// The lowest price that the caller pays for one of these variants, in minor units; none if there is no variant.
async fn lowest_price(
    ctx: &TenantCtx,
    tx: &TenantTx,
    item: &CatalogueItem,
    variants: Vec<&Variant>,
    currency: Currency,
) -> Result<Option<Cents>, CommerceError> {
    let account = match ctx.actor() {
        Actor::SiteUser(account) => Some(account),
        _ => None,
    };
    let offers = Offers::to(ctx, tx, account, iter::once(&item.id)).await?;
    let mut lowest = None;
    for variant in variants {
        let general = item.effective_price_cents(variant).of(currency);
        let (own, _) = offers.price(item, variant, general)?;
        lowest = Some(lowest.map_or(own, |least: Cents| least.min(own)));
    }
    Ok(lowest)
}

/// The message in the cart.
///
/// # Errors
/// When the database fails or an amount overflows.
#[boxed]
pub async fn of_cart<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    provider: &dyn Installments,
    shopper: Shopper<'a>,
) -> Result<Option<InstallmentMessage>, CommerceError> {
    let tx = db.read().await?;
    let Some(cart) = cart::open_of(ctx, &tx, shopper.browser.cart, false).await? else { return Ok(None) };
    message_in_cart(ctx, tx, provider, &cart, shopper.language).await
}

/// The message in the checkout.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is none, or it was started in another browser.
#[boxed]
pub async fn of_checkout<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    provider: &dyn Installments,
    shopper: Shopper<'a>,
    checkout_token: &str,
) -> Result<Option<InstallmentMessage>, CommerceError> {
    let tx = db.read().await?;
    let key = CheckoutKey { token: checkout_token, browser: shopper.browser };
    let cart = cart::by_checkout_key(ctx, &tx, key, false).await?.ok_or(CommerceError::NotFound)?;
    message_in_cart(ctx, tx, provider, &cart, shopper.language).await
}

async fn message_in_cart(
    ctx: &TenantCtx,
    tx: TenantTx,
    provider: &dyn Installments,
    cart: &Cart,
    language: Option<&str>,
) -> Result<Option<InstallmentMessage>, CommerceError> {
    let wish = in_cart(ctx, &tx, cart).await?;
    let shop = InstallmentShop::load(&tx).await?.read_in(language);
    drop(tx);
    Ok(shop.message(ctx, provider, wish).await)
}

async fn in_cart(ctx: &TenantCtx, tx: &TenantTx, cart: &Cart) -> Result<InstallmentWish, CommerceError> {
    let priced = cart::price(ctx, tx, cart).await?;
    let items = priced.lines.iter().map(|line| InstallmentItem {
        is_subscription: cart.subscription.is_some(),
        ..InstallmentItem::new(&line.item, line.unit_price_cents, line.entry.quantity)
    });
    Ok(InstallmentWish { items: items.collect(), total_cents: Some(priced.totals.grand_total_cents) })
}

/// The explanation page of the shop's messages; none if there is no provider. A locale without a page falls back to the
/// page of the United States.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn explanation(
    ctx: &TenantCtx,
    db: &TenantDb,
    provider: &dyn Installments,
    locale: &str,
) -> Result<Option<InstallmentExplanation>, CommerceError> {
    let shop = {
        let tx = db.read().await?;
        InstallmentShop::load(&tx).await?
    };
    Ok(match shop.market() {
        Some(market) => provider.explanation(ctx, &market, locale).await,
        None => None,
    })
}
