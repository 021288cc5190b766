//! Time of one render: a product list, a blog page, deep partials, dates.
//!
//! Run with `cargo bench -p stoa-template`. It prints; it judges nothing.
#![expect(clippy::print_stdout, reason = "a bench reports on the terminal")]

use std::time::Instant;

use serde_json::{Value, json};
use stoa_template::{ParseOptions, PartialSet, RenderContext, Template, render};

fn measure(name: &str, template: &str, data: &Value, partials: &[(&str, &str)]) {
    let start = Instant::now();
    let template = Template::parse_lenient(template, &ParseOptions::default());
    let parsed = start.elapsed();
    let partials: PartialSet = partials.iter().copied().collect();
    let context = RenderContext { partials: Some(&partials), ..RenderContext::default() };
    let first = Instant::now();
    let bytes = render(&template, data, &context).output.len();
    let first = first.elapsed();
    let rounds = 50;
    let start = Instant::now();
    for _ in 0..rounds {
        assert_eq!(render(&template, data, &context).output.len(), bytes);
    }
    let each = start.elapsed() / rounds;
    println!("{name}: parse {parsed:?}, first {first:?}, then {each:?} for {bytes} bytes");
}

fn main() {
    let products: Vec<Value> = (0..200)
        .map(|number| {
            json!({
                "id": format!("p{number}"),
                "title": format!("Product <{number}>"),
                "fullUrl": format!("/store/p/{number}"),
                "publishOn": 1_600_000_000_000_i64 + number * 86_400_000,
                "structuredContent": {
                    "productType": 1,
                    "variants": [{ "priceMoney": { "value": "12.50", "currency": "USD" }, "qtyInStock": 3 }],
                },
            })
        })
        .collect();
    let data = json!({ "items": products, "featureFlags": { "useCLDRMoneyFormat": true } });
    measure(
        "product list, plain",
        "{.repeated section items}<a href=\"{fullUrl|htmlattr}\">{title|html}</a>{.end}",
        &data,
        &[],
    );
    measure(
        "product list, prices",
        "{.repeated section items}<a href=\"{fullUrl|htmlattr}\">{title|html}</a>{@|product-price}{@|product-status}{.end}",
        &data,
        &[],
    );
    measure(
        "blog page, dates",
        "{.repeated section items}<h2>{title|html}</h2><time>{publishOn|date %B %d, %Y}</time>{.end}",
        &data,
        &[],
    );
    measure(
        "blog page, locale dates",
        "{.repeated section items}<h2>{title|html}</h2><time>{publishOn|datetime date:long}</time>{.end}",
        &data,
        &[],
    );
    measure(
        "deep partials",
        "{.repeated section items}{@|apply a}{.end}",
        &data,
        &[
            ("a", "<a>{@|apply b}</a>"),
            ("b", "<b>{@|apply c}</b>"),
            ("c", "<c>{@|apply d}</c>"),
            ("d", "{title|html}{.if id}{id}{.end}"),
        ],
    );
}
