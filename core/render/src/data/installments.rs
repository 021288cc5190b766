//! Messages about paying in parts, beside products. A product carries what is to be asked about it; the
//! provider is asked when the transaction is over.

use serde::Deserialize as _;
use serde_json::{Map, Value, json};
use stoa_commerce::catalogue::CatalogueItem;
use stoa_commerce::installments::{InstallmentMarket, InstallmentMessage, InstallmentWish, Shopfront};
use stoa_commerce::ports::Installments;
use stoa_kernel::TenantCtx;

use super::Material;

/// Member of a product's content that says what is to be asked.
pub(super) const QUESTION: &str = "installmentQuestion";
/// Member of a product's content that holds the message.
const MESSAGE: &str = "installments";

/// What is to be asked about a product.
pub(super) fn question(item: &CatalogueItem) -> Value {
    serde_json::to_value(InstallmentWish::of_product(item)).unwrap_or_default()
}

/// Asks all questions of a page and puts the messages beside them.
pub(crate) async fn answer_questions(ctx: &TenantCtx, provider: &dyn Installments, material: &mut Material) {
    let Some(shopfront) = material.shopfront.clone() else { return };
    let of_blocks = material.layout.iter_mut().flat_map(|(_, gathered)| gathered.contents.data.values_mut());
    answer_among(ctx, provider, &shopfront, material.data.values_mut().chain(of_blocks)).await;
}

/// Asks all questions among what a page shows and puts the messages beside them.
pub(crate) async fn answer_among(
    ctx: &TenantCtx,
    provider: &dyn Installments,
    shopfront: &Shopfront,
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

/// Contents of products, wherever they are.
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

/// What scripts of themes know about paying a product in parts. Limits are minor units.
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
