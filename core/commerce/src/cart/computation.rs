//! Computes the price of a cart: delivery, discounts and taxes, each from what was computed before.

use std::collections::HashMap;
use std::sync::Arc;

use stoa_address::Place;
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::id::{CartEntryId, DiscountId};
use stoa_kernel::money::{Cents, Currency, Money};
use stoa_kernel::{Said, TenantCtx};
use stoa_messages::Catalogue;
use stoa_wording::wording_in;

use super::delivery;
use super::model::{Cart, CouponView};
use super::price::{Line, Priced, place, priced_line};
use super::quoted::{QuotedBuyer, quoted_cart};
use crate::CommerceError;
use crate::discounts::{self, DiscountContext, DiscountView, DiscountableLines, PricedDiscount, SoldLine};
use crate::payments::PaymentChoices;
use crate::pricing::{self, LineTotals, PricingInputs, ShippingChoice, TaxRule, Totals};
use crate::pricing_cache::Terms;
use crate::problem_texts::BETTER_DISCOUNT_APPLIES;
use crate::quotes::{QuoteState, QuotedCart, Quotes};
use crate::settings::StoreSettings;
use crate::shipping_zones::{self, Load};
use crate::taxes;
use crate::translations::{ShopWords, Translated};

/// Which delivery option a cart is priced with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeliveryRule {
    /// The chosen one, if it is available.
    Chosen,
    /// That of a cart whose destination has just changed.
    AtNewPlace,
}

/// The price of a cart while it is computed.
pub(super) struct Computation<'a> {
    ctx: &'a TenantCtx,
    tx: &'a TenantTx,
    cart: &'a Cart,
    terms: &'a Terms,
    /// Language of the shopper.
    language: &'a str,
    lines: Vec<Line>,
    requires_shipping: bool,
    /// Destination that decides taxes and delivery, if known.
    place: Option<Place>,
    inputs: PricingInputs,
    /// Totals of the lines alone.
    plain: Totals,
    quotes: Quotes<'a>,
    /// What plugins are told of the buyer.
    buyer: QuotedBuyer,
    shipping_options: Vec<ShippingChoice>,
}

/// The discounts that a cart could have, and what decides whether it has them.
pub(super) struct CartDiscounts {
    known: Vec<DiscountView>,
    situation: DiscountContext,
}

impl CartDiscounts {
    /// Why a discount does not apply, with amounts as a language writes them.
    fn refusal(&self, discount: &DiscountView, settings: &StoreSettings, language: &str) -> Option<Said> {
        discounts::refusal(discount, &self.situation, |money| settings.site.print_for(language, money))
    }
}

impl<'a> Computation<'a> {
    /// Begins with the totals of the lines.
    pub(super) async fn begin(
        ctx: &'a TenantCtx,
        tx: &'a TenantTx,
        cart: &'a Cart,
        terms: &'a Terms,
        mut lines: Vec<Line>,
    ) -> Result<Self, CommerceError> {
        let settings = &terms.settings;
        let language = tx.language().unwrap_or(&settings.site.language);
        let inputs = PricingInputs {
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
        let requires_shipping = lines.iter().any(Line::is_sent);
        let quotes = Quotes::of(ctx, tx, language);
        let buyer = if quotes.are_used() {
            QuotedBuyer::of(tx, cart, cart.owner(ctx).is_some(), settings).await?
        } else {
            QuotedBuyer::default()
        };
        Ok(Self {
            ctx,
            tx,
            cart,
            terms,
            language,
            lines,
            requires_shipping,
            place: place(cart, requires_shipping),
            inputs,
            plain,
            quotes,
            buyer,
            shipping_options: Vec::new(),
        })
    }

    /// Finds the delivery options, and chooses one by a rule.
    pub(super) async fn choose_delivery(&mut self, rule: DeliveryRule) -> Result<(), CommerceError> {
        if self.requires_shipping {
            let quoted = self.quoted_rates().await?;
            let load = load(&self.lines, self.plain.subtotal_cents);
            self.shipping_options = shipping_zones::offers(&self.terms.zones, self.place.as_ref(), load, &quoted);
        }
        let chosen = self.cart.row.shipping_option_id.as_deref();
        let chosen = self.shipping_options.iter().find(|option| chosen == Some(option.id.as_str()));
        self.inputs.shipping = match rule {
            DeliveryRule::Chosen => chosen.cloned(),
            DeliveryRule::AtNewPlace => delivery::option_at_new_place(&self.shipping_options, chosen).cloned(),
        };
        Ok(())
    }

    /// The delivery options that plugins name, by the ids of those of the zone.
    async fn quoted_rates(&mut self) -> Result<HashMap<String, Vec<ShippingChoice>>, CommerceError> {
        let terms = self.terms;
        let by_plugins = shipping_zones::plugin_options(&terms.zones, self.place.as_ref());
        if by_plugins.is_empty() {
            return Ok(HashMap::new());
        }
        let cart = self.cart_for_plugins(&self.plain.lines);
        match &self.place {
            Some(place) => self.quotes.rates(&by_plugins, &cart, place).await,
            None => Ok(HashMap::new()),
        }
    }

    /// Chooses the discounts. Returns all that the cart could have.
    pub(super) async fn choose_discounts(&mut self) -> Result<CartDiscounts, CommerceError> {
        let found = self.known_discounts().await?;
        let (settings, language) = (&self.terms.settings, self.language);
        let fitting = found.known.iter().filter(|discount| found.refusal(discount, settings, language).is_none());
        let mut candidates: Vec<_> =
            fitting.map(|discount| discounts::as_candidate(discount, &found.situation)).collect();
        if self.quotes.may_lower() && self.cart.donation.is_none() {
            let cart = self.cart_for_plugins(&self.plain.lines);
            candidates.extend(self.quotes.discounts(&cart).await?);
        }
        self.inputs.discounts = pricing::choose(&self.inputs, candidates)?;
        Ok(found)
    }

    async fn known_discounts(&self) -> Result<CartDiscounts, CommerceError> {
        let (ctx, tx, cart) = (self.ctx, self.tx, self.cart);
        let sold = DiscountableLines::new(self.lines.iter().map(sold_line));
        let known = discounts::for_cart(ctx, tx, &cart.coupon_ids, &sold).await?;
        let buyer = discounts::Buyer { email: &cart.row.email, account: cart.row.site_user_id.as_ref() };
        let (used_by_customer, held) = discounts::earlier_uses(tx, &known, buyer, cart.row.order_id.as_ref()).await?;
        let for_others = discounts::for_others(tx, &known, buyer).await?;
        let situation = DiscountContext {
            now: ctx.now(),
            lines: sold,
            subtotal: discountable_subtotal(&self.lines, self.inputs.currency),
            requires_shipping: self.requires_shipping,
            used_by_customer,
            for_others,
            held,
        };
        Ok(CartDiscounts { known, situation })
    }

    /// Applies the taxes of the destination, or of the pickup location.
    pub(super) async fn apply_taxes(&mut self) -> Result<(), CommerceError> {
        let terms = self.terms;
        let choices = &terms.settings.choices;
        let handed_over = self.inputs.shipping.as_ref().and_then(|choice| choice.pickup.as_ref()).map(Place::from);
        let place = handed_over.or_else(|| self.place.clone());
        let by_plugin = Some(choices.taxes.plugin.as_str()).filter(|plugin| !plugin.is_empty());
        let quoted = match (by_plugin, &place) {
            (Some(plugin), Some(place)) => self.quoted_taxes(plugin, place).await?,
            _ => None,
        };
        let uses_plugin = quoted.is_some();
        self.inputs.taxes = match quoted {
            Some(rules) => rules,
            None if by_plugin.is_none() || choices.taxes.own_rates_on_failure => {
                taxes::applicable(&terms.taxes, place.as_ref(), self.ctx.now(), choices.prices_include_tax)
            }
            None => {
                self.quotes.gaps.taxes = place.is_some();
                Vec::new()
            }
        };
        let (shipping, taxes_by) = (self.inputs.shipping.as_ref(), by_plugin.filter(|_| uses_plugin));
        self.inputs.plugins = self.quotes.answers_used(shipping, &self.inputs.discounts, taxes_by);
        Ok(())
    }

    /// The taxes that a plugin names; none when it gave no answer.
    async fn quoted_taxes(&mut self, plugin: &str, place: &Place) -> Result<Option<Vec<TaxRule>>, CommerceError> {
        let untaxed = pricing::totals(&self.inputs)?;
        let shipping = self.inputs.shipping.as_ref().map(|_| untaxed.shipping_cents);
        let cart = self.cart_for_plugins(&untaxed.lines);
        taxes::by_plugin(&mut self.quotes, plugin, cart, shipping, place).await
    }

    /// The cart as plugins are told about it, with these totals of its lines.
    fn cart_for_plugins(&self, totals: &[LineTotals]) -> QuotedCart {
        quoted_cart(&self.terms.settings, &self.buyer, &self.lines, totals)
    }

    /// The price with the words in which it is shown.
    pub(super) async fn finish(
        self,
        discounts: CartDiscounts,
        gone: Vec<CartEntryId>,
    ) -> Result<Priced, CommerceError> {
        let totals = pricing::totals(&self.inputs)?;
        let coupons = self.coupons(&discounts, &totals);
        let is_applied =
            |discount: &&DiscountView| self.inputs.discounts.iter().any(|own| own.id == discount.id.as_str());
        let applied = discounts.known.iter().filter(is_applied).map(PricedDiscount::from).collect();
        let words = self.words(&discounts.known).await?;
        let Self { tx, terms, language, mut lines, requires_shipping, inputs, quotes, shipping_options, .. } = self;
        for line in &mut lines {
            line.shown = words.product(&line.item);
        }
        // Where test orders are delivered like any other, shoppers are told nothing.
        let payments = if terms.settings.delivers_test_orders { None } else { Some(PaymentChoices::load(tx).await?.0) };
        let catalogue = Catalogue::for_reader(Some(language), &terms.settings.site.language);
        let wording = wording_in(tx, terms.settings.texts_stamp.as_deref(), catalogue).await?;
        let test_notice = payments.as_ref().and_then(|choices| choices.test_notice(wording.texts()));
        let test_notice = test_notice.map(str::to_owned);
        Ok(Priced {
            settings: Arc::clone(&terms.settings),
            zones: Arc::clone(&terms.zones),
            lines,
            gone,
            inputs,
            discounts: applied,
            totals,
            coupons,
            shipping_options,
            requires_shipping,
            words,
            test_notice,
            payments,
            language: language.to_owned(),
            wording,
            quotes: QuoteState::of(&quotes.sources, &quotes.questions),
            gaps: quotes.gaps,
            questions: quotes.questions,
        })
    }

    /// The codes that were entered, in order of entry.
    fn coupons(&self, discounts: &CartDiscounts, totals: &Totals) -> Vec<CouponView> {
        let entered =
            |id: &DiscountId| discounts.known.iter().find(|discount| &discount.id == id && discount.code.is_some());
        let shown = |discount: &DiscountView| {
            coupon(discount, discounts.refusal(discount, &self.terms.settings, self.language), &self.inputs, totals)
        };
        self.cart.coupon_ids.iter().filter_map(entered).map(shown).collect()
    }

    /// The translations of what the price is made of.
    async fn words(&self, known: &[DiscountView]) -> Result<ShopWords, DbError> {
        let of = Translated {
            products: self.cart.entries.iter().map(|entry| entry.product_id.to_string()).collect(),
            shipping_options: self.shipping_options.iter().map(|option| option.id.clone()).collect(),
            discounts: known.iter().map(|discount| discount.id.to_string()).collect(),
            taxes: self.inputs.taxes.iter().filter_map(|rule| rule.id.clone()).collect(),
        };
        ShopWords::load(self.tx, of).await
    }
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
