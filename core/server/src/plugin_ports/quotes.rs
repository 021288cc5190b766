//! Delivery options, taxes, discounts and questions of the checkout by plugins.

use std::sync::Arc;

use async_trait::async_trait;
use futures::future::join_all;
use stoa_commerce::catalogue::ProductType;
use stoa_commerce::ports::QuotePlugins;
use stoa_commerce::quotes::{
    OpenQuestion, QuoteAnswer, QuoteFailure, QuoteQuestion, QuoteSource, QuotedCart, QuotedCheckout, QuotedChoice,
    QuotedDiscount, QuotedField, QuotedLine, QuotedRate, QuotedRefusal, QuotedTax,
};
use stoa_kernel::checkout::CheckoutFieldKind;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::pricing::QuoteKind;
use stoa_kernel::token::token_hash_hex;
use stoa_kernel::{Failure, TenantCtx};
use stoa_plugin_host::model as plugin;
use stoa_plugin_host::{LoadedPlugin, PluginError, PluginErrorKind, Provision, Site, SiteContext};

use super::samples::{Question, Sample, SampledEntry, region_of, without_person};
use super::{PluginActivity, PluginSites};

/// Implements the trait of commerce.
pub struct PluginQuotes {
    sites: Arc<PluginSites>,
    activity: Arc<PluginActivity>,
}

impl PluginQuotes {
    /// Answers by the plugins of `sites`. Questions are kept by `activity` for trials of later versions.
    pub fn new(sites: Arc<PluginSites>, activity: Arc<PluginActivity>) -> Self {
        Self { sites, activity }
    }

    fn sources_of(&self, site: &Site) -> Vec<QuoteSource> {
        let mut sources = Vec::new();
        for activation in site.activations.iter() {
            let Some(info) = self.sites.host.activated(activation) else { continue };
            let package = activation.version.as_ref().map(LoadedPlugin::digest);
            sources.extend(info.provides.iter().filter_map(quoted).map(|kind| QuoteSource {
                kind,
                plugin: info.id.clone(),
                name: info.name.clone(),
                version: info.version.clone(),
                // Another package with the same component may have other texts.
                digest: package.unwrap_or(info.digest.as_str()).to_owned(),
                settings: token_hash_hex(&activation.config.to_string()),
            }));
        }
        sources.sort_by(|one, other| one.plugin.cmp(&other.plugin));
        sources
    }

    /// The answer of the build and settings that are asked. Others, which a contributor has chosen since the question
    /// was made, do not answer for them: their answer would be remembered as that of these.
    async fn answer(
        &self,
        site: &Arc<Site>,
        sources: &[QuoteSource],
        open: &OpenQuestion,
    ) -> Result<QuoteAnswer, QuoteFailure> {
        if !sources.contains(&open.source) {
            return Err(QuoteFailure::NotAsked("its version or settings were changed meanwhile".to_owned()));
        }
        let context = SiteContext { locale: open.language.clone(), ..site.context.clone() };
        let site = Arc::new(Site { context, activations: Arc::clone(&site.activations) });
        self.sample(&site, open);
        let calls = self.sites.host.quotes(&open.source.plugin, &site).map_err(failure)?;
        match &open.question {
            QuoteQuestion::Shipping { cart, place } => {
                let rates = calls
                    .rates(&cart_in(cart), &place_in(&place.country, &place.region, &place.postal_code))
                    .await
                    .map_err(failure)?;
                Ok(QuoteAnswer::Shipping(rates.into_iter().map(rate_out).collect()))
            }
            QuoteQuestion::Taxes { cart, shipping_cents, place } => {
                let price = shipping_cents.map(|price| money_in(price, cart.currency));
                let cart = cart_in(cart);
                let taxes = calls
                    .taxes(&cart, price.as_ref(), &place_in(&place.country, &place.region, &place.postal_code))
                    .await
                    .map_err(failure)?;
                Ok(QuoteAnswer::Taxes(taxes.into_iter().map(tax_out).collect()))
            }
            QuoteQuestion::Discounts { cart } => {
                let discounts = calls.discounts(&cart_in(cart)).await.map_err(failure)?;
                Ok(QuoteAnswer::Discounts(discounts.into_iter().map(discount_out).collect()))
            }
            QuoteQuestion::Questions { checkout } => {
                let asked = calls.questions(&checkout_in(checkout)).await.map_err(failure)?;
                Ok(QuoteAnswer::Questions(asked.into_iter().map(question_out).collect()))
            }
            QuoteQuestion::Answers { checkout, answers } => {
                let answer = |(question, value): (&String, &String)| plugin::CheckoutAnswer {
                    question: question.clone(),
                    value: value.clone(),
                };
                let said: Vec<plugin::CheckoutAnswer> = answers.iter().map(answer).collect();
                let refused = calls.refusals(&checkout_in(checkout), &said).await.map_err(failure)?;
                let refusal = |refusal: plugin::CheckoutRefusal| QuotedRefusal {
                    question: refusal.question,
                    message: refusal.message,
                };
                Ok(QuoteAnswer::Refusals(refused.into_iter().map(refusal).collect()))
            }
        }
    }
}

impl PluginQuotes {
    /// Keeps a question, without what tells of a person.
    fn sample(&self, site: &Site, open: &OpenQuestion) {
        let Ok(website) = site.context.site_id.parse::<WebsiteId>() else { return };
        let anonymous = |cart: &QuotedCart| without_person(cart_in(cart));
        let question = match &open.question {
            QuoteQuestion::Shipping { cart, place } => {
                let place = place_in(&place.country, &place.region, &place.postal_code);
                Question::ShippingProvider { cart: anonymous(cart), place: region_of(place) }
            }
            QuoteQuestion::Taxes { cart, shipping_cents, place } => {
                let place = place_in(&place.country, &place.region, &place.postal_code);
                let shipping = shipping_cents.map(|price| money_in(price, cart.currency));
                Question::TaxProvider { cart: anonymous(cart), shipping, place: region_of(place) }
            }
            QuoteQuestion::Discounts { cart } => Question::DiscountFunction { cart: anonymous(cart) },
            QuoteQuestion::Questions { checkout } => {
                let checkout = checkout_in(checkout);
                let destination = checkout.destination.map(region_of);
                Question::CheckoutQuestions { checkout: plugin::QuotedCheckout { destination, ..checkout } }
            }
            // What a person has typed is not kept.
            QuoteQuestion::Answers { .. } => return,
        };
        let entry = question.entry();
        let sample = Sample { locale: open.language.clone(), question };
        let place = SampledEntry { website: &website, plugin: &open.source.plugin, entry: &entry };
        self.activity.sample(place, || sample);
    }
}

/// The host is not at fault for what a plugin says, so the message is for the log alone.
fn failure(error: PluginError) -> QuoteFailure {
    match error.kind {
        PluginErrorKind::Suspended { .. } => QuoteFailure::InVain("it is suspended after repeated failures".to_owned()),
        PluginErrorKind::Busy | PluginErrorKind::Starved => QuoteFailure::NotAsked(error.to_string()),
        _ => QuoteFailure::InVain(error.to_string()),
    }
}

fn money_in(amount: Cents, currency: Currency) -> plugin::Money {
    plugin::Money { minor: amount.0, currency: currency.code().to_owned() }
}

fn cart_in(cart: &QuotedCart) -> plugin::QuotedCart {
    plugin::QuotedCart {
        lines: cart.lines.iter().map(|line| line_in(line, cart.currency)).collect(),
        subtotal: money_in(cart.subtotal_cents, cart.currency),
        prices_include_tax: cart.prices_include_tax,
        signed_in: cart.is_signed_in,
        tax_id: cart.tax_id.clone(),
    }
}

fn line_in(line: &QuotedLine, currency: Currency) -> plugin::CartLine {
    plugin::CartLine {
        id: line.reference.clone(),
        product_id: line.product_id.clone(),
        sku: line.sku.clone(),
        title: line.title.clone(),
        kind: match line.kind {
            Some(ProductType::Physical) => plugin::CartProductKind::Physical,
            Some(ProductType::Digital) => plugin::CartProductKind::Digital,
            Some(ProductType::Service) => plugin::CartProductKind::Service,
            Some(ProductType::GiftCard) => plugin::CartProductKind::GiftCard,
            Some(ProductType::Paywall) => plugin::CartProductKind::Other,
            None => plugin::CartProductKind::Donation,
        },
        quantity: u32::try_from(line.quantity).unwrap_or(u32::MAX),
        unit_price: money_in(line.unit_price_cents, currency),
        total: money_in(line.total_cents, currency),
        weight_grams: u32::try_from(line.weight_grams).unwrap_or(0),
        shipped: line.is_shipped,
        taxable: line.is_taxable,
        discountable: line.is_discountable,
        tags: line.tags.clone(),
        categories: line.categories.clone(),
    }
}

fn place_in(country: &str, region: &str, postal_code: &str) -> plugin::CartPlace {
    plugin::CartPlace { country: country.to_owned(), region: region.to_owned(), postal_code: postal_code.to_owned() }
}

fn checkout_in(checkout: &QuotedCheckout) -> plugin::QuotedCheckout {
    plugin::QuotedCheckout {
        cart: cart_in(&checkout.cart),
        destination: checkout.place.as_ref().map(|place| place_in(&place.country, &place.region, &place.postal_code)),
        delivery: checkout.delivery.as_ref().map(|delivery| plugin::CartDelivery {
            id: delivery.id.clone(),
            label: delivery.label.clone(),
            pickup: delivery.is_pickup,
        }),
    }
}

fn question_out(question: plugin::CheckoutQuestion) -> QuotedField {
    let choice = |choice: plugin::CheckoutChoice| QuotedChoice { value: choice.value, label: choice.label };
    QuotedField {
        id: question.id,
        kind: match question.kind {
            plugin::AnswerKind::Text => CheckoutFieldKind::Text,
            plugin::AnswerKind::Paragraph => CheckoutFieldKind::Textarea,
            plugin::AnswerKind::Choice => CheckoutFieldKind::Choice,
            plugin::AnswerKind::Checkbox => CheckoutFieldKind::Checkbox,
            plugin::AnswerKind::Date => CheckoutFieldKind::Date,
        },
        label: question.label,
        help: question.help,
        required: question.required,
        choices: question.choices.into_iter().map(choice).collect(),
    }
}

// The plugin host has checked that all amounts are in the currency of the cart.

fn rate_out(rate: plugin::ShippingRate) -> QuotedRate {
    QuotedRate {
        code: rate.code,
        label: rate.label,
        price_cents: Cents(rate.price.minor),
        min_days: rate.min_days,
        max_days: rate.max_days,
    }
}

fn tax_out(tax: plugin::CartTax) -> QuotedTax {
    QuotedTax {
        name: tax.name,
        rate_basis_points: i64::from(tax.rate_basis_points),
        lines: tax.lines,
        on_shipping: tax.on_shipping,
    }
}

fn discount_out(discount: plugin::CartDiscount) -> QuotedDiscount {
    QuotedDiscount { label: discount.label, lines: discount.lines, amount_cents: Cents(discount.amount.minor) }
}

/// What a provision is asked about carts, if anything.
fn quoted(provision: &Provision) -> Option<QuoteKind> {
    match provision {
        Provision::ShippingProvider {} => Some(QuoteKind::Shipping),
        Provision::TaxProvider {} => Some(QuoteKind::Taxes),
        Provision::DiscountFunction {} => Some(QuoteKind::Discounts),
        Provision::CheckoutQuestions {} => Some(QuoteKind::Questions),
        _ => None,
    }
}

#[async_trait]
impl QuotePlugins for PluginQuotes {
    async fn sources(&self, ctx: &TenantCtx) -> Result<Vec<QuoteSource>, Failure> {
        let known = self.sites.site_or_read(ctx.website()).await?;
        Ok(self.sources_of(&known.site))
    }

    async fn ask(&self, ctx: &TenantCtx, questions: &[OpenQuestion]) -> Vec<Result<QuoteAnswer, QuoteFailure>> {
        match self.sites.site(ctx.website()).await {
            Ok(site) => {
                let sources = self.sources_of(&site);
                join_all(questions.iter().map(|open| self.answer(&site, &sources, open))).await
            }
            Err(error) => questions.iter().map(|_| Err(QuoteFailure::NotAsked(error.to_string()))).collect(),
        }
    }
}
