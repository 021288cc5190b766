use std::iter;

use serde_json::Value;
use stoa_entity::tenant::site;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::money::{Currency, Money};
use stoa_kernel::{Actor, TenantCtx};

use super::model::{InstallmentExplanation, InstallmentItem, InstallmentMarket, InstallmentMessage, InstallmentWish};
use crate::cart::{self, Browser, Cart, CheckoutKey};
use crate::catalogue::{self, CatalogueItem, Variant};
use crate::ports::Installments;
use crate::price_lists::Offers;
use crate::settings::StoreSettings;
use crate::{CommerceError, countries};

/// Countries of shops that do not say where they are, by what they sell in.
const HOME_OF_CURRENCY: [(&str, &str); 5] = [("USD", "US"), ("CAD", "CA"), ("AUD", "AU"), ("NZD", "NZ"), ("GBP", "GB")];

/// What messages of a shop depend on.
#[derive(Clone, Debug)]
pub struct Shopfront {
    settings: StoreSettings,
    country: Option<String>,
}

impl Shopfront {
    /// Reads it in a transaction.
    ///
    /// # Errors
    /// When the site has no row or the row cannot be read.
    pub async fn load(tx: &TenantTx) -> Result<Self, CommerceError> {
        let row = tx.find::<site::Entity>().one().await?.ok_or(CommerceError::NotFound)?;
        Self::from_row(&row)
    }

    /// Reads it from the site's row.
    ///
    /// # Errors
    /// When a column cannot be read.
    pub fn from_row(row: &site::Model) -> Result<Self, CommerceError> {
        let settings = StoreSettings::from_row(row)?;
        let named = row.location.get("addressCountry").and_then(Value::as_str).unwrap_or_default();
        Ok(Self { country: merchant_country(named, settings.currency.code()), settings })
    }

    /// The same for a reader of another language, as far as one is known.
    fn read_in(mut self, language: Option<&str>) -> Self {
        if let Some(language) = language {
            language.clone_into(&mut self.settings.language);
        }
        self
    }

    /// Where messages of the shop are for; none when it does not say where it is.
    pub fn market(&self) -> Option<InstallmentMarket> {
        Some(InstallmentMarket {
            country: self.country.clone()?,
            language: self.settings.language.clone(),
            currency: self.settings.currency,
        })
    }

    /// What shoppers are told about each wish; none where nothing is to be shown. No transaction may be
    /// open: the provider is asked.
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

/// The ISO 3166 code of the country a shop names, by code or English name; else the home of its currency.
pub(super) fn merchant_country(named: &str, currency: &str) -> Option<String> {
    let named = named.trim();
    let of_name = countries::ALL
        .iter()
        .find(|(code, name)| code.eq_ignore_ascii_case(named) || name.eq_ignore_ascii_case(named))
        .map(|(code, _)| *code);
    let of_currency = || HOME_OF_CURRENCY.iter().find(|(code, _)| *code == currency).map(|(_, home)| *home);
    let found = if named.is_empty() { of_currency() } else { of_name };
    found.map(str::to_owned)
}

/// Who is told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shopper<'a> {
    /// What their browser holds.
    pub browser: Browser<'a>,
    /// BCP 47 tag of the language that they read; none when they never said: then it is the site's.
    pub language: Option<&'a str>,
}

/// Pieces of a product as a shopper has chosen them, before they are in the cart.
#[derive(Clone, Debug, PartialEq)]
pub struct WantedItem {
    /// The product.
    pub item_id: String,
    /// The variant; none for the product's lowest price.
    pub sku: Option<String>,
    /// Pieces.
    pub quantity: Option<i64>,
}

/// What a shopper is told beside a product. Everything in the cart has to qualify too.
///
/// # Errors
/// [`CommerceError::NotFound`] for a product that visitors do not see; [`CommerceError::Refused`] for a
/// variant or quantity that is none.
pub async fn of_item(
    ctx: &TenantCtx,
    db: &TenantDb,
    provider: &dyn Installments,
    shopper: Shopper<'_>,
    wanted: WantedItem,
) -> Result<Option<InstallmentMessage>, CommerceError> {
    let id = wanted.item_id.parse().map_err(|_| CommerceError::NotFound)?;
    let (shop, wish) = {
        let tx = db.read().await?;
        let item = catalogue::item(&tx, &id).await?;
        let quantity = cart::check_range(wanted.quantity.unwrap_or(1))?;
        let shop = Shopfront::load(&tx).await?.read_in(shopper.language);
        let chosen: Vec<&Variant> = match &wanted.sku {
            Some(sku) => vec![cart::choose_variant(&item, Some(sku))?],
            None => item.variants.iter().collect(),
        };
        let unit_price_cents = lowest_price(ctx, &tx, &item, chosen, shop.settings.currency).await?;
        let entry = unit_price_cents.map(|unit_price_cents| InstallmentItem::new(&item, unit_price_cents, quantity));
        let mut wish = InstallmentWish::of(entry);
        if let Some(cart) = cart::open_of(ctx, &tx, shopper.browser.cart, false).await? {
            wish.items.extend(in_cart(ctx, &tx, &cart).await?.items);
        }
        (shop, wish)
    };
    Ok(shop.message(ctx, provider, wish).await)
}

/// The least that the caller pays for one of these variants, minor units; none where there is no variant.
async fn lowest_price(
    ctx: &TenantCtx,
    tx: &TenantTx,
    item: &CatalogueItem,
    variants: Vec<&Variant>,
    currency: Currency,
) -> Result<Option<i64>, CommerceError> {
    let account = match ctx.actor() {
        Actor::SiteUser(account) => Some(account),
        _ => None,
    };
    let offers = Offers::to(ctx, tx, account, iter::once(&item.id)).await?;
    let mut lowest = None;
    for variant in variants {
        let general = Money::new(item.effective_price_cents(variant), currency);
        let (own, _) = offers.price(item, variant, general)?;
        lowest = Some(lowest.map_or(own, |least: i64| least.min(own)));
    }
    Ok(lowest)
}

/// What a shopper is told beside their cart.
///
/// # Errors
/// When the database refuses or an amount does not fit.
pub async fn of_cart(
    ctx: &TenantCtx,
    db: &TenantDb,
    provider: &dyn Installments,
    shopper: Shopper<'_>,
) -> Result<Option<InstallmentMessage>, CommerceError> {
    let tx = db.read().await?;
    let Some(cart) = cart::open_of(ctx, &tx, shopper.browser.cart, false).await? else { return Ok(None) };
    told(ctx, tx, provider, &cart, shopper.language).await
}

/// What a shopper is told beside a checkout.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is none, or it was begun elsewhere.
pub async fn of_checkout(
    ctx: &TenantCtx,
    db: &TenantDb,
    provider: &dyn Installments,
    shopper: Shopper<'_>,
    checkout_token: &str,
) -> Result<Option<InstallmentMessage>, CommerceError> {
    let tx = db.read().await?;
    let key = CheckoutKey { token: checkout_token, browser: shopper.browser };
    let cart = cart::by_checkout_key(ctx, &tx, key, false).await?.ok_or(CommerceError::NotFound)?;
    told(ctx, tx, provider, &cart, shopper.language).await
}

async fn told(
    ctx: &TenantCtx,
    tx: TenantTx,
    provider: &dyn Installments,
    cart: &Cart,
    language: Option<&str>,
) -> Result<Option<InstallmentMessage>, CommerceError> {
    let wish = in_cart(ctx, &tx, cart).await?;
    let shop = Shopfront::load(&tx).await?.read_in(language);
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

/// The page behind the shop's messages; none when it has no provider. A locale without a page gets the
/// one of the United States.
///
/// # Errors
/// When the database refuses.
pub async fn explanation(
    ctx: &TenantCtx,
    db: &TenantDb,
    provider: &dyn Installments,
    locale: &str,
) -> Result<Option<InstallmentExplanation>, CommerceError> {
    let shop = {
        let tx = db.read().await?;
        Shopfront::load(&tx).await?
    };
    Ok(match shop.market() {
        Some(market) => provider.explanation(ctx, &market, locale).await,
        None => None,
    })
}
