//! Product output in templates: labels, badges, inputs, prices, low stock messages.

use serde_json::{Value, json};

use super::output;

/// A physical product with enough stock, modified by `content`.
fn product(content: &Value) -> Value {
    let mut item = json!({
        "id": "p1",
        "structuredContent": {
            "productType": 1,
            "variants": [{ "qtyInStock": 7, "unlimited": false, "priceMoney": { "value": "5", "currency": "USD" } }],
        },
    });
    for (name, value) in content.as_object().into_iter().flatten() {
        item["structuredContent"][name] = value.clone();
    }
    item
}

fn priced(prices: &[&str]) -> Value {
    let variants: Vec<Value> = prices
        .iter()
        .map(|price| json!({ "priceMoney": { "value": price, "currency": "USD" }, "unlimited": true }))
        .collect();
    json!({ "variants": variants })
}

#[test]
fn subscription_options_name_plan() {
    let opening = |content: Value| {
        let mut item = product(&content);
        let variants = ["M", "L"].map(|size| json!({ "attributes": { "size": size } }));
        item["structuredContent"]["variants"] = json!(variants);
        item["structuredContent"]["variantOptionOrdering"] = json!(["size"]);
        let select = output("{@|variants-select}", &item);
        select.lines().next().unwrap_or_default().to_owned()
    };
    let plan = json!({ "planId": "a" });
    let monthly = opening(json!({ "isSubscribable": true, "subscriptionPlan": plan }));
    let attributes = " data-is-subscribable=\"true\" data-subscription-plan=\"{&quot;planId&quot;:&quot;a&quot;}\" ";
    assert!(monthly.contains(attributes), "{monthly}");
    let planless = opening(json!({ "isSubscribable": true }));
    assert!(planless.contains(" data-is-subscribable=\"true\" data-animation-role"), "{planless}");
    let once = opening(json!({ "subscriptionPlan": { "planId": "a" } }));
    assert!(!once.contains("subscri"), "{once}");
}

// spec: cart.link.always-cart
#[test]
fn cart_url() {
    for node in [json!({}), json!([1]), json!("text"), json!(null), product(&json!({}))] {
        assert_eq!(output("{@|cart-url}", &node), "/cart");
    }
}

fn labels(data: &Value) -> [bool; 6] {
    let plain = output("{item|add-to-cart-btn}{item|quantity-input}{item|product-quick-view}", data);
    let subscription = output("{subscription|add-to-cart-btn}", data);
    let select = output("{item|variants-select}{card|variants-select}", data);
    let strings = &data["localizedStrings"];
    let text = |key: &str, default: &str| strings[key].as_str().unwrap_or(default).to_owned();
    [
        plain.contains(&format!(">{}<", text("productAddToCartText", "Add To Cart"))),
        plain.contains(&format!(">{}:<", text("productQuantityInputLabel", "Quantity"))),
        plain.contains(&format!(">{}<", text("productQuickViewText", "Quick View"))),
        subscription.contains(&format!(">{}<", text("productSubscribeText", "Subscribe"))),
        select.contains(&format!("<option value=\"\">{}</option>", text("productVariantSelectText", "Select Size"))),
        select.contains(&format!("<option value=\"\">{}</option>", text("giftCardVariantSelectText", "Select Value"))),
    ]
}

// spec: add-to-cart.label.defaults, add-to-cart.label.localised.open, product.quick-view, product.variant.select-label
#[test]
fn labels_default_to_english() {
    let sized = |kind: i32| {
        product(&json!({
            "productType": kind,
            "variantOptionOrdering": ["Size"],
            "variants": [{ "attributes": { "Size": "S" }, "qtyInStock": 3 }, { "attributes": { "Size": "M" }, "qtyInStock": 3 }],
        }))
    };
    let mut data =
        json!({ "item": sized(1), "card": sized(4), "subscription": product(&json!({ "isSubscribable": true })) });
    assert_eq!(labels(&data), [true; 6]);
    data["localizedStrings"] = json!({
        "productAddToCartText": "In den Korb",
        "productQuantityInputLabel": "Menge",
        "productQuickViewText": "Vorschau",
        "productSubscribeText": "Abonnieren",
        "productVariantSelectText": "Bitte wählen",
        "giftCardVariantSelectText": "Wert wählen",
        "giftCardValueDisplayText": "Wert",
        "productSoldOutText": "Ausverkauft",
        "productSaleText": "Im Angebot",
    });
    assert_eq!(labels(&data), [true; 6]);
    assert!(output("{card|variants-select}", &data).contains(">Wert: <"));
    data["gone"] = product(&json!({ "variants": [{ "qtyInStock": 0, "unlimited": false }] }));
    data["reduced"] = product(&json!({ "variants": [{ "qtyInStock": 2, "unlimited": false, "onSale": true }] }));
    assert!(output("{gone|product-status}", &data).contains(">Ausverkauft<"));
    assert!(output("{reduced|product-status}", &data).contains(">Im Angebot<"));
}

// spec: add-to-cart.label.custom
#[test]
fn product_button_text() {
    let custom = |flag: bool, subscribable: bool| {
        let content = json!({
            "useCustomAddButtonText": flag, "customAddButtonText": "Buy", "isSubscribable": subscribable,
        });
        output("{@|add-to-cart-btn}", &product(&content))
    };
    for (text, label) in [
        (custom(true, false), "Buy"),
        (custom(true, true), "Buy"),
        (custom(false, false), "Add To Cart"),
        (custom(false, true), "Subscribe"),
    ] {
        assert!(text.contains(&format!("data-original-label=\"{label}\"")), "{text}");
        assert!(text.contains(&format!("<div class=\"sqs-add-to-cart-button-inner\">{label}</div>")), "{text}");
    }
}

// spec: product.badge.order, product.badge.defaults, product.badge.custom-sold-out
#[test]
fn sold_out_before_sale() {
    let badge = |left: i32, sale: bool, context: &Value| {
        let item = product(&json!({ "variants": [{ "qtyInStock": left, "unlimited": false, "onSale": sale }] }));
        output("{item|product-status}", &json!({ "item": item, "productMerchandisingContext": { "p1": context } }))
    };
    let none = json!({});
    assert_eq!(badge(0, true, &none), "<div class=\"product-mark sold-out\">sold out</div>");
    assert_eq!(badge(2, true, &none), "<div class=\"product-mark sale\">sale</div>");
    assert_eq!(badge(2, false, &none), "");
    let custom = json!({ "customSoldOutText": "Gone & <b>away</b>" });
    assert_eq!(
        badge(0, true, &custom),
        "<div class=\"product-mark sold-out\">Gone &amp; &lt;b&gt;away&lt;/b&gt;</div>"
    );
    assert_eq!(badge(2, true, &custom), "<div class=\"product-mark sale\">sale</div>");
}

// spec: product.quantity.hidden-when
#[test]
fn quantity_field_if_more_than_one_available() {
    let asked = |kind: i32, allowed: Option<bool>, subscribable: bool, left: i32| {
        let item = product(&json!({
            "productType": kind, "isSubscribable": subscribable, "variants": [{ "qtyInStock": left, "unlimited": false }],
        }));
        let mut data = json!({ "item": item });
        if let Some(allowed) = allowed {
            data["websiteSettings"] = json!({ "storeSettings": { "multipleQuantityAllowedForServices": allowed } });
        }
        !output("{item|quantity-input}", &data).is_empty()
    };
    for kind in 1..=5 {
        for allowed in [None, Some(true), Some(false)] {
            for subscribable in [false, true] {
                for left in 0..=2 {
                    let counted = kind == 1 || (kind == 3 && allowed != Some(false));
                    let expected = counted && !subscribable && left > 1;
                    let found = asked(kind, allowed, subscribable, left);
                    assert_eq!(found, expected, "type {kind}, {allowed:?}, {subscribable}, {left} left");
                }
            }
        }
    }
}

#[test]
fn quantity_bounds() {
    let input = output("{@|quantity-input}", &product(&json!({})));
    for attribute in ["type=\"number\"", "step=\"1\"", "min=\"1\"", "max=\"9999\"", "value=\"1\""] {
        assert!(input.contains(attribute), "{attribute} in {input}");
    }
}

// spec: product.variant.option-order
#[test]
fn variant_selectors_in_option_order() {
    let variant =
        |colour: &str, size: &str| json!({ "attributes": { "Colour": colour, "Size": size }, "qtyInStock": 1 });
    let text = output(
        "{@|variants-select}",
        &product(&json!({
            "variantOptionOrdering": ["Colour", "Size"],
            "variants": [variant("Red", "S"), variant("Blue", "S"), variant("Red", "M")],
        })),
    );
    let places: Vec<usize> = [
        "Select Colour<",
        "value=\"Red\">Red<",
        "value=\"Blue\">Blue<",
        "Select Size<",
        "value=\"S\">S<",
        "value=\"M\">M<",
    ]
    .iter()
    .map(|part| text.find(&format!("{part}/option>")).unwrap_or_else(|| panic!("{part} in {text}")))
    .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert_eq!(text.matches("<option value=\"Red\"").count(), 1);
    assert_eq!(text.matches("<select").count(), 2);
}

// spec: product.price.varied.open, product.price.unavailable
#[test]
fn from_price_of_several_variants() {
    let price = |content: &Value| {
        let mut data = product(content);
        data["featureFlags"] = json!({ "useCLDRMoneyFormat": true });
        output("{@|product-price}", &data)
    };
    assert_eq!(price(&priced(&["9", "5", "7"])), "<div class=\"product-price\">\nfrom $5.00\n\n</div>");
    let sale = price(&json!({ "variants": [{
        "onSale": true, "unlimited": true,
        "priceMoney": { "value": "9", "currency": "USD" }, "salePriceMoney": { "value": "4", "currency": "USD" },
    }] }));
    let (first, second) = sale.split_once("Original Price:").unwrap_or_else(|| panic!("{sale}"));
    assert!(first.contains("visually-hidden") && first.contains("Sale Price:") && first.contains("$4.00"), "{sale}");
    assert!(second.contains("<span class=\"original-price\">$9.00</span>"), "{sale}");
    let plan = json!({ "isSubscribable": true, "subscriptionPlan": { "numBillingCycles": 3 } });
    assert!(price(&plan).contains("Unavailable"));
}

// spec: subscription.price-text.open
#[test]
fn subscription_period_and_duration() {
    let words = |every: i32, unit: &str, cycles: i32, prices: &[&str]| {
        let mut content = priced(prices);
        content["isSubscribable"] = json!(true);
        content["subscriptionPlan"] =
            json!({ "billingPeriod": { "value": every, "unit": unit }, "numBillingCycles": cycles });
        let mut data = product(&content);
        data["featureFlags"] = json!({ "useCLDRMoneyFormat": true });
        output("{@|product-price}", &data).lines().nth(1).map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(words(1, "MONTH", 24, &["5"]), "$5.00 every month for 2 years");
    assert_eq!(words(1, "MONTH", 12, &["5"]), "$5.00 every month for 1 year");
    assert_eq!(words(2, "WEEK", 3, &["5"]), "$5.00 every 2 weeks for 6 weeks");
    assert_eq!(words(1, "YEAR", 0, &["5", "8"]), "from $5.00 every year");
}

// spec: subscription.price-text.open
#[test]
fn subscription_texts_in_another_language() {
    let texts = json!({
        "productPriceFrom": "ab {fromPrice}",
        "productPriceEveryWeek": "{price} {billingPeriodValue plural one {jede Woche} other {alle {billingPeriodValue number} Wochen}}",
        "productPriceForWeeks": "{price}, {duration plural one {{duration number} Woche} other {{duration number} Wochen}} lang",
        "productPrice__singlePrice__1Weekly__indefinite": "wöchentlich {price}",
    });
    let words = |every: i32, cycles: i32, prices: &[&str]| {
        let mut content = priced(prices);
        content["isSubscribable"] = json!(true);
        content["subscriptionPlan"] =
            json!({ "billingPeriod": { "value": every, "unit": "WEEK" }, "numBillingCycles": cycles });
        let mut data = product(&content);
        data["featureFlags"] = json!({ "useCLDRMoneyFormat": true });
        data["localizedStrings"] = texts.clone();
        output("{@|product-price}", &data).lines().nth(1).map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(words(1, 3, &["5"]), "$5.00 jede Woche, 3 Wochen lang");
    assert_eq!(words(2, 0, &["5", "8"]), "ab $5.00 alle 2 Wochen");
    assert_eq!(words(1, 0, &["5"]), "wöchentlich $5.00", "a text for the whole comes before its parts");
}

// spec: product.scarcity.fields, product.scarcity.disabled
#[test]
fn low_stock_message_per_view() {
    let told = |enabled: bool, views: &Value| {
        let context = json!({
            "scarcityEnabled": enabled, "scarcityText": "Only {qtyInStock} left", "scarcityTemplateViews": views,
        });
        output(
            "{item|product-scarcity}",
            &json!({ "item": { "id": "p1" }, "productMerchandisingContext": { "p1": context } }),
        )
    };
    let views = json!([{ "qtyInStock": 3 }, { "qtyInStock": 1, "attributes": { "Size": "M" } }]);
    assert_eq!(
        told(true, &views),
        "<div class=\"product-scarcity\">\n    Only 3 left\n  </div>\n\n  <div class=\"product-scarcity\" \
         data-variant-attributes=\"{&quot;Size&quot;:&quot;M&quot;}\" hidden>\n    Only 1 left\n  </div>"
    );
    assert_eq!(told(false, &views), "");
    assert_eq!(told(true, &json!([])), "");
}

// spec: product.scarcity.hidden-default
#[test]
fn low_stock_message_default_variant() {
    let told = |shown: bool| {
        let context = json!({
            "scarcityEnabled": true, "scarcityText": "Only {qtyInStock} left", "scarcityShownByDefault": shown,
            "scarcityTemplateViews": [{ "qtyInStock": 3 }],
        });
        let data = json!({ "item": { "id": "p1" }, "productMerchandisingContext": { "p1": context } });
        output("{item|product-scarcity}", &data)
    };
    assert!(told(false).starts_with("<div class=\"product-scarcity\" hidden>"), "{}", told(false));
    assert!(told(true).starts_with("<div class=\"product-scarcity\">"), "{}", told(true));
}

// spec: product.variant.single-hidden.open
#[test]
fn single_variant_has_no_selector() {
    let variant = |size: &str| json!({ "attributes": { "Size": size }, "qtyInStock": 1 });
    let choice = |variants: Value| {
        output("{@|variants-select}", &product(&json!({ "variantOptionOrdering": ["Size"], "variants": variants })))
    };
    assert_eq!(choice(json!([variant("S")])).trim(), "");
    assert_eq!(choice(json!([])).trim(), "");
    assert!(choice(json!([variant("S"), variant("M")])).contains("<select"));
}

// spec: product.entity.template-fields
#[test]
fn additional_fields_by_name() {
    let names = [
        "priceMoney",
        "salePriceMoney",
        "onSale",
        "isSubscribable",
        "subscriptionPlan",
        "additionalFieldsFormId",
        "additionalFieldsForm",
        "useCustomAddButtonText",
        "customAddButtonText",
        "variantOptionOrdering",
    ];
    for name in names {
        let data = product(&json!({ name: format!("<{name}>") }));
        assert_eq!(output(&format!("{{structuredContent.{name}}}"), &data), format!("<{name}>"));
    }
}
