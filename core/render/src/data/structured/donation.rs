//! What can be given for a product that accepts donations: it has no price.

use serde_json::{Value, json};

use super::CONTEXT;

/// The accepted amounts as an offer: from the smallest to the largest, or the only one.
pub(super) fn offer(url: &str, donation: &Value) -> Value {
    let money = |own: &Value| own.get("money").cloned().unwrap_or_default();
    let limit = |name: &str| donation.get(name).map(money).unwrap_or_default();
    let suggested = donation.get("suggested").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let takes_other = donation.get("takesOther") == Some(&Value::Bool(true));
    let availability = format!("{CONTEXT}/InStock");
    // Suggested amounts are in ascending order, within the limits.
    let (least, most) = match suggested {
        [first, .., last] if !takes_other => (money(first), money(last)),
        [only] if !takes_other => (money(only), money(only)),
        _ => (limit("least"), limit("most")),
    };
    if least == most {
        return json!({
            "@type": "Offer",
            "url": url,
            "price": least.get("value"),
            "priceCurrency": least.get("currency"),
            "availability": availability,
        });
    }
    let mut offer = json!({
        "@type": "AggregateOffer",
        "url": url,
        "lowPrice": least.get("value"),
        "highPrice": most.get("value"),
        "priceCurrency": least.get("currency"),
        "availability": availability,
    });
    if let (Some(offer), false) = (offer.as_object_mut(), takes_other) {
        offer.insert("offerCount".to_owned(), suggested.len().into());
    }
    offer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(suggested: &[&str], takes_other: bool) -> Value {
        let amount = |value: &&str| json!({"money": {"value": value, "currency": "USD"}});
        let suggested: Vec<Value> = suggested.iter().map(amount).collect();
        let terms = json!({"suggested": suggested, "takesOther": takes_other, "least": amount(&"5.00"),
            "most": amount(&"1000.00")});
        offer("https://domain.com/kiln", &terms)
    }

    #[test]
    fn accepted_amounts_are_offered() {
        let free = offered(&["10.00", "25.00"], true);
        assert_eq!((&free["@type"], &free["priceCurrency"]), (&json!("AggregateOffer"), &json!("USD")));
        assert_eq!((&free["lowPrice"], &free["highPrice"]), (&json!("5.00"), &json!("1000.00")));
        assert!(free.get("price").is_none() && free.get("offerCount").is_none(), "{free}");
        assert_eq!(offered(&[], true)["lowPrice"], "5.00");

        let fixed = offered(&["10.00", "25.00"], false);
        assert_eq!((&fixed["lowPrice"], &fixed["highPrice"]), (&json!("10.00"), &json!("25.00")));
        assert_eq!(fixed["offerCount"], 2);

        let only = offered(&["10.00"], false);
        assert_eq!((&only["@type"], &only["price"]), (&json!("Offer"), &json!("10.00")));
    }
}
