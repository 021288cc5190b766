//! Turns a priced cart into the view that shoppers get.

use stoa_address::Address;
use stoa_entity::TenantTx;
use stoa_kernel::money::Cents;
use stoa_kernel::{ProblemValue, Said, TenantCtx, boxed};
use stoa_messages::{Texts, Value};

use super::model::{Cart, CartView, ChosenVariant, EntryView};
use super::owner;
use super::price::{Line, Priced, price};
use super::rules::most_pieces;
use crate::CommerceError;
use crate::catalogue::{self, ProductType};
use crate::pricing::{self, DeliveryDays, ShippingChoice};
use crate::quotes::QuoteState;
use crate::settings::StoreSettings;

impl Priced {
    /// The cart as shoppers see it.
    pub(crate) fn view(&self, cart: &Cart) -> CartView {
        let mut coupons = self.coupons.clone();
        let texts = self.wording.texts();
        for coupon in &mut coupons {
            coupon.reason = coupon.said.as_ref().map(|said| in_words(said, texts));
            self.words.discount(coupon.id.as_str(), &mut coupon.label);
        }
        let mut discounts = pricing::applied_discounts(&self.inputs, &self.totals);
        for discount in &mut discounts {
            self.words.discount(&discount.id, &mut discount.label);
        }
        let mut taxes = pricing::applied_taxes(&self.inputs, &self.totals);
        for tax in &mut taxes {
            self.words.tax(tax.id.as_deref(), &mut tax.label);
        }
        let is = |kind: ProductType| move |line: &Line| line.item.kind() == Some(kind);
        CartView {
            id: Some(cart.row.id.clone()),
            order_id: cart.row.order_id.clone().filter(|_| cart.row.is_purchased),
            created: Some(cart.row.created_on),
            is_purchased: cart.row.is_purchased,
            entries: self.lines.iter().map(|line| line.view(self.settings.sells_services_once())).collect(),
            shipping_options: self.shown_options(),
            selected_shipping_option: self.inputs.shipping.clone().map(|choice| self.shown_choice(choice)),
            shipping_location: cart.shipping_address.clone().or_else(|| cart.location.clone().map(Address::from)),
            applicable_tax_rules: taxes,
            valid_coupons: coupons.iter().filter(|coupon| coupon.reason.is_none()).cloned().collect(),
            invalid_coupons: coupons.iter().filter(|coupon| coupon.reason.is_some()).cloned().collect(),
            coupons,
            discounts,
            subtotal_cents: self.totals.subtotal_cents,
            tax_cents: self.totals.tax_cents,
            shipping_cost_cents: self.totals.shipping_cents,
            discount_cents: self.totals.discount_cents,
            grand_total_cents: self.totals.grand_total_cents,
            total_quantity: self.lines.iter().map(|line| line.entry.quantity).sum(),
            has_digital: self.lines.iter().any(is(ProductType::Digital)),
            purely_digital: !self.lines.is_empty() && self.lines.iter().all(is(ProductType::Digital)),
            requires_shipping: self.requires_shipping,
            cart_token: Some(cart.row.checkout_token.clone()),
            test_notice: self.test_notice.clone(),
            quotes: self.quotes.clone(),
            ..CartView::empty(&cart.row.website_id, &self.settings)
        }
    }

    /// The shipping options and pick-up locations as the shopper sees them.
    pub(crate) fn shown_options(&self) -> Vec<ShippingChoice> {
        self.shipping_options.iter().cloned().map(|choice| self.shown_choice(choice)).collect()
    }

    fn shown_choice(&self, mut choice: ShippingChoice) -> ShippingChoice {
        self.words.shipping(&mut choice);
        if let Some(days) = choice.days {
            choice.label = with_days(&choice.label, days, self.wording.texts());
        }
        choice
    }
}

/// A sentence in a language.
fn in_words(said: &Said, texts: Texts<'_>) -> String {
    let values = said.values().iter().map(|(name, value)| {
        let value = match value {
            ProblemValue::Text(text) => Value::Text(text),
            ProblemValue::Number(number) => Value::Integer(*number),
        };
        (*name, value)
    });
    let words = texts.find_and_format(&format!("problem.{}", said.code()), &values.collect::<Vec<_>>());
    words.unwrap_or_else(|| said.to_string())
}

/// A delivery option with the days until it arrives.
fn with_days(label: &str, days: DeliveryDays, texts: Texts<'_>) -> String {
    let (least, most) = (i64::from(days.least), i64::from(days.most));
    if least == most {
        return texts.format("deliveryTime.days", &[("label", label.into()), ("count", most.into())]);
    }
    let values = [("label", label.into()), ("least", least.into()), ("most", most.into())];
    texts.format("deliveryTime.dayRange", &values)
}

impl CartView {
    /// The view when a shopper has no cart.
    fn empty(website_id: &stoa_kernel::id::WebsiteId, settings: &StoreSettings) -> Self {
        Self {
            id: None,
            website_id: website_id.clone(),
            order_id: None,
            created: None,
            is_purchased: false,
            entries: Vec::new(),
            shipping_options: Vec::new(),
            selected_shipping_option: None,
            shipping_location: None,
            applicable_tax_rules: Vec::new(),
            coupons: Vec::new(),
            valid_coupons: Vec::new(),
            invalid_coupons: Vec::new(),
            discounts: Vec::new(),
            subtotal_cents: Cents::ZERO,
            tax_cents: Cents::ZERO,
            shipping_cost_cents: Cents::ZERO,
            discount_cents: Cents::ZERO,
            grand_total_cents: Cents::ZERO,
            total_quantity: 0,
            has_digital: false,
            purely_digital: false,
            requires_shipping: false,
            currency: settings.site.currency,
            cart_token: None,
            minimum_subtotal_cents: settings.choices.minimum_subtotal_cents,
            test_notice: None,
            quotes: QuoteState::default(),
        }
    }
}

impl Line {
    /// `one_of_services`: the shop sells each service once per order.
    fn view(&self, one_of_services: bool) -> EntryView {
        let most = most_pieces(&self.item, one_of_services);
        let picture = self.item.image_of(&self.variant);
        let (shown, options) = (self.shown_item(), self.shown_options());
        let (asked, answers) = (&self.item.additional_fields, self.entry.additional_fields.clone());
        EntryView {
            id: self.entry.id.clone(),
            item_id: self.item.id.clone(),
            quantity: self.entry.quantity,
            chosen_variant: ChosenVariant {
                sku: self.variant.sku.clone(),
                attributes: options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            },
            title: shown.name.clone(),
            sub_total: self.total_cents,
            purchase_price_cents: self.unit_price_cents,
            variant_id: self.variant.id.clone(),
            image: picture.map(catalogue::Picture::url),
            image_id: picture.map(|picture| picture.id.clone()),
            attributes_text: options.text(),
            url: self.item.full_url.clone(),
            product_type: self.item.product_type,
            answers: catalogue::answered_in(asked, &shown.additional_fields, answers.as_deref()),
            additional_fields: catalogue::with_choices_of(&shown.additional_fields, asked, answers),
            subscription: self.subscription.clone(),
            qty_available: match most {
                Some(most) => Some(self.variant.stock().min(most)),
                None => (!self.variant.unlimited).then(|| self.variant.stock()),
            },
        }
    }
}

/// The open cart of a cookie token with current prices; an empty one when there is none.
///
/// # Errors
/// When the database fails or an amount overflows.
#[boxed]
pub async fn view_in(ctx: &TenantCtx, tx: &TenantTx, token: Option<&str>) -> Result<CartView, CommerceError> {
    let cart = owner::open_of(ctx, tx, token, false).await?;
    match cart {
        Some(cart) => Ok(price(ctx, tx, &cart).await?.view(&cart)),
        None => Ok(CartView::empty(ctx.website(), &StoreSettings::load(tx).await?)),
    }
}
