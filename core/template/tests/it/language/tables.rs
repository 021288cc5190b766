//! One line for every formatter and two for every predicate.

use serde_json::{Value, json};
use stoa_template::{formatter_names, predicate_names};

use super::{output, run, with_partials};

/// 24 February 2020, in the afternoon in New York.
const FEBRUARY: i64 = 1_582_571_080_000;

#[track_caller]
fn check(cases: &[(&str, Value, &str)]) {
    for (call, value, expected) in cases {
        assert_eq!(output(&format!("{{@|{call}}}"), value), *expected, "{call} {value}");
    }
}

// spec: template.formatters.core.open
#[test]
fn core_formatters() {
    check(&[
        ("count", json!([1, 2]), "2"),
        ("cycle a b", json!(3), "a"),
        ("encode-space", json!("a b"), "a&nbsp;b"),
        ("encode-uri", json!("a b/c"), "a%20b/c"),
        ("encode-uri-component", json!("a/b"), "a%2Fb"),
        ("format", json!("x{0}y"), "xy"),
        ("get k", json!({ "k": "v", "v": 1 }), "1"),
        ("html", json!("<\"&"), "&lt;\"&amp;"),
        ("htmlattr", json!("<\"&"), "&lt;&quot;&amp;"),
        ("htmltag", json!("<\"&"), "&lt;&quot;&amp;"),
        ("iter", json!(1), ""),
        ("json", json!({ "a": "</b>" }), "{\"a\":\"<\\/b>\"}"),
        ("json-pretty", json!({ "a": [1] }), "{\n  \"a\": [\n    1\n  ]\n}"),
        ("key-by k|json", json!([{ "k": "x" }, {}]), "{\"x\":{\"k\":\"x\"}}"),
        ("lookup k", json!({ "k": "v", "v": 1 }), "1"),
        ("mod 3", json!(8), "2"),
        ("output a b", json!(1), "a b"),
        ("pluralize", json!(2), "s"),
        ("pluralize/item/items", json!(1), "item"),
        ("prop a b", json!({ "a": { "b": 2 } }), "2"),
        ("raw", json!("a\"b"), "\"a\\\"b\""),
        ("round", json!(2.5), "3"),
        ("safe", json!("<b>x</b>"), "x"),
        ("slugify", json!("A b  c!"), "a-b-c"),
        ("smartypants", json!("\"a\" -- 'b'"), "“a” — ‘b’"),
        ("str", json!(1.5), "1.5"),
        ("truncate 5", json!("abc defg"), "abc ..."),
        ("url-encode", json!("a b&c"), "a+b%26c"),
        ("date %Y", json!(0), "1969"),
    ]);
    let applied = with_partials("{@|apply p}", &json!(1), &[("p", "<{@}>")]);
    assert_eq!(applied.output, "<1>");
}

// spec: template.formatters.commerce.open
#[test]
fn commerce_formatters() {
    let product = json!({
        "id": "p1",
        "structuredContent": {
            "productType": 1,
            "variants": [
                { "attributes": { "size": "M" }, "priceMoney": { "value": "5", "currency": "USD" }, "qtyInStock": 4 },
                { "attributes": { "size": "L" }, "priceMoney": { "value": "5", "currency": "USD" }, "qtyInStock": 5 },
            ],
            "variantOptionOrdering": ["size"],
        },
        "productMerchandisingContext": {
            "p1": {
                "scarcityEnabled": true,
                "scarcityText": "{qtyInStock} left",
                "scarcityTemplateViews": [{ "qtyInStock": 3 }],
                "restockNotificationViews": [{ "variantId": 7 }],
            },
        },
    });
    check(&[
        ("bookkeeper-money-format", json!(123_456), "$1,234.56"),
        (
            "cart-quantity",
            json!({ "items": [{ "quantity": 2 }, { "quantity": 3 }] }),
            "<span class=\"sqs-cart-quantity\">5</span>",
        ),
        (
            "cart-subtotal",
            json!({ "subtotalCents": 5 }),
            "<span class=\"sqs-cart-subtotal\"><span class=\"sqs-money-native\">0.05</span></span>",
        ),
        ("cart-url", json!(null), "/cart"),
        ("from-price", product.clone(), "500"),
        ("normal-price", product.clone(), "500"),
        ("sale-price", product.clone(), "0"),
        ("money", json!({ "value": "5", "currency": "USD" }), "$5.00"),
        ("percentage-format", json!(5), "5.00"),
        (
            "product-price",
            product.clone(),
            "<div class=\"product-price\">\n<span class=\"sqs-money-native\">5.00</span>\n</div>",
        ),
        ("product-status", product.clone(), ""),
        ("subscription-price", product.clone(), "<div class=\"subscription-price\">\n\n</div>"),
        ("product-scarcity", product.clone(), "<div class=\"product-scarcity\">\n    3 left\n  </div>"),
        ("variant-descriptor", json!({ "optionValues": [{ "value": "L" }] }), "L"),
    ]);
    for (name, part) in [
        ("add-to-cart-btn", "data-item-id=\"p1\""),
        ("product-checkout", "sqs-add-to-cart-button"),
        ("product-quick-view", "data-id=\"p1\""),
        ("product-restock-notification", "data-variant-id=\"7\""),
        ("quantity-input", "type=\"number\""),
        ("variants-select", "<option value=\"L\">L</option>"),
    ] {
        assert!(output(&format!("{{@|{name}}}"), &product).contains(part), "{name}");
    }
    let field = json!({ "type": "text", "rawTitle": "T", "value": "<v>" });
    assert!(output("{@|summary-form-field}", &field).contains("T:</span> &lt;v&gt;"));
}

// spec: restock.context.fields
#[test]
fn restock_block_uses_product_context() {
    let shop = |opted_in: bool, listed: bool| {
        json!({
            "restockNotificationViews": [{ "variantId": 7 }, { "variantId": 8, "hiddenByDefault": true }],
            "restockNotificationMessages": {
                "buttonText": "Write me", "CTAText": "All <gone>", "placeholderText": "Your address",
                "mailingListDescription": "News & more",
            },
            "mailingListSignUpEnabled": listed,
            "mailingListOptInByDefault": opted_in,
        })
    };
    let block = |shop: Value, key: &str| {
        let page = json!({
            "id": "p1", "productMerchandisingContext": { "p1": shop },
            "website": { "captchaSettings": { "siteKey": key } },
        });
        output("{@|product-restock-notification}", &page)
    };
    let full = block(shop(true, true), "a-key");
    for part in [
        "data-product-id=\"p1\" data-variant-id=\"7\">",
        "data-variant-id=\"8\" hidden>",
        "<span class=\"product-restock-cta\">All &lt;gone&gt;</span>",
        "name=\"email\" placeholder=\"Your address\"",
        "value=\"Write me\"",
        "name=\"isJoinMailingList\" checked>News &amp; more</label>",
        "<div class=\"captcha-container\"></div>",
    ] {
        assert!(full.contains(part), "no {part} in {full}");
    }
    let plain = block(shop(true, false), "");
    assert!(!plain.contains("isJoinMailingList") && !plain.contains("captcha-container"), "{plain}");
    assert!(block(shop(false, true), "").contains("name=\"isJoinMailingList\">"));
}

// spec: form.answer.display-types, form.answer.none, form.answer.layouts.open
#[test]
fn submission_layout_by_field_kind() {
    let line = |text: &str| format!("  <div>{text}</div>\n");
    let indented = |lines: &[String]| format!("<div style=\"padding-left:5px;\">\n{}</div>", lines.concat());
    let address = json!({ "Line1": "1 Main St", "Line2": "", "City": "Kyoto", "Zip": "600", "Country": "JP" });
    let likert = json!({ "Easy": "2", "Pretty": "-1" });
    let cases = [
        ("address", address, indented(&[line("1 Main St"), line("Kyoto, 600 JP")])),
        ("checkbox", json!(["a", "b"]), "a, b\n".to_owned()),
        ("date", json!({ "Month": "03", "Day": "04", "Year": "2026" }), "03/04/2026".to_owned()),
        (
            "likert",
            likert,
            indented(&[
                line("<span style=\"font-weight:bold;\">Easy:</span> Strongly Agree"),
                line("<span style=\"font-weight:bold;\">Pretty:</span> Disagree"),
            ]),
        ),
        ("name", json!({ "First": "Ada", "Last": "Byron" }), "Ada Byron".to_owned()),
        (
            "phone",
            json!({ "Country": "1", "Areacode": "555", "Prefix": "123", "Line": "4567" }),
            "+1 555-123-4567".to_owned(),
        ),
        ("time", json!({ "Hour": "9", "Minute": "05", "Second": "07", "Ampm": "PM" }), "9:05:07 PM".to_owned()),
    ];
    let clocks = [
        (json!({ "Hour": "4", "Ampm": "pm" }), "4:00:00 pm"),
        (json!({ "Minute": "30", "Ampm": "am" }), "00:30:00 am"),
        (json!({ "Hour": "", "Second": "05" }), "00:00:05"),
    ];
    let clocks = clocks.map(|(values, expected)| ("time", values, expected.to_owned()));
    for (kind, values, expected) in cases.into_iter().chain(clocks) {
        let shown = |field: Value| output("{@|summary-form-field}", &field);
        let given = shown(json!({ "type": kind, "rawTitle": "T", "values": values }));
        assert!(given.contains(&format!("T:</span> {expected}")), "{kind}: {given}");
        let empty = shown(json!({ "type": kind, "rawTitle": "T" }));
        assert!(empty.contains("T:</span> N/A"), "{kind}: {empty}");
    }
}

// spec: template.formatters.content.open
#[test]
fn content_social_and_locale_formatters() {
    let image =
        json!({ "id": "i", "assetUrl": "/a.jpg", "originalSize": "10x20", "title": "t", "systemDataVariants": "100w" });
    check(&[
        ("AbsUrl", json!("x"), "/x"),
        ("capitalize", json!("ab"), "AB"),
        ("color-weight", json!("#fff"), "light"),
        ("height", json!("10x20"), "20"),
        ("width", json!("10x20"), "10"),
        ("humanizeDuration", json!(65_000), "1:05"),
        ("image-color center", json!({ "colorData": { "centerAverage": "123456" } }), "#123456"),
        ("image-color topLeft color", json!({ "colorData": { "centerAverage": "123456" } }), ""),
        ("image-srcset", image.clone(), " srcset=\"/a.jpg?format=100w 100w,/a.jpg?format=original 300w\""),
        ("item-classes", json!({ "recordTypeLabel": "text" }), "hentry post-type-text"),
        ("resizedHeightForWidth 5", json!("10x20"), "10"),
        ("resizedWidthForHeight 5", json!("10x20"), "2"),
        ("squarespaceThumbnailForHeight 5", json!("10x20"), "100w"),
        ("squarespaceThumbnailForWidth 400", json!("10x20"), "500w"),
        ("website-color", json!({ "hue": 1, "saturation": 0, "lightness": 1 }), "hsl(1, 0%, 100%)"),
        ("activate-twitter-links", json!("@a"), "<a target=\"new\" href=\"https://twitter.com/a/\">@a</a>"),
        ("comment-count", json!({ "publicCommentCount": 2 }), "2 Comments"),
        ("like-button", json!({}), ""),
        ("datetime date:short", json!(0), "12/31/69"),
        ("datetime hmv", json!(FEBRUARY), "2:04\u{202f}PM ET"),
        ("datetime hmz", json!(FEBRUARY), "2:04\u{202f}PM EST"),
        ("datetime vvvv", json!(FEBRUARY), "Eastern Time"),
        ("datetime Q", json!(FEBRUARY), "1"),
        ("datetime qqqq", json!(FEBRUARY), "1st quarter"),
        ("datetime ww", json!(FEBRUARY), "09"),
        ("datetime W", json!(FEBRUARY), "5"),
        ("decimal", json!("1234.5"), "1,234.5"),
        ("message", json!("plain"), "plain"),
        ("plural", json!("plain"), "plain"),
        ("relative-time", json!(7_200_000), "in 2 hours"),
        ("timesince", json!("x"), "Invalid date."),
    ]);
    for (name, data, part) in [
        ("audio-player", json!({ "id": "x" }), "audio-player-x"),
        ("child-image-meta", json!({ "items": [image.clone()] }), "alt=\"t\""),
        ("cover-image-meta", json!({ "coverImage": image.clone() }), "data-src=\"/a.jpg\""),
        ("image", image.clone(), "<noscript><img src=\"/a.jpg\""),
        ("image-meta", image.clone(), "data-image-dimensions=\"10x20\""),
        ("video", json!({ "oembed": { "html": "h" } }), "data-html=\"h\""),
        ("comment-link", json!({ "id": "c", "fullUrl": "/u" }), "/u#comments-c"),
        ("comments", json!({ "id": "c" }), "comments-c"),
        ("google-calendar-url", json!({ "startDate": 0, "endDate": 0 }), "19700101T000000Z"),
        ("social-button", json!({ "website": { "shareButtonOptions": [1] }, "title": "t" }), "<div class"),
        ("social-button-inline", json!({ "website": { "shareButtonOptions": [1] } }), "<span class"),
        ("twitter-follow-button", json!({ "userName": "u" }), "data-username=\"u\""),
    ] {
        assert!(output(&format!("{{@|{name}}}"), &data).contains(part), "{name}");
    }
    let data = json!({ "a": 0, "b": 7_200_000 });
    assert_eq!(output("{a, b|datetime-interval}", &data), "7:00\u{2009}–\u{2009}9:00\u{202f}PM");
    let data = json!({ "a": FEBRUARY, "b": FEBRUARY + 7_200_000 });
    assert_eq!(output("{a, b|datetime-interval hmv}", &data), "2:04\u{2009}–\u{2009}4:04\u{202f}PM ET");
    assert_eq!(output("{a, b|datetime-interval yQQQ}", &data), "Q1 2020");
    let nowhere = run("<{@|image-color nowhere}>", &json!({ "colorData": { "centerAverage": "123456" } }));
    assert_eq!((nowhere.output.as_str(), nowhere.errors.len()), ("<>", 1));
}

#[test]
fn video_loading_attribute() {
    let wrapper = |attributes: &str| {
        format!("<div class=\"sqs-video-wrapper\"{attributes} data-html=\"h\" data-provider-name=\"\">")
    };
    let video = json!({ "oembed": { "html": "h" }, "overlay": true, "systemDataId": "s", "assetUrl": "/v.jpg" });
    for call in ["video load-false", "video color-data load-false", "video:load-false"] {
        let shown = output(&format!("{{@|{call}}}"), &video);
        assert!(shown.starts_with(&wrapper("  data-load=\"false\"")), "{shown}");
        assert!(shown.contains("<img data-load=\"false\" data-src=\"/v.jpg\""), "{shown}");
    }
    let at_once = output("{@|video}", &video);
    assert!(at_once.starts_with(&wrapper("")) && !at_once.contains("data-load"), "{at_once}");
}

// spec: template.predicates.open
#[test]
fn predicate_results() {
    let products = |content: Value| json!({ "structuredContent": content });
    let mut cases: Vec<(&str, Value, Value)> = vec![
        ("debug?", json!({ "debug": true }), json!({})),
        ("equal? 1", json!(1), json!("1")),
        ("even?", json!(2), json!(3)),
        ("odd?", json!(3), json!(2.5)),
        ("greaterThan? 1", json!(2), json!(1)),
        ("greaterThanOrEqual? 1", json!(1), json!(0)),
        ("lessThan? 1", json!(0), json!(1)),
        ("lessThanOrEqual? 1", json!(1), json!(2)),
        ("notEqual? 1", json!(2), json!(1)),
        ("nth? 3", json!(6), json!(5)),
        ("plural?", json!(2), json!(1)),
        ("singular?", json!(1), json!(2)),
        ("has-variants?", products(json!({ "variants": [{}, {}] })), products(json!({ "variants": [{}] }))),
        ("on-sale?", products(json!({ "productType": 2, "onSale": true })), products(json!({ "productType": 2 }))),
        (
            "sold-out?",
            products(json!({ "productType": 1, "variants": [{ "qtyInStock": 0 }] })),
            products(json!({ "productType": 1, "variants": [{ "qtyInStock": 1 }] })),
        ),
        (
            "varied-prices?",
            products(json!({ "productType": 1, "variants": [{ "price": 1 }, { "price": 2 }] })),
            products(json!({ "productType": 1, "variants": [{ "price": 1 }, { "price": 1 }] })),
        ),
        ("calendar-view?", json!({ "calendarView": true }), json!({})),
        ("child-images?", json!({ "items": [{ "mainImageId": 1 }] }), json!({ "items": [{}] })),
        ("clickable?", json!({}), json!({ "folderBehavior": 3 })),
        ("collection?", json!({ "collection": { "a": 1 } }), json!({})),
        ("collection-page?", json!({ "collection": { "type": 10 } }), json!({ "collection": { "type": 1 } })),
        ("collection-template-page?", json!({ "type": 7 }), json!({ "type": 1 })),
        ("collectionTypeNameEquals? a", json!({ "typeName": "a" }), json!({ "typeName": "b" })),
        ("excerpt?", json!({ "excerpt": "a" }), json!({ "excerpt": "<p>&nbsp;</p>" })),
        ("external-link?", json!({ "externalLink": "/" }), json!({})),
        ("folder?", json!({ "collection": { "folder": true } }), json!({ "collection": {} })),
        ("has-multiple?", json!([1, 2]), json!([1])),
        (
            "index?",
            json!({ "collection": { "folder": true, "folderBehavior": 1 } }),
            json!({ "collection": { "folder": true } }),
        ),
        ("location?", json!({ "location": { "mapLat": 1, "mapLng": 1 } }), json!({ "location": {} })),
        ("main-image?", json!({ "systemDataId": 1 }), json!({})),
        ("passthrough?", json!({ "passthrough": true, "sourceUrl": "/" }), json!({ "passthrough": true })),
        ("redirect?", json!({ "folderBehavior": 2 }), json!({ "folderBehavior": 1 })),
        ("same-day?", json!({ "startDate": 0, "endDate": 1 }), json!({ "startDate": 0, "endDate": 90_000_000 })),
        ("serviceNameEmail?", json!({ "serviceName": "email" }), json!({})),
        ("show-past-events?", json!({ "showPastOrUpcomingEvents": "past" }), json!({})),
        ("comments?", json!({ "commentState": 1 }), json!({ "commentState": 2 })),
        ("disqus?", json!({ "websiteSettings": { "disqusShortName": "x" } }), json!({})),
        ("current-type? gallery", json!({ "currentType": 5 }), json!({ "currentType": 4 })),
        ("gallery-meta?", json!({ "options": { "controls": true } }), json!({ "options": {} })),
        ("gallery-autoplay?", json!({ "options": { "autoplay": true } }), json!({ "options": { "autoplay": 1 } })),
        ("gallery-design-grid?", json!({ "options": { "design": "grid" } }), json!({ "options": {} })),
        ("gallery-meta-position-top?", json!({ "options": { "meta-position": "top" } }), json!({ "options": {} })),
        (
            "gallery-active-alignment-left?",
            json!({ "options": { "active-alignment": "left" } }),
            json!({ "options": {} }),
        ),
        ("text?", json!({ "recordType": 1 }), json!({ "recordType": 2 })),
        ("video?", json!({ "promotedBlockType": "video" }), json!({ "promotedBlockType": "audio" })),
        ("promotedMAP?", json!({ "promotedBlockType": "map" }), json!({})),
        ("background-source-video?", json!({ "backgroundSource": 3 }), json!({})),
    ];
    for option in [
        "auto-crop",
        "controls",
        "lightbox",
        "newWindow",
        "show-meta",
        "show-meta-basic",
        "show-meta-on-hover",
        "show-meta-only-title",
        "square-thumbs",
        "thumbnails",
        "transparentBackground",
    ] {
        let name: &'static str =
            predicate_names().into_iter().find(|name| *name == format!("gallery-{option}?")).unwrap();
        let mut on = json!({ "options": {} });
        on["options"][option] = json!(true);
        cases.push((name, on, json!({ "options": {} })));
    }
    for (call, yes, no) in cases {
        let template = format!("{{.{call}}}yes{{.or}}no{{.end}}");
        assert_eq!(output(&template, &yes), "yes", "{call} {yes}");
        assert_eq!(output(&template, &no), "no", "{call} {no}");
    }
}

// spec: template.comments-and-likes.fields, website.disqus-name.open
#[test]
fn website_settings_change_output() {
    let zone = json!({ "website": { "timeZone": "UTC" } });
    assert_eq!(run("{.var @t missing}{@t|date %H}", &zone).output, "00");
    assert_eq!(run("{@t|date %H}", &json!({})).output, "19");
    let like = json!({ "websiteSettings": { "simpleLikingEnabled": true } });
    assert_ne!(output("{@|like-button}", &like), output("{@|like-button}", &json!({})));
    let off = json!({ "commentState": 1, "websiteSettings": { "commentsEnabled": false } });
    let template = "{.comments?}yes{.or}no{.end}";
    assert_eq!((output(template, &json!({ "commentState": 1 })), output(template, &off)), ("yes".into(), "no".into()));
    for spelling in ["disqusShortname", "disqusShortName"] {
        let disqus = json!({ "websiteSettings": { spelling: "x" } });
        assert!(output("{@|comments}", &disqus).contains("disqus_thread"), "{spelling}");
        assert_eq!(output("{.disqus?}yes{.or}no{.end}", &disqus), "yes", "{spelling}");
        let post = json!({
            "item": { "id": "p", "fullUrl": "/post", "publicCommentCount": 3 },
            "websiteSettings": { spelling: "x" },
        });
        let link = output("{item|comment-link}", &post);
        assert!(link.contains("/post#disqus_thread\"") && link.contains("data-disqus-identifier=\"p\""), "{link}");
        assert!(!link.contains('3') && output("{item|comment-count}", &post) == "Comments", "{link}");
    }
    let price = |flag: bool| {
        let data = json!({
            "structuredContent": { "productType": 2, "priceMoney": { "value": "1", "currency": "USD" } },
            "featureFlags": { "useCLDRMoneyFormat": flag },
        });
        output("{@|product-price}", &data)
    };
    assert_ne!(price(true), price(false));
}

#[test]
fn names_are_listed() {
    assert!(formatter_names().len() >= 90);
    assert!(predicate_names().iter().all(|name| name.ends_with('?')));
}
