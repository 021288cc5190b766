//! Complete pages with a real database.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking, in what they share too")]

mod fixture;
mod lists;

use fixture::TestWorld;
use serde_json::json;
use stoa_document::Document;
use stoa_kernel::ports::Invalidation as _;
use stoa_render::{FeedFormat, PageCall, PageResponse, PreviewCall, PublicSite, Renderer};
use stoa_site::content;

fn text(answer: &PageResponse) -> String {
    String::from_utf8(answer.body.to_vec()).unwrap()
}

#[tokio::test]
async fn published_pages_are_cached_until_changed() {
    let world = TestWorld::new().await;
    let first = world.get("/", "").await;
    assert_eq!(first.status, 200);
    assert!(text(&first).contains("<p>Welcome</p>"), "{}", text(&first));
    assert!(text(&first).contains("Blue mug"), "the products block shows the store");
    assert!(text(&first).contains("<a href=\"/shop\""));
    let again = world.get("/", "utm_source=letter").await;
    assert_eq!(again.etag, first.etag);
    world.save_home("<p>Changed</p>").await;
    assert_eq!(world.get("/", "").await.etag, first.etag, "visitors cannot see drafts");
    world.publish_home().await;
    let changed = world.get("/", "").await;
    assert!(text(&changed).contains("<p>Changed</p>"));
    assert_ne!(changed.etag, first.etag);
}

#[tokio::test]
async fn store_and_product_pages() {
    let world = TestWorld::new().await;
    let store = text(&world.get("/shop", "").await);
    assert!(store.contains("href=\"/shop/blue-mug\""), "{store}");
    let product = text(&world.get("/shop/blue-mug", "").await);
    assert!(product.contains("data-stoa-island=\"product-form\""), "{product}");
    assert!(product.contains("\"sku\":\"MUG-0\"") && product.contains("$24.00"), "{product}");
    assert!(product.contains("<link rel=\"canonical\" href=\"http://juniper.localhost/shop/blue-mug\">"));
    world.invalidation.invalidate_tags(world.site.db.website(), &["product:other".to_owned()]).await;
    assert_eq!(text(&world.get("/shop/blue-mug", "").await), product);
}

#[tokio::test]
async fn theme_not_found_page() {
    let world = TestWorld::new().await;
    for path in ["/nowhere", "/shop/nothing", "/a/b/c", "/caf%C3%A9"] {
        let answer = world.get(path, "").await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(text(&answer).contains("noindex") && text(&answer).contains("data-page-type=\"100\""), "{path}");
    }
}

#[tokio::test]
async fn personal_pages_are_not_cached() {
    let world = TestWorld::new().await;
    let cart = world.get("/cart", "").await;
    assert_eq!((cart.status, cart.etag.clone()), (200, None));
    assert!(text(&cart).contains("id=\"cart-root\""));
    assert!(text(&cart).contains("You have nothing in your shopping cart."));
    let checkout = world.get("/checkout", "").await;
    assert_eq!(checkout.redirect.as_deref(), Some("/cart"));
    let order = world.get("/checkout/order-confirmed", "oid=ord_x&authCode=y").await;
    assert_eq!((order.status, order.etag), (404, None));
}

#[tokio::test]
async fn draft_renders_like_page() {
    let world = TestWorld::new().await;
    let document = json!({"version": 1, "sections": [{"id": "s", "rows": [{"id": "r", "columns": [{"span": 12, "blocks": [
        {"id": "t", "kind": "text", "settings": {"html": "<p>Draft<script>x()</script></p>"}},
        {"id": "v", "kind": "unheard-of"},
    ]}]}]}]});
    let call = PreviewCall {
        site: PublicSite { origin: "http://juniper.localhost".to_owned(), ..PublicSite::default() },
        page_id: world.home.clone(),
        document: Document::from_json(&document).unwrap(),
        language: None,
    };
    let refused = world.renderer.preview(&world.site.visitor(), &world.site.db, call.clone()).await;
    assert!(refused.is_err());
    let preview = world.renderer.preview(&world.site.owner(), &world.site.db, call).await.unwrap();
    assert!(preview.html.contains("data-block-id=\"t\"") && preview.html.contains("<p>Draft</p>"));
    assert!(!preview.html.contains("<base") && !preview.html.contains("noindex"), "it is what visitors would get");
    let blamed: Vec<_> = preview.errors.iter().map(|error| error.block_id.as_deref()).collect();
    assert_eq!(blamed, [Some("v")]);
    let kept = content::page(&world.site.owner(), &world.site.db, &world.home).await.unwrap();
    assert!(kept.document.block("v").is_none(), "looking at a draft does not save it");
}

#[tokio::test]
async fn sitemap_lists_all_public_pages() {
    let world = TestWorld::new().await;
    let sitemap = Renderer::sitemap(&world.site.visitor(), &world.site.db, "http://juniper.localhost", None).await;
    let sitemap = String::from_utf8(sitemap.unwrap().unwrap().body.to_vec()).unwrap();
    for path in ["/", "/shop", "/shop/blue-mug"] {
        assert!(sitemap.contains(&format!("<loc>http://juniper.localhost{path}</loc>")), "{sitemap}");
    }
    let call = PageCall { path: "/shop".to_owned(), ..PageCall::default() };
    let feed = Renderer::feed(&world.site.visitor(), &world.site.db, &call, FeedFormat::Rss).await.unwrap();
    assert_eq!(feed, None);
}
