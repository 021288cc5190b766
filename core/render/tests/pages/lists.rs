//! Infinite scroll of lists.

use serde_json::Value;
use stoa_template::{Limits, Locale, ParseOptions, PartialSet, RenderContext, Template, render};

use crate::fixture::TestWorld;
use crate::text;

/// Output of the engine for an input.
fn drawn(call: &Value) -> String {
    let partials: PartialSet = call["partials"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, source)| (name.as_str(), source.as_str().unwrap()))
        .collect();
    let template = Template::parse(call["template"].as_str().unwrap(), &ParseOptions::default()).unwrap();
    let locale = Locale::parse(call["locale"].as_str().unwrap()).unwrap();
    let context = RenderContext {
        partials: Some(&partials),
        locale: Some(&locale),
        now_ms: call.pointer("/context/nowMs").and_then(Value::as_i64).unwrap(),
        limits: Limits::for_sites(),
        ..RenderContext::default()
    };
    let outcome = render(&template, &call["data"], &context);
    assert_eq!(outcome.errors, []);
    outcome.output
}

/// The URL of the link to the next page, as rendered by the server.
fn next_query(page: &str) -> Option<String> {
    let address = page.split_once("\" rel=\"next\"")?.0.rsplit_once("href=\"/shop?")?.1;
    Some(address.replace("&amp;", "&"))
}

#[tokio::test]
async fn engine_list_equals_server_output() {
    let world = TestWorld::new().await;
    world.add_mugs(30).await;
    let first = text(&world.get("/shop", "").await);
    assert!(first.contains("data-stoa-island=\"product-list\""), "{first}");
    assert!(first.contains(&drawn(&world.list_call("/shop", "").await.unwrap())));
    let next = next_query(&first).unwrap();
    let second = text(&world.get("/shop", &next).await);
    let list = drawn(&world.list_call("/shop", &format!("{next}&format=json")).await.unwrap());
    assert_eq!(list.matches("class=\"stoa-product-card\"").count(), 7, "{list}");
    assert!(second.contains(&list), "{second}\n\nlacks\n\n{list}");
    assert_eq!(next_query(&list), None, "there is no third page");
}

#[tokio::test]
async fn engine_input_omits_private_fields() {
    let call = TestWorld::new().await.list_call("/shop", "").await.unwrap();
    assert!(call.pointer("/data/website/siteTitle").is_some());
    assert_eq!(call.pointer("/data/website/contactEmail"), None);
    assert_eq!(call.pointer("/data/website/location"), None);
}

#[tokio::test]
async fn only_product_lists_rendered_by_engine() {
    let world = TestWorld::new().await;
    for path in ["/", "/shop/blue-mug", "/cart", "/nowhere"] {
        assert_eq!(world.list_call(path, "").await, None, "{path}");
    }
    assert!(
        !text(&world.get("/shop", "").await).contains("data-stoa-island=\"product-list\""),
        "one page needs no engine"
    );
}

/// Names of the products of a page, in order.
fn names(page: &str) -> Vec<&str> {
    let cards = page.split("class=\"stoa-product-card__name\">").skip(1);
    cards.filter_map(|card| card.split('<').next()).collect()
}

#[tokio::test]
async fn list_sorting_and_filters_from_url() {
    let world = TestWorld::new().await;
    world.add_mugs(30).await;
    let shown = async |query: &str| text(&world.get("/shop", query).await);
    let dear = shown("sort=price-down").await;
    assert_eq!(names(&dear)[..2], ["Mug no 30", "Mug no 29"]);
    assert!(dear.contains("<option value=\"price-down\" selected>"), "{dear}");
    assert!(dear.contains("<link rel=\"canonical\" href=\"http://juniper.localhost/shop\">"));
    let next = next_query(&dear).unwrap();
    assert!(next.contains("sort=price-down"), "{next}");
    assert_eq!(names(&shown(&next).await).last(), Some(&"Blue mug"), "the order continues on the next page");
    let narrow = shown("min=24.10&max=24.12").await;
    assert_eq!(names(&narrow), ["Mug no 10", "Mug no 11", "Mug no 12"]);
    assert!(narrow.contains("value=\"24.10\""));
    assert!(shown("min=900").await.contains("No products found."));
    assert_eq!(names(&shown("min=cheap").await).len(), 24, "an invalid amount does not filter");
    assert!(shown("view=list").await.contains("data-view=\"list\""));
}
