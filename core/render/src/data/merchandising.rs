//! Merchandising data of products: low stock, custom sold-out text, restock notification.

use serde_json::{Map, Value, json};
use stoa_commerce::catalogue::{CatalogueItem, LowStock, Variant};
use stoa_commerce::restock::{self, RestockChoices};
use stoa_commerce::settings::StoreChoices;
use stoa_messages::Texts;

use super::owner_texts::restock_messages_in;

/// Its key in the data of a page.
pub(crate) const CONTEXT: &str = "productMerchandisingContext";

/// The products of a page with merchandising data.
#[derive(Debug, Default)]
pub(crate) struct Merchandising(Vec<CatalogueItem>);

impl Merchandising {
    /// Adds products of the page.
    pub(crate) fn note<'a>(&mut self, items: impl IntoIterator<Item = &'a CatalogueItem>) {
        let has_notes = |item: &&CatalogueItem| {
            item.scarcity.enabled || !item.custom_sold_out_text.is_empty() || !restock::awaited(item).is_empty()
        };
        self.0.extend(items.into_iter().filter(has_notes).cloned());
    }

    /// Data for templates, by product id, according to the store's settings.
    pub(crate) fn context(&self, choices: &StoreChoices, texts: Texts<'_>) -> Map<String, Value> {
        self.0.iter().map(|item| (item.id.to_string(), merchandising_texts(item, choices, texts))).collect()
    }
}

fn merchandising_texts(item: &CatalogueItem, choices: &StoreChoices, texts: Texts<'_>) -> Value {
    let mut said = low_stock_variants(item, choices.low_stock_threshold, texts);
    if let (true, Some(members)) = (choices.restock.enabled, said.as_object_mut()) {
        members.extend(restock_block(item, &choices.restock, texts));
    }
    said
}

/// The restock sign-up form. If the whole product is sold out, the first variant's form is visible at once; otherwise
/// each is shown when its variant is selected.
fn restock_block(item: &CatalogueItem, choices: &RestockChoices, texts: Texts<'_>) -> Map<String, Value> {
    let view = |(index, variant): (usize, &Variant)| json!({"variantId": variant.id, "hiddenByDefault": index > 0 || !item.sold_out()});
    let views = restock::awaited(item).into_iter().enumerate().map(view).collect();
    Map::from_iter([
        ("restockNotificationViews".to_owned(), views),
        ("restockNotificationMessages".to_owned(), json!(restock_messages_in(&choices.messages, texts))),
        ("mailingListSignUpEnabled".to_owned(), choices.mailing_list_sign_up_enabled.into()),
        ("mailingListOptInByDefault".to_owned(), choices.mailing_list_opt_in_by_default.into()),
    ])
}

fn low_stock_variants(item: &CatalogueItem, threshold: i64, texts: Texts<'_>) -> Value {
    let view = |few: LowStock<'_>| match few.variant {
        Some(variant) => json!({"qtyInStock": few.qty_in_stock, "attributes": variant.attributes}),
        None => json!({"qtyInStock": few.qty_in_stock}),
    };
    let is_usual = item.scarcity.text.is_empty();
    json!({
        "customSoldOutText": item.custom_sold_out_text,
        "scarcityEnabled": item.scarcity.enabled,
        "scarcityText": if is_usual { texts.text("sitePage.scarcity") } else { item.scarcity_template() },
        // A single variant needs no selection.
        "scarcityShownByDefault": item.scarcity.shown_by_default || item.variants.len() == 1,
        "scarcityTemplateViews": item.low_stock_variants(threshold).into_iter().map(view).collect::<Vec<_>>(),
    })
}
