//! A product: prices, shipping and variants.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use stoa_commerce::catalogue::ProductType;
use stoa_commerce::shipping_zones::{Delivery, ZonePlace};

use super::{CONTEXT, Described, PRODUCT, donation};

/// Options with a schema.org property, by common names.
const PROPERTIES: [(&str, &str); 5] =
    [("color", "color"), ("colour", "color"), ("size", "size"), ("material", "material"), ("pattern", "pattern")];

/// Shipping options already described on the page: those shared by variants are written once.
#[derive(Default)]
struct DescribedOptions(HashMap<String, usize>);

impl Described<'_> {
    pub(super) fn product(&self) -> Option<Value> {
        let item = self.item(|own| own == PRODUCT)?;
        let price = item.pointer("/structuredContent/fromPriceMoney")?;
        let url = self.address(text(item, "/fullUrl"));
        let images: Vec<String> =
            item.get("items")?.as_array()?.iter().filter_map(|image| self.picture(image)).collect();
        let mut product = json!({
            "@context": CONTEXT,
            "@type": "Product",
            "name": text(item, "/title"),
            "description": self.text("page/description"),
            "url": url,
            "image": images,
            "brand": {"@type": "Brand", "name": self.text("website/siteTitle")},
        });
        let members = product.as_object_mut()?;
        let mut written = DescribedOptions::default();
        let variants = variants(item);
        if variants.len() > 1 {
            let mut told = Vec::with_capacity(variants.len());
            for (number, variant) in variants.iter().enumerate() {
                told.push(self.variant(item, variant, number, &mut written));
            }
            members.insert("@type".to_owned(), "ProductGroup".into());
            members.insert("productGroupID".to_owned(), item.get("id").cloned().unwrap_or_default());
            members.insert("variesBy".to_owned(), varies_by(item));
            members.insert("hasVariant".to_owned(), Value::Array(told));
        } else {
            let is_gone = item.get("soldOut").and_then(Value::as_bool) == Some(true);
            members.insert("sku".to_owned(), text(item, "/structuredContent/variants/0/sku").into());
            let accepted = item.pointer("/structuredContent/donation").filter(|terms| !terms.is_null());
            let offer = match accepted {
                Some(terms) => donation::offer(&url, terms),
                None => self.offer(&Offered { url: &url, price, is_gone, number: 0 }, &mut written),
            };
            members.insert("offers".to_owned(), offer);
        }
        members.extend(self.data.get("reviews").map(reviews).into_iter().flatten());
        Some(product)
    }

    fn variant(&self, item: &Value, variant: &Value, number: usize, written: &mut DescribedOptions) -> Value {
        let url = self.address(text(item, "/fullUrl"));
        let chosen: Vec<(&str, &str)> = variant
            .get("optionValues")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .map(|option| (text(option, "/optionName"), text(option, "/value")))
            .collect();
        let values = chosen.iter().map(|(_, value)| *value).collect::<Vec<_>>().join(" / ");
        let title = text(item, "/title");
        let is_on_sale = variant.get("onSale") == Some(&Value::Bool(true));
        let price = variant.get(if is_on_sale { "salePriceMoney" } else { "priceMoney" }).unwrap_or(&Value::Null);
        let offered = Offered { url: &url, price, is_gone: is_gone(item, variant), number };
        let mut told = json!({
            "@type": "Product",
            "name": if values.is_empty() { title.to_owned() } else { format!("{title}, {values}") },
            "sku": text(variant, "/sku"),
            "offers": self.offer(&offered, written),
        });
        if let Some(told) = told.as_object_mut() {
            let images = item.get("items").and_then(Value::as_array).into_iter().flatten();
            let mut own =
                images.filter(|image| variant.get("mainImageId").is_some_and(|id| image.get("id") == Some(id)));
            told.extend(
                own.next().and_then(|image| self.picture(image)).map(|image| ("image".to_owned(), image.into())),
            );
            told.extend(properties(&chosen));
        }
        told
    }

    fn offer(&self, offered: &Offered<'_>, written: &mut DescribedOptions) -> Value {
        let Offered { url, price, is_gone, number } = *offered;
        let mut offer = json!({
            "@type": "Offer",
            "url": url,
            "price": price.get("value"),
            "priceCurrency": price.get("currency"),
            "availability": format!("{CONTEXT}/{}", if is_gone { "OutOfStock" } else { "InStock" }),
        });
        let deliveries = self.known.deliveries.get(number).map(Vec::as_slice).unwrap_or_default();
        let details: Vec<Value> = deliveries.iter().map(|delivery| written.details(url, delivery)).collect();
        if let Some(offer) = offer.as_object_mut() {
            if !details.is_empty() {
                offer.insert("shippingDetails".to_owned(), Value::Array(details));
            }
            offer.extend(self.return_policy().map(|policy| ("hasMerchantReturnPolicy".to_owned(), policy)));
        }
        offer
    }
}

/// What an offer is made for: the product, or one of its variants.
struct Offered<'a> {
    url: &'a str,
    price: &'a Value,
    is_gone: bool,
    /// Number of the variant.
    number: usize,
}

impl DescribedOptions {
    fn details(&mut self, url: &str, delivery: &Delivery) -> Value {
        let mut details = json!({
            "@type": "OfferShippingDetails",
            "name": delivery.label,
            "shippingRate": {
                "@type": "MonetaryAmount",
                "value": delivery.price.decimal_value(),
                "currency": delivery.price.currency.code(),
            },
            "shippingDestination": delivery.places.iter().map(destination).collect::<Vec<_>>(),
        });
        let next = self.0.len() + 1;
        let number = *self.0.entry(details.to_string()).or_insert(next);
        let id = format!("{url}#delivery-{number}");
        if number < next {
            return json!({"@id": id});
        }
        if let Some(details) = details.as_object_mut() {
            details.insert("@id".to_owned(), id.into());
        }
        details
    }
}

fn destination(place: &ZonePlace) -> Value {
    let mut region = json!({"@type": "DefinedRegion", "addressCountry": place.country});
    if let (Some(region), false) = (region.as_object_mut(), place.regions.is_empty()) {
        region.insert("addressRegion".to_owned(), json!(place.regions));
    }
    region
}

fn text<'a>(value: &'a Value, path: &str) -> &'a str {
    value.pointer(path).and_then(Value::as_str).unwrap_or_default()
}

fn variants(item: &Value) -> &[Value] {
    item.pointer("/structuredContent/variants").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn is_gone(item: &Value, variant: &Value) -> bool {
    let kind = item.pointer("/structuredContent/productType").and_then(Value::as_i64);
    let kind = kind.and_then(|kind| ProductType::from_code(i32::try_from(kind).ok()?));
    let is_counted = !kind.is_some_and(ProductType::has_unlimited_stock);
    let is_unlimited = variant.get("unlimited") == Some(&Value::Bool(true));
    is_counted && !is_unlimited && variant.get("qtyInStock").and_then(Value::as_i64).unwrap_or_default() <= 0
}

fn property(option: &str) -> Option<&'static str> {
    let option = option.trim();
    PROPERTIES.iter().find(|(name, _)| option.eq_ignore_ascii_case(name)).map(|(_, property)| *property)
}

/// The options, as schema.org properties where they exist.
fn varies_by(item: &Value) -> Value {
    let options = item.pointer("/structuredContent/options").and_then(Value::as_array);
    let word = |option: &Value| {
        let name = text(option, "/name");
        property(name).map_or_else(|| name.to_owned(), |property| format!("{CONTEXT}/{property}"))
    };
    options.into_iter().flatten().map(word).collect()
}

/// The option values of a variant.
fn properties(chosen: &[(&str, &str)]) -> Map<String, Value> {
    let mut told = Map::new();
    let mut others = Vec::new();
    for (option, value) in chosen {
        match property(option) {
            Some(property) => {
                told.insert(property.to_owned(), (*value).into());
            }
            None => others.push(json!({"@type": "PropertyValue", "name": option, "value": value})),
        }
    }
    if !others.is_empty() {
        told.insert("additionalProperty".to_owned(), others.into());
    }
    told
}

/// Its rating.
fn reviews(reviews: &Value) -> Map<String, Value> {
    let rating = json!({
        "@type": "AggregateRating",
        "ratingValue": reviews.get("average"),
        "reviewCount": reviews.get("count"),
        "bestRating": 5,
        "worstRating": 1,
    });
    let shown = reviews.get("items").and_then(Value::as_array).into_iter().flatten();
    Map::from_iter([("aggregateRating".to_owned(), rating), ("review".to_owned(), shown.map(review).collect())])
}

/// A review.
fn review(shown: &Value) -> Value {
    let written = shown.get("createdOn").and_then(Value::as_i64).unwrap_or_default();
    let written = jiff::Timestamp::from_millisecond(written).map(|time| time.to_string()).ok();
    json!({
        "@type": "Review",
        "author": {"@type": "Person", "name": shown.get("author")},
        "datePublished": written,
        "reviewBody": shown.get("text"),
        "reviewRating": {"@type": "Rating", "ratingValue": shown.get("rating"), "bestRating": 5, "worstRating": 1},
    })
}
