//! Products, carts and orders for templates: amounts also as money objects.

use serde_json::{Map, Value, json};
use stoa_commerce::cart::CartView;
use stoa_commerce::catalogue::{CatalogueItem, Variant};
use stoa_commerce::checkout::{AttemptSummary, CheckoutView, answer_for};
use stoa_commerce::donations::DonationTerms;
use stoa_commerce::orders::{FulfillmentItemView, FulfillmentView, OrderItemView, OrderView};
use stoa_commerce::refunds::RefundView;
use stoa_commerce::restock;
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::payment::RefundStatus;
use stoa_messages::Texts;
use stoa_site::content::items::RecordType;

use super::{image, installments, subscription};

/// An amount for templates.
pub(crate) fn money(amount: Cents, currency: Currency) -> Value {
    json!({"value": amount.of(currency).decimal_value(), "currency": currency.code()})
}

/// A product, with texts in the language of the page.
pub(crate) fn product(item: &CatalogueItem, multiple_quantity_for_services: bool, texts: Texts<'_>) -> Value {
    let images: Vec<Value> = item.pictures.iter().map(image::of_image).collect();
    let categories: Vec<&str> =
        item.categories.iter().filter(|category| !category.is_root).map(|category| category.name.as_str()).collect();
    json!({
        "id": item.id,
        "collectionId": item.collection_id,
        "recordType": RecordType::StoreItem.code(),
        "recordTypeLabel": RecordType::StoreItem.name(),
        "title": item.name,
        "urlId": item.url_id,
        "fullUrl": item.full_url,
        "body": item.description,
        "excerpt": item.excerpt,
        "assetUrl": item.pictures.first().map(stoa_commerce::catalogue::Picture::url),
        "mainImage": images.first().cloned().unwrap_or(Value::Null),
        "items": images,
        "tags": item.tags,
        "categories": categories,
        "structuredContent": structured_content(item, multiple_quantity_for_services, texts),
        "customSoldOutText": item.custom_sold_out_text,
        "onSale": item.on_sale(),
        "soldOut": item.sold_out(),
    })
}

/// What is sold: prices, stock, options, and what the product page shows because of them.
fn structured_content(item: &CatalogueItem, multiple_quantity_for_services: bool, texts: Texts<'_>) -> Value {
    let cheapest = item.cheapest();
    let price_cents = cheapest.map_or(Cents::ZERO, |variant| variant.price_cents);
    let sale_cents = cheapest.and_then(|variant| variant.sale_price_cents);
    let form = (!item.additional_fields.is_empty()).then(|| json!({"id": item.id, "fields": item.additional_fields}));
    let mut value = json!({
        "productType": item.product_type,
        "variants": item.variants.iter().map(|entry| variant(item, entry)).collect::<Vec<Value>>(),
        "priceMoney": money(price_cents, item.currency),
        "salePriceMoney": money(sale_cents.unwrap_or(price_cents), item.currency),
        "onSale": item.on_sale(),
        "variantOptionOrdering": item.variant_option_ordering,
        "options": item.options(),
        installments::QUESTION: installments::question(item),
        "installments": null,
        "useCustomAddButtonText": item.use_custom_add_button_text,
        "customAddButtonText": item.custom_add_button_text,
        "customSoldOutText": item.custom_sold_out_text,
        "additionalFieldsFormId": form.as_ref().map(|_| &item.id),
        "additionalFieldsForm": form,
        "totalStock": item.total_stock(),
        "unlimited": item.unlimited(),
        "soldOut": item.sold_out(),
        "hasRestockNotification": !restock::awaited(item).is_empty(),
        "hasQuantityInput": item.has_quantity_input(multiple_quantity_for_services),
        "fromPriceMoney": money(item.from_price_cents(), item.currency),
        "hasVariedPrices": item.has_varied_prices(),
        "donation": item.donation.as_ref().map(|terms| donation(terms, item.currency)),
    });
    if let Some(content) = value.as_object_mut() {
        subscription::add_plan(content, item, texts);
    }
    value
}

/// Donation amounts of a product; islands read the minor units.
fn donation(terms: &DonationTerms, currency: Currency) -> Value {
    let amount = |cents: &Cents| json!({"cents": cents, "money": money(*cents, currency)});
    json!({
        "suggested": terms.suggested_cents.iter().map(amount).collect::<Vec<_>>(),
        "takesOther": terms.takes_other,
        "least": amount(&terms.least_cents),
        "most": amount(&terms.most_cents),
        "decimals": currency.decimals(),
    })
}

fn variant(item: &CatalogueItem, variant: &Variant) -> Value {
    let options = item.options();
    let values: Vec<Value> = options
        .iter()
        .filter_map(|option| variant.attributes.get(&option.name).map(|value| (option, value)))
        .map(|(option, value)| json!({"optionName": option.name, "value": value}))
        .collect();
    let sale_cents = variant.sale_price_cents.unwrap_or(variant.price_cents);
    json!({
        "id": variant.id,
        "sku": variant.sku,
        "attributes": variant.attributes,
        "optionValues": values,
        "price": variant.price_cents,
        "salePrice": variant.sale_price_cents,
        "priceMoney": money(variant.price_cents, item.currency),
        "salePriceMoney": money(sale_cents, item.currency),
        "onSale": item.on_sale() && variant.on_sale,
        "qtyInStock": variant.qty_in_stock,
        "unlimited": variant.unlimited,
        "mainImageId": variant.main_image_id,
        "pricingOptions": subscription::pricing_options(item, variant),
    })
}

/// Adds a money object for each amount of an object: `subtotalMoney` for `subtotalCents`.
fn add_money(object: &mut Map<String, Value>, currency: Currency) {
    let amounts: Vec<(String, Cents)> = object
        .iter()
        .filter_map(|(name, value)| Some((name.strip_suffix("Cents")?.to_owned(), value.as_i64().map(Cents)?)))
        .collect();
    for (name, amount) in amounts {
        object.insert(format!("{name}Money"), money(amount, currency));
    }
}

/// Adds money objects to each object of a list.
fn add_money_to_all(object: &mut Map<String, Value>, list: &str, currency: Currency) {
    let members = object.get_mut(list).and_then(Value::as_array_mut);
    for member in members.into_iter().flatten().filter_map(Value::as_object_mut) {
        add_money(member, currency);
    }
}

/// A cart; every line also has its image. `discountedSubtotalMoney` is set if there is a discount.
pub(crate) fn cart(cart: &CartView, images: &dyn Fn(&str) -> Option<Value>) -> Value {
    let mut value = serde_json::to_value(cart).unwrap_or_default();
    let Some(object) = value.as_object_mut() else { return value };
    if cart.discount_cents > Cents::ZERO {
        object.insert("discountedSubtotalCents".to_owned(), (cart.subtotal_cents - cart.discount_cents).0.into());
    }
    add_money(object, cart.currency);
    add_money_to_all(object, "discounts", cart.currency);
    add_money_to_all(object, "applicableTaxRules", cart.currency);
    let lines = object.get_mut("entries").and_then(Value::as_array_mut);
    for (line, entry) in lines.into_iter().flatten().zip(&cart.entries) {
        let Some(line) = line.as_object_mut() else { continue };
        line.insert("priceMoney".to_owned(), money(entry.purchase_price_cents, cart.currency));
        line.insert("subTotalMoney".to_owned(), money(entry.sub_total, cart.currency));
        line.insert("attributesText".to_owned(), entry.attributes_text.clone().into());
        let picture = entry.image_id.as_ref().and_then(|id| images(id.as_str()));
        line.insert("imageAsset".to_owned(), picture.unwrap_or_default());
    }
    value
}

/// A checkout, its cart with money objects.
pub(crate) fn checkout(view: &CheckoutView, images: &dyn Fn(&str) -> Option<Value>) -> Value {
    let mut value = serde_json::to_value(view).unwrap_or_default();
    if let Some(object) = value.as_object_mut() {
        object.insert("cart".to_owned(), cart(&view.cart, images));
    }
    value
}

/// An order, localized.
pub(crate) fn order(order: &OrderView, language: &str, texts: Texts<'_>) -> Value {
    let currency = order.summary.currency;
    let mut value = serde_json::to_value(order).unwrap_or_default();
    let Some(object) = value.as_object_mut() else { return value };
    add_money(object, currency);
    object.insert("statusUrl".to_owned(), order.status_url.clone().into());
    object.insert("testNotice".to_owned(), order.test_notice(texts).into());
    object.insert("purchase".to_owned(), purchase(order));
    add_money_to_all(object, "discounts", currency);
    add_money_to_all(object, "taxes", currency);
    add_money_to_all(object, "giftCards", currency);
    for (name, address) in [("shippingAddress", &order.shipping_address), ("billingAddress", &order.billing_address)] {
        if let (Some(Value::Object(shown)), Some(address)) = (object.get_mut(name), address) {
            shown.insert("lines".to_owned(), address.lines(language).into());
        }
    }
    let option = object.get_mut("shippingOption").and_then(|option| option.get_mut("pickup"));
    if let (Some(shown), Some(place)) = (option.and_then(Value::as_object_mut), order.pickup()) {
        shown.insert("lines".to_owned(), place.lines(language).into());
    }
    // Notes of providers and contributors are not shown to customers.
    object.remove("timeline");
    object.remove("payments");
    object.insert("refunds".to_owned(), order.refunds.iter().filter_map(|refund| shown(refund, currency)).collect());
    let parcels = object.get_mut("fulfillments").and_then(Value::as_array_mut);
    for (shown, parcel) in parcels.into_iter().flatten().zip(&order.fulfillments) {
        if let Some(shown) = shown.as_object_mut() {
            shown.insert("items".to_owned(), pieces(order, parcel));
            shown.insert("isPickup".to_owned(), order.pickup().is_some().into());
        }
    }
    let answers = object.get_mut("answers").and_then(Value::as_array_mut);
    for (shown, answer) in answers.into_iter().flatten().zip(&order.answers) {
        if let Some(shown) = shown.as_object_mut() {
            shown.insert("value".to_owned(), answer_for(answer, language, texts).into());
        }
    }
    let lines = object.get_mut("items").and_then(Value::as_array_mut);
    for (line, item) in lines.into_iter().flatten().zip(&order.items) {
        let Some(line) = line.as_object_mut() else { continue };
        add_money(line, currency);
        line.insert("attributesText".to_owned(), item.attributes_text().into());
        if let Some(plan) = &item.plan {
            line.insert("subscription".to_owned(), plan.text_in(texts).into());
        }
    }
    value
}

/// Order data for purchase tracking: totals and lines, no customer data.
fn purchase(order: &OrderView) -> Value {
    let currency = order.summary.currency;
    let amount = |cents: Cents| cents.of(currency).decimal_value();
    let line = |item: &OrderItemView| {
        json!({
            "sku": item.sku,
            "productName": item.product_name,
            "quantity": item.quantity,
            "unitPrice": amount(item.unit_price_cents),
        })
    };
    json!({
        "id": order.summary.id,
        "purchasedCartId": order.cart_id,
        "testMode": order.summary.test_mode,
        "websiteId": order.website_id,
        "currency": currency.code(),
        "grandTotal": amount(order.summary.grand_total_cents),
        "shippingTotal": amount(order.shipping_cents),
        "taxTotal": amount(order.tax_cents),
        "items": order.items.iter().map(line).collect::<Vec<_>>(),
    })
}

/// A refund as shown to the customer; failed ones are hidden.
fn shown(refund: &RefundView, currency: Currency) -> Option<Value> {
    (refund.status != RefundStatus::Failed).then(|| {
        json!({
            "amountMoney": money(refund.amount_cents, currency),
            "createdOn": refund.created_on,
            "isDone": refund.status == RefundStatus::Succeeded,
        })
    })
}

/// The items of a shipment.
fn pieces(order: &OrderView, parcel: &FulfillmentView) -> Value {
    let named = |item: &FulfillmentItemView| {
        let line = order.items.iter().find(|line| line.id == item.order_item_id)?;
        Some(json!({"productName": line.full_name(), "quantity": item.quantity}))
    };
    parcel.items.iter().filter_map(named).collect()
}

/// A payment that waits for the customer.
pub(crate) fn payment(attempt: &AttemptSummary) -> Value {
    json!({
        "attemptId": attempt.id,
        "orderNumber": attempt.order_number,
        "amountMoney": money(attempt.amount.cents(), attempt.amount.currency),
        "awaitsBuyer": attempt.awaits_buyer,
        "heldUntil": attempt.held_until,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_money_objects() {
        let mut object = Map::from_iter([("subtotalCents".to_owned(), json!(2400)), ("title".to_owned(), json!("x"))]);
        add_money(&mut object, Currency::DEFAULT);
        assert_eq!(object["subtotalMoney"], json!({"value": "24.00", "currency": "USD"}));
        assert_eq!(object.len(), 3);
    }
}
