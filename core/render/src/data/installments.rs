//! Instalment messages for products. A product's data carries the query; the provider is called after the transaction.

use serde::Deserialize as _;
use serde_json::{Map, Value, json};
use stoa_commerce::catalogue::CatalogueItem;
use stoa_commerce::installments::{InstallmentMarket, InstallmentMessage, InstallmentShop, InstallmentWish};
use stoa_commerce::ports::Installments;
use stoa_kernel::TenantCtx;

use super::PageData;

/// Field of a product's data with the query.
pub(super) const QUESTION: &str = "installmentQuestion";
/// Field of a product's data with the message.
const MESSAGE: &str = "installments";

/// The query for a product.
pub(super) fn question(item: &CatalogueItem) -> Value {
    serde_json::to_value(InstallmentWish::of_product(item)).unwrap_or_default()
}

/// Runs all queries of a page and adds the messages.
pub(crate) async fn answer_questions(ctx: &TenantCtx, provider: &dyn Installments, material: &mut PageData) {
    let Some(shopfront) = material.shopfront.clone() else { return };
    let of_blocks = material.layout.iter_mut().flat_map(|(_, gathered)| gathered.contents.data.values_mut());
    let of_areas = material.areas.iter_mut().flat_map(|area| area.gathered.contents.data.values_mut());
    answer_among(ctx, provider, &shopfront, material.data.values_mut().chain(of_blocks).chain(of_areas)).await;
}

/// Runs all queries in the data of a page and adds the messages.
pub(crate) async fn answer_among(
    ctx: &TenantCtx,
    provider: &dyn Installments,
    shopfront: &InstallmentShop,
    values: impl Iterator<Item = &mut Value>,
) {
    let mut places = Vec::new();
    for value in values {
        collect(value, &mut places);
    }
    let (mut asked, mut wishes) = (Vec::new(), Vec::new());
    for place in places {
        let question = place.remove(QUESTION).unwrap_or_default();
        if let Ok(wish) = InstallmentWish::deserialize(question) {
            asked.push(place);
            wishes.push(wish);
        }
    }
    let market = shopfront.market();
    let messages = shopfront.messages(ctx, provider, wishes).await;
    for (place, message) in asked.into_iter().zip(messages) {
        place.insert("installmentContext".to_owned(), context(market.as_ref(), message.as_ref()));
        place.insert(MESSAGE.to_owned(), serde_json::to_value(message).unwrap_or_default());
    }
}

/// The data of products, at any depth.
fn collect<'a>(value: &'a mut Value, found: &mut Vec<&'a mut Map<String, Value>>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| collect(item, found)),
        Value::Object(object) => {
            let is_product = object.get("structuredContent").is_some_and(|content| content.get(QUESTION).is_some());
            if !is_product {
                object.values_mut().for_each(|member| collect(member, found));
            } else if let Some(Value::Object(content)) = object.get_mut("structuredContent") {
                found.push(content);
            }
        }
        _ => {}
    }
}

/// Instalment data of a product for scripts of themes. Limits are minor units.
fn context(market: Option<&InstallmentMarket>, message: Option<&InstallmentMessage>) -> Value {
    json!({
        "afterPayAvailable": message.is_some(),
        "afterPayMin": message.and_then(|message| message.minimum_cents),
        "afterPayMax": message.and_then(|message| message.maximum_cents),
        "shopperLanguage": market.map(|market| market.language.as_str()),
        "stripeAccountCountry": market.map(|market| market.country.as_str()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_found_in_lists_and_blocks() {
        let mut page = json!({
            "item": {"structuredContent": {"installmentQuestion": {}}, "items": [{"structuredContent": {"installmentQuestion": 1}}]},
            "relatedItems": [{"structuredContent": {"installmentQuestion": null}}, {"structuredContent": {}}, "text"],
        });
        let mut found = Vec::new();
        collect(&mut page, &mut found);
        assert_eq!(found.len(), 2);
    }
}
