//! What may be put into a cart, and in which quantities.

use serde_json::Value;
use stoa_entity::TenantTx;
use stoa_entity::tenant::cart_entry;
use stoa_kernel::Said;
use stoa_kernel::id::{ProductId, VariantId};

use super::model::MAX_QUANTITY;
use crate::CommerceError;
use crate::catalogue::{
    AdditionalField, CatalogueItem, ProductType, Variant, additional_fields_error, missing_options_text,
    with_choices_of,
};
use crate::problem_texts::{
    ANSWERS_UNREADABLE, CART_FULL, ONE_OF_A_SERVICE, OUT_OF_STOCK, QUANTITY_NOT_NUMBER, QUANTITY_NOT_WHOLE,
    QUANTITY_RANGE, UNAVAILABLE,
};
use crate::translations::{ShopWords, Translated};

/// Maximum number of lines in a cart.
const MAX_ENTRIES: usize = 200;
/// Maximum size of the answers to a product's form, bytes of JSON text.
const MAX_FIELDS: usize = 16 * 1024;

/// Request to add a line to the cart, not yet validated.
#[derive(Clone, Debug, PartialEq)]
pub struct NewEntry {
    /// The product.
    pub item_id: String,
    /// SKU of the variant; may be omitted when there is only one.
    pub sku: Option<String>,
    /// Quantity, validated by [`read_quantity`].
    pub quantity: Value,
    /// Answers to the product's form, JSON text.
    pub additional_fields: Option<String>,
}

fn refused(said: impl Into<Said>) -> CommerceError {
    CommerceError::said(said)
}

/// Parses a quantity: a whole number, or text that contains one.
///
/// # Errors
/// [`CommerceError::Said`] with a message for the shopper when it is not a whole number.
pub fn read_quantity(value: &Value) -> Result<i64, CommerceError> {
    let not_a_number = || refused(QUANTITY_NOT_NUMBER);
    let text = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.trim().to_owned(),
        _ => return Err(not_a_number()),
    };
    if let Ok(whole) = text.parse::<i64>() {
        return Ok(whole);
    }
    let number: f64 = text.parse().map_err(|_| not_a_number())?;
    if !number.is_finite() {
        return Err(not_a_number());
    }
    if number.fract() != 0.0 {
        return Err(refused(QUANTITY_NOT_WHOLE));
    }
    // A whole number that the first attempt did not parse is out of range, or was written like 2.0.
    format!("{number:.0}").parse().or(Ok(i64::MAX))
}

/// Checks the range of a line's quantity.
pub(crate) fn check_range(quantity: i64) -> Result<i64, CommerceError> {
    if (1..=MAX_QUANTITY).contains(&quantity) {
        Ok(quantity)
    } else {
        Err(refused(QUANTITY_RANGE.with("most", MAX_QUANTITY)))
    }
}

/// The variant with this SKU. Without a SKU the product must have a single variant; otherwise the message names the
/// options to choose.
pub(crate) fn choose_variant<'a>(item: &'a CatalogueItem, sku: Option<&str>) -> Result<&'a Variant, CommerceError> {
    match (sku.map(str::trim).filter(|sku| !sku.is_empty()), item.variants.as_slice()) {
        (Some(sku), _) => item.variant_by_sku(sku).ok_or_else(|| refused(UNAVAILABLE)),
        (None, [only]) => Ok(only),
        (None, _) => {
            let names: Vec<String> = item.options().into_iter().map(|option| option.name).collect();
            Err(missing_options(item.kind(), &names))
        }
    }
}

fn missing_options(kind: Option<ProductType>, names: &[String]) -> CommerceError {
    match missing_options_text(kind, names) {
        Some(said) => refused(said),
        None => refused(UNAVAILABLE),
    }
}

/// Checks that the stock of a variant covers the total quantity in the cart.
pub(super) fn check_stock(variant: &Variant, wanted: i64) -> Result<(), CommerceError> {
    if variant.stock() >= wanted { Ok(()) } else { Err(refused(OUT_OF_STOCK)) }
}

/// Maximum quantity of a product in a cart, if its type has one: 1 for services when the shop sells each of them once.
pub(super) fn most_pieces(item: &CatalogueItem, one_of_services: bool) -> Option<i64> {
    (one_of_services && item.kind() == Some(ProductType::Service)).then_some(1)
}

/// Checks the total quantity of a product in a cart.
pub(super) fn check_pieces(item: &CatalogueItem, one_of_services: bool, wanted: i64) -> Result<(), CommerceError> {
    match most_pieces(item, one_of_services) {
        Some(most) if wanted > most => Err(refused(ONE_OF_A_SERVICE)),
        _ => Ok(()),
    }
}

/// Quantity of a product in a cart.
pub(super) fn held_of(entries: &[cart_entry::Model], product: &ProductId) -> i64 {
    entries.iter().filter(|entry| &entry.product_id == product).map(|entry| entry.quantity).sum()
}

/// Quantity of a variant in a cart.
pub(super) fn held(entries: &[cart_entry::Model], variant: &VariantId) -> i64 {
    entries.iter().filter(|entry| &entry.variant_id == variant).map(|entry| entry.quantity).sum()
}

/// Checks that the cart can take another line.
pub(super) fn check_room(entries: &[cart_entry::Model]) -> Result<(), CommerceError> {
    if entries.len() < MAX_ENTRIES { Ok(()) } else { Err(refused(CART_FULL)) }
}

/// Normalises the answers to a product's form for storage.
pub(super) fn check_fields(fields: Option<String>) -> Result<Option<String>, CommerceError> {
    let Some(text) = fields.filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    let readable = text.len() <= MAX_FIELDS && serde_json::from_str::<Value>(&text).is_ok();
    if readable { Ok(Some(text)) } else { Err(CommerceError::said_field("additionalFields", ANSWERS_UNREADABLE)) }
}

/// Validates the answers to a product's form, which may be in the language in which the form was shown, and returns them
/// with the choices as the owner wrote them.
pub(super) async fn read_answers(
    tx: &TenantTx,
    item: &CatalogueItem,
    fields: Option<String>,
) -> Result<Option<String>, CommerceError> {
    if item.additional_fields.is_empty() {
        return Ok(fields);
    }
    let of = Translated { products: vec![item.id.to_string()], ..Translated::default() };
    let mut asked = item.additional_fields.clone();
    let fields = match ShopWords::load(tx, of).await?.product(item) {
        Some(shown) => {
            let fields = with_choices_of(&asked, &shown.additional_fields, fields);
            for (own, shown) in asked.iter_mut().zip(shown.additional_fields) {
                own.title = shown.title;
            }
            fields
        }
        None => fields,
    };
    check_answers(&asked, fields.as_deref())?;
    Ok(fields)
}

/// Validates the answers against a product's form.
pub(super) fn check_answers(asked: &[AdditionalField], fields: Option<&str>) -> Result<(), CommerceError> {
    match additional_fields_error(asked, fields) {
        Some(said) => Err(CommerceError::said_field("additionalFields", said)),
        None => Ok(()),
    }
}
