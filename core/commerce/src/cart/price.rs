//! A cart with its current prices.

use std::collections::HashMap;
use std::sync::Arc;

use stoa_address::{Address, PickupPlace, Place};
use stoa_entity::TenantTx;
use stoa_entity::tenant::cart_entry;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{CartEntryId, ProductId};
use stoa_kernel::money::Cents;
use stoa_messages::Catalogue;
use stoa_wording::{SiteWording, wording_in};

use super::computation::{Computation, DeliveryRule};
use super::model::{Cart, CouponView};
use crate::CommerceError;
use crate::catalogue::{CatalogueItem, ChosenOptions, ProductType, Variant};
use crate::discounts::PricedDiscount;
use crate::inventory::{Pieces, summed};
use crate::payments::PaymentChoices;
use crate::price_lists::Offers;
use crate::pricing::{ListPrice, PricedLine, PricingInputs, ShippingChoice, Totals};
use crate::pricing_cache::CatalogueSnapshot;
use crate::quotes::{OpenQuestion, QuoteGaps, QuoteState};
use crate::settings::StoreSettings;
use crate::shipping_zones::Zone;
use crate::translations::ShopWords;

/// A cart with current prices.
#[derive(Clone, Debug)]
pub(crate) struct Priced {
    pub(crate) settings: Arc<StoreSettings>,
    pub(crate) zones: Arc<Vec<Zone>>,
    pub(crate) lines: Vec<Line>,
    /// Lines whose product or variant is no longer sold.
    pub(crate) gone: Vec<CartEntryId>,
    pub(crate) inputs: PricingInputs,
    /// The applied discounts, with the revisions that the price was computed from.
    pub(crate) discounts: Vec<PricedDiscount>,
    pub(crate) totals: Totals,
    /// The codes that were entered, in order of entry.
    pub(crate) coupons: Vec<CouponView>,
    pub(crate) shipping_options: Vec<ShippingChoice>,
    pub(crate) requires_shipping: bool,
    /// Translations with which it is shown; everything else here is as the owner wrote it.
    pub(crate) words: ShopWords,
    /// Notice for shoppers while the shop is in test mode.
    pub(super) test_notice: Option<String>,
    /// The payment settings, if they were read for the notice.
    pub(super) payments: Option<PaymentChoices>,
    /// Language in which it is shown.
    pub(crate) language: String,
    /// The texts in this language.
    pub(crate) wording: SiteWording,
    /// Questions to plugins without a fresh answer.
    pub(crate) questions: Vec<OpenQuestion>,
    /// The plugins that were known, and whether they have something to add.
    pub(super) quotes: QuoteState,
    /// What the price lacks because a plugin gave no answer.
    pub(crate) gaps: QuoteGaps,
}

/// A line with its product.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) entry: cart_entry::Model,
    /// The product as the owner wrote it.
    pub(crate) item: Arc<CatalogueItem>,
    /// The product as the shopper sees it, in another language.
    pub(crate) shown: Option<CatalogueItem>,
    pub(crate) variant: Variant,
    pub(crate) unit_price_cents: Cents,
    /// The price list that the price comes from.
    pub(crate) price_list: Option<ListPrice>,
    pub(crate) total_cents: Cents,
    /// Billing interval; `None` for a one-time purchase.
    pub(crate) subscription: Option<String>,
}

/// Prices a cart from the current catalogue and shop settings.
pub(crate) async fn price(ctx: &TenantCtx, tx: &TenantTx, cart: &Cart) -> Result<Priced, CommerceError> {
    price_from(ctx, tx, &CatalogueSnapshot::open(tx).await?, cart).await
}

/// Prices a cart whose destination has just changed, and chooses its delivery option: the previous one if it is
/// available there, otherwise the only available one.
pub(crate) async fn price_at_new_place(
    ctx: &TenantCtx,
    tx: &TenantTx,
    cart: &mut Cart,
) -> Result<Priced, CommerceError> {
    let catalogue = CatalogueSnapshot::open(tx).await?;
    let priced = price_with(ctx, tx, &catalogue, cart, DeliveryRule::AtNewPlace).await?;
    cart.row.shipping_option_id = priced.inputs.shipping.as_ref().map(|choice| choice.id.clone());
    Ok(priced)
}

/// Like [`price`], with products that were read in this transaction.
pub(super) async fn price_from(
    ctx: &TenantCtx,
    tx: &TenantTx,
    catalogue: &CatalogueSnapshot<'_>,
    cart: &Cart,
) -> Result<Priced, CommerceError> {
    price_with(ctx, tx, catalogue, cart, DeliveryRule::Chosen).await
}

async fn price_with(
    ctx: &TenantCtx,
    tx: &TenantTx,
    catalogue: &CatalogueSnapshot<'_>,
    cart: &Cart,
    rule: DeliveryRule,
) -> Result<Priced, CommerceError> {
    cart.check_valid(ctx)?;
    let terms = catalogue.terms().await?;
    let (lines, gone) = lines(ctx, tx, catalogue, cart, &terms.settings).await?;
    let mut price = Computation::begin(ctx, tx, cart, &terms, lines).await?;
    price.choose_delivery(rule).await?;
    let discounts = price.choose_discounts().await?;
    price.apply_taxes().await?;
    price.finish(discounts, gone).await
}

/// The lines of a cart, without their totals, and those whose product or variant is no longer sold.
async fn lines(
    ctx: &TenantCtx,
    tx: &TenantTx,
    catalogue: &CatalogueSnapshot<'_>,
    cart: &Cart,
    settings: &StoreSettings,
) -> Result<(Vec<Line>, Vec<CartEntryId>), CommerceError> {
    let products = cart.entries.iter().map(|entry| &entry.product_id);
    let offers = Offers::to(ctx, tx, cart.owner(ctx), products).await?;
    let language = tx.language().unwrap_or(&settings.site.language);
    let texts = Catalogue::for_reader(Some(language), &settings.site.language);
    let wording = wording_in(tx, settings.texts_stamp.as_deref(), texts).await?;
    let mut ids: Vec<ProductId> = cart.entries.iter().map(|entry| entry.product_id.clone()).collect();
    ids.sort();
    ids.dedup();
    let items: HashMap<ProductId, Arc<CatalogueItem>> =
        catalogue.items(&ids).await?.into_iter().map(|item| (item.id.clone(), item)).collect();
    let mut lines = Vec::with_capacity(cart.entries.len());
    let mut gone = Vec::new();
    for entry in &cart.entries {
        match sold(&items, entry).filter(|(item, _)| cart.sells(item)) {
            Some((item, variant)) => {
                let general = cart.unit_price_cents(item, variant).of(settings.site.currency);
                let (unit_price_cents, price_list) = offers.price(item, variant, general)?;
                lines.push(Line {
                    entry: entry.clone(),
                    unit_price_cents,
                    price_list,
                    total_cents: Cents::ZERO,
                    subscription: cart.plan().map(|plan| plan.text_in(wording.texts())),
                    item: Arc::clone(item),
                    shown: None,
                    variant: variant.clone(),
                });
            }
            None => gone.push(entry.id.clone()),
        }
    }
    Ok((lines, gone))
}

fn sold<'a>(
    items: &'a HashMap<ProductId, Arc<CatalogueItem>>,
    entry: &cart_entry::Model,
) -> Option<(&'a Arc<CatalogueItem>, &'a Variant)> {
    let item = items.get(&entry.product_id)?;
    let variant = item.variants.iter().find(|variant| variant.id == entry.variant_id)?;
    Some((item, variant))
}

/// Gift cards and donations are neither taxed nor discounted.
pub(super) fn priced_line(line: &Line) -> PricedLine {
    let is_money = line.item.is_money();
    PricedLine {
        reference: line.variant.id.to_string(),
        quantity: line.entry.quantity,
        unit_price_cents: line.unit_price_cents,
        price_list: line.price_list.clone(),
        taxable: line.item.taxable && !is_money,
        discountable: !is_money,
    }
}

/// Destination that decides taxes and delivery, if known: the shipping address for what is shipped, otherwise the
/// billing address.
pub(super) fn place(cart: &Cart, requires_shipping: bool) -> Option<Place> {
    let sent = cart.shipping_address.as_ref().map(Place::from).or_else(|| cart.location.clone());
    if requires_shipping { sent } else { cart.billing().map(Place::from).or(sent) }
}

impl Line {
    /// Whether it is shipped.
    pub(super) fn is_sent(&self) -> bool {
        self.item.kind() == Some(ProductType::Physical)
    }

    /// The product as the shopper sees it.
    pub(crate) fn shown_item(&self) -> &CatalogueItem {
        self.shown.as_ref().unwrap_or(&self.item)
    }

    /// Its options as the shopper sees them.
    pub(crate) fn shown_options(&self) -> ChosenOptions {
        let shown = self.shown_item();
        let variant = shown.variants.iter().find(|variant| variant.id == self.variant.id);
        shown.chosen_options(variant.unwrap_or(&self.variant))
    }
}

impl Priced {
    /// Whether a billing address must be asked for separately: nothing is shipped and the total is not zero. Donors
    /// enter their data at the start, and donations are not taxed.
    pub(crate) fn asks_billing(&self, cart: &Cart) -> bool {
        !self.requires_shipping && self.totals.grand_total_cents > Cents::ZERO && cart.donation.is_none()
    }

    /// The payment settings, which may have been read for the notice.
    pub(crate) async fn payment_choices(&mut self, tx: &TenantTx) -> Result<PaymentChoices, CommerceError> {
        match self.payments.take() {
            Some(known) => Ok(known),
            None => Ok(PaymentChoices::load(tx).await?.0),
        }
    }

    /// Pickup location; `None` when the order is delivered.
    pub(crate) fn pickup(&self) -> Option<&PickupPlace> {
        self.inputs.shipping.as_ref().and_then(|choice| choice.pickup.as_ref())
    }

    /// Shipping address, if known.
    pub(crate) fn destination<'a>(&self, cart: &'a Cart) -> Option<&'a Address> {
        let is_sent = self.requires_shipping && self.pickup().is_none();
        cart.shipping_address.as_ref().filter(|_| is_sent)
    }

    /// Billing address; not needed for pickup.
    pub(crate) fn billing<'a>(&self, cart: &'a Cart) -> Option<&'a Address> {
        cart.billing().filter(|_| !cart.row.billing_same || self.pickup().is_none())
    }

    /// Name of the person who picks the order up, if known; `None` when the order is delivered.
    pub(crate) fn collector(&self, cart: &Cart) -> Option<String> {
        self.pickup()?;
        let named = cart.row.collector.clone().or_else(|| cart.shipping_address.as_ref().map(Address::name));
        named.filter(|name| !name.is_empty())
    }

    /// Quantity per variant, in the order in which variants are locked.
    pub(crate) fn pieces(&self) -> Vec<Pieces> {
        summed(
            self.lines.iter().map(|line| Pieces { variant_id: line.variant.id.clone(), quantity: line.entry.quantity }),
        )
    }

    /// Quantity per variant, only for variants with tracked stock.
    pub(crate) fn counted_pieces(&self) -> Vec<Pieces> {
        let is_counted = |pieces: &Pieces| {
            self.lines.iter().any(|line| line.variant.id == pieces.variant_id && !line.variant.unlimited)
        };
        self.pieces().into_iter().filter(is_counted).collect()
    }

    /// Whether all lines are in stock.
    pub(crate) fn in_stock(&self) -> bool {
        self.pieces().iter().all(|pieces| {
            let variant = self.lines.iter().find(|line| line.variant.id == pieces.variant_id);
            variant.is_some_and(|line| line.variant.stock() >= pieces.quantity)
        })
    }
}
