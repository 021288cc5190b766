//! What the shop says about products of a page beyond their data: few left, gone in its own words.

use serde_json::{Map, Value, json};
use stoa_commerce::catalogue::{CatalogueItem, FewLeft, Variant};
use stoa_commerce::restock::{self, RestockChoices};
use stoa_commerce::settings::StoreChoices;

/// Name under which it stands in a page's data.
pub(crate) const CONTEXT: &str = "productMerchandisingContext";

/// The products of a page about which there is something to say.
#[derive(Debug, Default)]
pub(crate) struct Merchandising(Vec<CatalogueItem>);

impl Merchandising {
    /// Notes products that the page shows.
    pub(crate) fn note<'a>(&mut self, items: impl IntoIterator<Item = &'a CatalogueItem>) {
        let told = |item: &&CatalogueItem| {
            item.scarcity.enabled || !item.custom_sold_out_text.is_empty() || !restock::awaited(item).is_empty()
        };
        self.0.extend(items.into_iter().filter(told).cloned());
    }

    /// What templates read, by product id, as the owner of the shop chose.
    pub(crate) fn context(&self, choices: &StoreChoices) -> Map<String, Value> {
        self.0.iter().map(|item| (item.id.to_string(), said_of(item, choices))).collect()
    }
}

fn said_of(item: &CatalogueItem, choices: &StoreChoices) -> Value {
    let mut said = few_left(item, choices.low_stock_threshold);
    if let (true, Some(members)) = (choices.restock.enabled, said.as_object_mut()) {
        members.extend(restock_block(item, &choices.restock));
    }
    said
}

/// The block in which shoppers ask to be told. When the whole product is gone, the first variant's is seen
/// at once, else each shows when its variant is chosen.
fn restock_block(item: &CatalogueItem, choices: &RestockChoices) -> Map<String, Value> {
    let view = |(index, variant): (usize, &Variant)| json!({"variantId": variant.id, "hiddenByDefault": index > 0 || !item.sold_out()});
    let views = restock::awaited(item).into_iter().enumerate().map(view).collect();
    Map::from_iter([
        ("restockNotificationViews".to_owned(), views),
        ("restockNotificationMessages".to_owned(), json!(choices.messages)),
        ("mailingListSignUpEnabled".to_owned(), choices.mailing_list_sign_up_enabled.into()),
        ("mailingListOptInByDefault".to_owned(), choices.mailing_list_opt_in_by_default.into()),
    ])
}

fn few_left(item: &CatalogueItem, threshold: i64) -> Value {
    let view = |few: FewLeft<'_>| match few.variant {
        Some(variant) => json!({"qtyInStock": few.qty_in_stock, "attributes": variant.attributes}),
        None => json!({"qtyInStock": few.qty_in_stock}),
    };
    json!({
        "customSoldOutText": item.custom_sold_out_text,
        "scarcityEnabled": item.scarcity.enabled,
        "scarcityText": item.scarcity.template(),
        // Of one variant there is nothing to choose first.
        "scarcityShownByDefault": item.scarcity.shown_by_default || item.variants.len() == 1,
        "scarcityTemplateViews": item.few_left(threshold).into_iter().map(view).collect::<Vec<_>>(),
    })
}
