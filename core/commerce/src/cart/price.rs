//! Prices a cart: collects the inputs (catalogue, shop settings, destination) for the one function that computes
//! totals.

use std::collections::HashMap;
use std::sync::Arc;

use stoa_entity::TenantTx;
use stoa_entity::tenant::cart_entry;
use stoa_kernel::id::{CartEntryId, ProductId};
use stoa_kernel::money::{Cents, Currency, Money};
use stoa_kernel::{Said, TenantCtx};
use stoa_messages::Texts;
use stoa_wording::{SiteWording, wording_in};

use super::delivery;
use super::model::{Cart, CouponView};
use super::quoted::{QuotedBuyer, quoted_cart};
use crate::CommerceError;
use crate::catalogue::{CatalogueItem, ChosenOptions, ProductType, Variant};
use crate::discounts::{self, DiscountContext, DiscountView, DiscountableLines, PricedDiscount, SoldLine};
use crate::inventory::{Pieces, summed};
use crate::payments::PaymentChoices;
use crate::price_lists::Offers;
use crate::pricing::{self, ListPrice, PricedLine, PricingInputs, ShippingChoice, Totals};
use crate::pricing_cache::CatalogueSnapshot;
use crate::problem_texts::BETTER_DISCOUNT_APPLIES;
use crate::quotes::{OpenQuestion, QuoteGaps, QuoteState, Quotes};
use crate::settings::StoreSettings;
use crate::shipping_zones::{self, Load, Zone};
use crate::taxes;
use crate::translations::{ShopWords, Translated};
use stoa_address::{Address, PickupPlace, Place};

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
    pub(crate) payments: Option<PaymentChoices>,
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

/// Which delivery option a cart is priced with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DeliveryRule {
    /// The chosen one, if it is available.
    Chosen,
    /// That of a cart whose destination has just changed.
    AtNewPlace,
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
    let shelf = CatalogueSnapshot::open(tx).await?;
    let priced = price_with(ctx, tx, &shelf, cart, DeliveryRule::AtNewPlace).await?;
    cart.row.shipping_option_id = priced.inputs.shipping.as_ref().map(|choice| choice.id.clone());
    Ok(priced)
}

/// Like [`price`], with products that were read in this transaction.
pub(super) async fn price_from(
    ctx: &TenantCtx,
    tx: &TenantTx,
    shelf: &CatalogueSnapshot<'_>,
    cart: &Cart,
) -> Result<Priced, CommerceError> {
    price_with(ctx, tx, shelf, cart, DeliveryRule::Chosen).await
}

async fn price_with(
    ctx: &TenantCtx,
    tx: &TenantTx,
    shelf: &CatalogueSnapshot<'_>,
    cart: &Cart,
    rule: DeliveryRule,
) -> Result<Priced, CommerceError> {
    cart.check_valid(ctx)?;
    let terms = shelf.terms().await?;
    let (settings, zones) = (Arc::clone(&terms.settings), Arc::clone(&terms.zones));
    let products = cart.entries.iter().map(|entry| &entry.product_id);
    let offers = Offers::to(ctx, tx, cart.owner(ctx), products).await?;
    let language = tx.language().unwrap_or(&settings.site.language);
    let wording = wording_in(tx, settings.texts_stamp.as_deref(), language).await?;
    let (mut lines, gone) = lines(shelf, cart, &offers, settings.site.currency, wording.texts()).await?;
    let requires_shipping = lines.iter().any(Line::is_sent);
    let mut inputs = PricingInputs {
        rules: pricing::RULES.to_owned(),
        currency: settings.site.currency,
        lines: lines.iter().map(priced_line).collect(),
        discounts: Vec::new(),
        shipping: None,
        taxes: Vec::new(),
        plugins: Vec::new(),
    };
    let plain = pricing::totals(&inputs)?;
    for (line, priced) in lines.iter_mut().zip(&plain.lines) {
        line.total_cents = priced.total_cents;
    }
    let place = place(cart, requires_shipping);
    let mut quotes = Quotes::of(ctx, tx, language);
    let facts = if quotes.are_used() {
        QuotedBuyer::of(tx, cart, cart.owner(ctx).is_some(), &settings).await?
    } else {
        QuotedBuyer::default()
    };
    let shipping_options = if requires_shipping {
        let by_plugins = shipping_zones::plugin_options(&zones, place.as_ref());
        let quoted = match &place {
            Some(place) if !by_plugins.is_empty() => {
                quotes.rates(&by_plugins, &quoted_cart(&settings, &facts, &lines, &plain.lines), place).await?
            }
            _ => HashMap::new(),
        };
        shipping_zones::offers(&zones, place.as_ref(), load(&lines, plain.subtotal_cents), &quoted)
    } else {
        Vec::new()
    };
    let chosen = cart.row.shipping_option_id.as_deref();
    let chosen = shipping_options.iter().find(|option| chosen == Some(option.id.as_str()));
    inputs.shipping = match rule {
        DeliveryRule::Chosen => chosen.cloned(),
        DeliveryRule::AtNewPlace => delivery::option_at_new_place(&shipping_options, chosen).cloned(),
    };
    let handed_over = inputs.shipping.as_ref().and_then(|choice| choice.pickup.as_ref()).map(Place::from);
    let sold = DiscountableLines::new(lines.iter().map(sold_line));
    let known = discounts::for_cart(ctx, tx, &cart.coupon_ids, &sold).await?;
    let buyer = discounts::Buyer { email: &cart.row.email, account: cart.row.site_user_id.as_ref() };
    let (used_by_customer, held) = discounts::earlier_uses(tx, &known, buyer, cart.row.order_id.as_ref()).await?;
    let for_others = discounts::for_others(tx, &known, buyer).await?;
    let situation = DiscountContext {
        now: ctx.now(),
        lines: sold,
        subtotal: discountable_subtotal(&lines, settings.site.currency),
        requires_shipping,
        used_by_customer,
        for_others,
        held,
    };
    let refused = |discount: &DiscountView| {
        discounts::refusal(discount, &situation, |money| settings.site.print_for(language, money))
    };
    let fitting = known.iter().filter(|discount| refused(discount).is_none());
    let mut candidates: Vec<_> = fitting.map(|discount| discounts::as_candidate(discount, &situation)).collect();
    if quotes.may_lower() && cart.donation.is_none() {
        candidates.extend(quotes.discounts(&quoted_cart(&settings, &facts, &lines, &plain.lines)).await?);
    }
    inputs.discounts = pricing::choose(&inputs, candidates)?;
    let place = handed_over.or(place);
    let by_plugin = Some(settings.choices.taxes.plugin.as_str()).filter(|plugin| !plugin.is_empty());
    let quoted_taxes = match (by_plugin, &place) {
        (Some(plugin), Some(place)) => {
            let untaxed = pricing::totals(&inputs)?;
            let told = quoted_cart(&settings, &facts, &lines, &untaxed.lines);
            let shipping = inputs.shipping.as_ref().map(|_| untaxed.shipping_cents);
            taxes::by_plugin(&mut quotes, plugin, told, shipping, place).await?
        }
        _ => None,
    };
    let uses_plugin = quoted_taxes.is_some();
    inputs.taxes = match quoted_taxes {
        Some(rules) => rules,
        None if by_plugin.is_none() || settings.choices.taxes.own_rates_on_failure => {
            taxes::applicable(&terms.taxes, place.as_ref(), ctx.now(), settings.choices.prices_include_tax)
        }
        None => {
            quotes.gaps.taxes = place.is_some();
            Vec::new()
        }
    };
    inputs.plugins =
        quotes.answers_used(inputs.shipping.as_ref(), &inputs.discounts, by_plugin.filter(|_| uses_plugin));
    let totals = pricing::totals(&inputs)?;
    let applies = |discount: &&DiscountView| inputs.discounts.iter().any(|own| own.id == discount.id.as_str());
    let counted = known.iter().filter(applies).map(PricedDiscount::from).collect();
    let coupons = cart
        .coupon_ids
        .iter()
        .filter_map(|id| known.iter().find(|discount| &discount.id == id && discount.code.is_some()))
        .map(|discount| coupon(discount, refused(discount), &inputs, &totals))
        .collect();
    let discounts = counted;
    let of = Translated {
        products: cart.entries.iter().map(|entry| entry.product_id.to_string()).collect(),
        shipping_options: shipping_options.iter().map(|option| option.id.clone()).collect(),
        discounts: known.iter().map(|discount| discount.id.to_string()).collect(),
        taxes: inputs.taxes.iter().filter_map(|rule| rule.id.clone()).collect(),
    };
    let words = ShopWords::load(tx, of).await?;
    for line in &mut lines {
        line.shown = words.product(&line.item);
    }
    // Where test orders are delivered like any other, shoppers are told nothing.
    let payments = if settings.delivers_test_orders { None } else { Some(PaymentChoices::load(tx).await?.0) };
    let test_notice = payments.as_ref().and_then(|choices| choices.test_notice(wording.texts()));
    let test_notice = test_notice.map(str::to_owned);
    let (language, gaps) = (language.to_owned(), quotes.gaps);
    let (quotes, questions) = (QuoteState::of(&quotes.sources, &quotes.questions), quotes.questions);
    Ok(Priced {
        settings,
        zones,
        lines,
        gone,
        inputs,
        discounts,
        totals,
        coupons,
        shipping_options,
        requires_shipping,
        words,
        test_notice,
        payments,
        language,
        wording,
        questions,
        quotes,
        gaps,
    })
}

async fn lines(
    shelf: &CatalogueSnapshot<'_>,
    cart: &Cart,
    offers: &Offers,
    currency: Currency,
    texts: Texts<'_>,
) -> Result<(Vec<Line>, Vec<CartEntryId>), CommerceError> {
    let mut ids: Vec<ProductId> = cart.entries.iter().map(|entry| entry.product_id.clone()).collect();
    ids.sort();
    ids.dedup();
    let items: HashMap<ProductId, Arc<CatalogueItem>> =
        shelf.items(&ids).await?.into_iter().map(|item| (item.id.clone(), item)).collect();
    let mut lines = Vec::with_capacity(cart.entries.len());
    let mut gone = Vec::new();
    for entry in &cart.entries {
        match sold(&items, entry).filter(|(item, _)| cart.sells(item)) {
            Some((item, variant)) => {
                let general = cart.unit_price_cents(item, variant).of(currency);
                let (unit_price_cents, price_list) = offers.price(item, variant, general)?;
                lines.push(Line {
                    entry: entry.clone(),
                    unit_price_cents,
                    price_list,
                    total_cents: Cents::ZERO,
                    subscription: cart.plan().map(|plan| plan.text_in(texts)),
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

fn load(lines: &[Line], subtotal_cents: Cents) -> Load {
    let sent = || lines.iter().filter(|line| line.is_sent());
    let grams = sent().map(|line| line.variant.weight_grams.saturating_mul(line.entry.quantity));
    Load {
        subtotal_cents,
        grams: grams.fold(0, i64::saturating_add),
        pieces: sent().map(|line| line.entry.quantity).sum(),
    }
}

fn sold_line(line: &Line) -> SoldLine {
    SoldLine {
        reference: line.variant.id.to_string(),
        product_id: line.item.id.to_string(),
        category_ids: line.item.all_categories().map(|category| category.id.to_string()).collect(),
        discountable: priced_line(line).discountable,
    }
}

/// Sum of the discountable lines, before discounts.
fn discountable_subtotal(lines: &[Line], currency: Currency) -> Money {
    let lowered = lines.iter().filter(|line| priced_line(line).discountable);
    lowered.map(|line| line.total_cents).fold(Cents::ZERO, Cents::saturating_add).of(currency)
}

fn coupon(discount: &DiscountView, refused: Option<Said>, inputs: &PricingInputs, totals: &Totals) -> CouponView {
    let applied = pricing::applied_discounts(inputs, totals).into_iter().find(|own| own.id == discount.id.as_str());
    let said = refused.or_else(|| applied.is_none().then(|| BETTER_DISCOUNT_APPLIES.into()));
    CouponView {
        id: discount.id.clone(),
        promo_code: discount.code.clone().unwrap_or_default(),
        label: discount.label.clone(),
        amount_cents: applied.map_or(Cents::ZERO, |applied| applied.amount_cents),
        reason: said.as_ref().map(Said::to_string),
        said,
    }
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
