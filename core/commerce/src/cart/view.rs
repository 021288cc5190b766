use std::collections::HashMap;

use stoa_entity::TenantTx;
use stoa_entity::tenant::cart_entry;
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{CartEntryId, ProductId};

use super::model::{AppliedTax, Cart, CartView, ChosenVariant, EntryView};
use super::store;
use crate::CommerceError;
use crate::catalogue::{self, CatalogueItem, ProductType, Variant};
use crate::inventory::{Pieces, summed};
use crate::pricing::{self, PricedLine, PricingInputs, ShippingChoice, Totals};
use crate::settings::StoreSettings;

/// A cart at today's prices.
#[derive(Clone, Debug)]
pub(crate) struct Priced {
    pub(crate) settings: StoreSettings,
    pub(crate) lines: Vec<Line>,
    /// Lines whose product or variant is no longer sold.
    pub(crate) gone: Vec<CartEntryId>,
    pub(crate) inputs: PricingInputs,
    pub(crate) totals: Totals,
    pub(crate) shipping_options: Vec<ShippingChoice>,
    pub(crate) requires_shipping: bool,
}

/// A line with the product it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) entry: cart_entry::Model,
    pub(crate) item: CatalogueItem,
    pub(crate) variant: Variant,
    pub(crate) unit_price_cents: i64,
    pub(crate) total_cents: i64,
}

/// Prices a cart from the catalogue as it is now.
pub(crate) async fn price(tx: &TenantTx, cart: &Cart) -> Result<Priced, CommerceError> {
    let settings = StoreSettings::load(tx).await?;
    let mut ids: Vec<ProductId> = cart.entries.iter().map(|entry| entry.product_id.clone()).collect();
    ids.sort();
    ids.dedup();
    let items: HashMap<ProductId, CatalogueItem> =
        catalogue::items(tx, &ids).await?.into_iter().map(|item| (item.id.clone(), item)).collect();
    let mut lines = Vec::with_capacity(cart.entries.len());
    let mut gone = Vec::new();
    for entry in &cart.entries {
        match sold(&items, entry) {
            Some((item, variant)) => lines.push(line(entry, item, variant)),
            None => gone.push(entry.id.clone()),
        }
    }
    let requires_shipping = lines.iter().any(|line| line.item.kind() == Some(ProductType::Physical));
    let mut inputs = PricingInputs {
        rules: pricing::RULES.to_owned(),
        currency: settings.currency,
        lines: lines.iter().map(priced_line).collect(),
        shipping: None,
        tax: settings.tax.clone(),
    };
    let subtotal = pricing::totals(&inputs)?.subtotal_cents;
    let country = cart.shipping_address.as_ref().map(|address| address.country.as_str());
    let shipping_options = match country {
        Some(country) if requires_shipping => settings.shipping_offers(country, subtotal),
        _ => Vec::new(),
    };
    let chosen = cart.row.shipping_option_id.as_deref();
    inputs.shipping = shipping_options.iter().find(|option| chosen == Some(option.id.as_str())).cloned();
    let totals = pricing::totals(&inputs)?;
    for (line, priced) in lines.iter_mut().zip(&totals.lines) {
        line.total_cents = priced.total_cents;
    }
    Ok(Priced { settings, lines, gone, inputs, totals, shipping_options, requires_shipping })
}

fn sold<'a>(
    items: &'a HashMap<ProductId, CatalogueItem>,
    entry: &cart_entry::Model,
) -> Option<(&'a CatalogueItem, &'a Variant)> {
    let item = items.get(&entry.product_id)?;
    let variant = item.variants.iter().find(|variant| variant.id == entry.variant_id)?;
    Some((item, variant))
}

fn line(entry: &cart_entry::Model, item: &CatalogueItem, variant: &Variant) -> Line {
    Line {
        entry: entry.clone(),
        unit_price_cents: item.effective_price_cents(variant),
        total_cents: 0,
        item: item.clone(),
        variant: variant.clone(),
    }
}

fn priced_line(line: &Line) -> PricedLine {
    PricedLine {
        reference: line.variant.id.to_string(),
        quantity: line.entry.quantity,
        unit_price_cents: line.unit_price_cents,
        taxable: line.item.kind() != Some(ProductType::GiftCard),
    }
}

impl Priced {
    /// Pieces of each variant, in the order in which they are locked.
    pub(crate) fn pieces(&self) -> Vec<Pieces> {
        summed(
            self.lines.iter().map(|line| Pieces { variant_id: line.variant.id.clone(), quantity: line.entry.quantity }),
        )
    }

    /// Whether there is enough of everything.
    pub(crate) fn in_stock(&self) -> bool {
        self.pieces().iter().all(|pieces| {
            let variant = self.lines.iter().find(|line| line.variant.id == pieces.variant_id);
            variant.is_some_and(|line| line.variant.stock() >= pieces.quantity)
        })
    }

    /// The cart as shoppers see it.
    pub(crate) fn view(&self, cart: &Cart) -> CartView {
        let is = |kind: ProductType| move |line: &Line| line.item.kind() == Some(kind);
        CartView {
            id: Some(cart.row.id.clone()),
            order_id: cart.row.order_id.clone().filter(|_| cart.row.is_purchased),
            created: Some(cart.row.created_on),
            is_purchased: cart.row.is_purchased,
            entries: self.lines.iter().map(Line::view).collect(),
            shipping_options: self.shipping_options.clone(),
            selected_shipping_option: self.inputs.shipping.clone(),
            shipping_location: cart.shipping_address.clone(),
            applicable_tax_rules: self.inputs.tax.iter().map(AppliedTax::from).collect(),
            subtotal_cents: self.totals.subtotal_cents,
            tax_cents: self.totals.tax_cents,
            shipping_cost_cents: self.totals.shipping_cents,
            grand_total_cents: self.totals.grand_total_cents,
            total_quantity: self.lines.iter().map(|line| line.entry.quantity).sum(),
            has_digital: self.lines.iter().any(is(ProductType::Digital)),
            purely_digital: !self.lines.is_empty() && self.lines.iter().all(is(ProductType::Digital)),
            requires_shipping: self.requires_shipping,
            cart_token: Some(cart.row.checkout_token.clone()),
            ..CartView::empty(&cart.row.website_id, &self.settings)
        }
    }
}

impl CartView {
    /// The cart of a shopper who has none.
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
            subtotal_cents: 0,
            tax_cents: 0,
            shipping_cost_cents: 0,
            discount_cents: 0,
            grand_total_cents: 0,
            total_quantity: 0,
            has_digital: false,
            purely_digital: false,
            requires_shipping: false,
            currency: settings.currency,
            cart_token: None,
            minimum_subtotal_cents: settings.minimum_subtotal_cents,
        }
    }
}

impl Line {
    fn view(&self) -> EntryView {
        let picture = self.item.picture_of(&self.variant);
        EntryView {
            id: self.entry.id.clone(),
            item_id: self.item.id.clone(),
            quantity: self.entry.quantity,
            chosen_variant: ChosenVariant {
                sku: self.variant.sku.clone(),
                attributes: self.variant.attributes.clone(),
            },
            title: self.item.name.clone(),
            sub_total: self.total_cents,
            purchase_price_cents: self.unit_price_cents,
            variant_id: self.variant.id.clone(),
            image: picture.map(catalogue::Picture::url),
            image_id: picture.map(|picture| picture.id.clone()),
            attributes_text: self.item.attributes_text(&self.variant),
            url: self.item.full_url.clone(),
            product_type: self.item.product_type,
            additional_fields: self.entry.additional_fields.clone(),
            qty_available: (!self.variant.unlimited).then(|| self.variant.stock()),
        }
    }
}

/// The open cart of the token in a shopper's cookie, at today's prices; an empty one when there is
/// none.
///
/// # Errors
/// When the database refuses or an amount does not fit.
pub async fn view_in(ctx: &TenantCtx, tx: &TenantTx, token: Option<&str>) -> Result<CartView, CommerceError> {
    let cart = match token {
        Some(token) => store::open_by_token(tx, token, false).await?,
        None => None,
    };
    match cart {
        Some(cart) => Ok(price(tx, &cart).await?.view(&cart)),
        None => Ok(CartView::empty(ctx.website(), &StoreSettings::load(tx).await?)),
    }
}
