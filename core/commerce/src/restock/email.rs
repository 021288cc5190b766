//! The e-mail that a variant is back in stock.

use stoa_email::{Email, EmailContext};
use stoa_entity::tenant::restock_sign_up;

use crate::catalogue::CatalogueItem;

/// The e-mail saying that a variant is back in stock.
pub(super) fn back_in_stock(item: &CatalogueItem, sign_up: &restock_sign_up::Model, head: &EmailContext) -> Email {
    stoa_email::back_in_stock(head, &sign_up.email, &named(item, sign_up), &item.full_url)
}

/// The product name with the selected options.
fn named(item: &CatalogueItem, sign_up: &restock_sign_up::Model) -> String {
    let chosen = item.variants.iter().find(|variant| variant.id == sign_up.variant_id);
    let values: Vec<&str> = item
        .variant_option_ordering
        .iter()
        .filter_map(|option| chosen?.attributes.get(option).map(String::as_str))
        .collect();
    if values.is_empty() { item.name.clone() } else { format!("{} ({})", item.name, values.join(", ")) }
}
