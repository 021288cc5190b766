//! A list or page of the admin takes few SQL statements, however many rows it shows, and so do the steps of a purchase.

use anyhow::{Context as _, Result, ensure};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use stoa_kernel::statements;
use tower_service::Service as _;

use crate::app::{on_both, on_sqlite};
use crate::client::Client;
use crate::requests::{KnownResources, Route, routes};
use crate::shop;

/// Most statements of an operation, besides those of [`ADMISSION`].
const MOST: usize = 6;
/// The same for an order with all its details.
const MAX_STATEMENTS_OF_ORDER: usize = 5;
/// Tables that each request of a contributor reads once: its session, and the roles on the site.
const ADMISSION: [&str; 2] = [r#"FROM "sign_in""#, r#"FROM "membership""#];
/// Fewer operations that answer 200 would mean that the test does not reach them.
const EXPECTED: usize = 70;

/// Operations that may take more, with the reason.
const EXCEPTIONS: [(&str, &str); 18] = [
    ("analytics_forms", "the names of forms are in the documents of all pages"),
    ("analytics_funnel", "steps, products and sources, of days with and without sums"),
    ("asset_uses", "searches every kind of place that can use a file"),
    ("customers_export", "collects everything that is stored about a person"),
    ("customers_sheet", "a download of all rows, in parts"),
    ("design_material", "everything that a page is rendered from, for its preview"),
    ("header_footer_material", "everything that a page is rendered from, for its preview"),
    ("inventory_export", "a download of all rows, in parts"),
    ("orders_export", "a download of all rows, in parts"),
    ("page_material", "everything that a page is rendered from, for its preview"),
    ("page_operations_since", "a long poll, which looks for changes before it answers"),
    ("plugin_activity", "calls, lines, storage and changes, which are in a table each"),
    ("plugin_comparison", "reads everything that the two versions are called with"),
    ("submissions_export", "a download of all rows, in parts"),
    ("subscribers_export", "a download of all rows, in parts"),
    ("template_material", "everything that a page is rendered from, for its preview"),
    ("translations_export", "a download of all texts, in parts"),
    ("translations_progress", "compares the texts of every kind of content with their translations, in parts"),
];

/// Calls an operation within this process, so that its statements are run in the task of the test.
async fn call(router: &mut Router, owner: &Client, path: &str) -> Result<(StatusCode, Vec<String>)> {
    let mut request = Request::get(path).header(header::HOST, &owner.host);
    let token = owner.token.as_ref().context("not signed in")?;
    request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    request = request.header("X-Website-Id", owner.website.as_ref().context("no site")?);
    recorded(router, request.body(Body::empty())?).await
}

/// The status of the answer to a request, and the statements that were run for it.
async fn recorded(router: &mut Router, request: Request<Body>) -> Result<(StatusCode, Vec<String>)> {
    let (response, ran) = statements::recorded(async {
        let response = router.call(request).await?;
        let status = response.status();
        to_bytes(response.into_body(), usize::MAX).await?;
        anyhow::Ok(status)
    })
    .await;
    Ok((response?, ran))
}

/// The statements of an operation without those that admit the caller.
fn own(route: &Route, ran: Vec<String>) -> Result<Vec<String>> {
    let mut own = ran;
    for table in ADMISSION {
        let place = own.iter().position(|sql| sql.contains(table));
        own.remove(place.with_context(|| format!("{}: nothing is read {table}", route.id))?);
    }
    Ok(own)
}

fn limit(id: &str) -> usize {
    match id {
        "orders_get" => MAX_STATEMENTS_OF_ORDER,
        _ if EXCEPTIONS.iter().any(|(exception, _)| *exception == id) => usize::MAX,
        _ => MOST,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn admin_pages_take_few_statements() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, mut shopper) = (app.owner().await?, app.juniper());
        owner.website = Some(app.website("juniper").await?);
        let mut known = KnownResources::gather(app, &mut owner, &mut shopper).await?;
        known.refresh(&mut owner, &mut shopper).await?;
        let mut router = app.stoa.router();
        let (mut counted, mut too_many) = (0, Vec::new());
        for route in routes()?.iter().filter(|route| route.method == "GET" && route.contributor) {
            let Ok(path) = known.path(route) else { continue };
            // The first call may parse a theme, or open a plugin.
            call(&mut router, &owner, &path).await?;
            let (status, ran) = call(&mut router, &owner, &path).await?;
            if status != StatusCode::OK {
                continue;
            }
            counted += 1;
            let ran = own(route, ran)?;
            if ran.len() > limit(&route.id) {
                too_many.push(format!("{}: {} statements\n  {}", route.id, ran.len(), ran.join("\n  ")));
            }
        }
        ensure!(too_many.is_empty(), "{} operations:\n{}", too_many.len(), too_many.join("\n"));
        ensure!(counted >= EXPECTED, "only {counted} operations answer 200");
        let metrics = app.stoa.metrics();
        let is_measured =
            |line: &str| line.starts_with("stoa_http_request_statements_bucket{") && line.contains("/orders\"");
        ensure!(metrics.lines().any(is_measured), "{metrics}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn cart_of_a_shop_that_names_no_plugin_is_priced_once() -> Result<()> {
    on_both(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let path = "/api/commerce/shopping-cart";
        shopper.get(path).await?.expect(200)?;
        let cookies: Vec<String> = shopper.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = Request::get(path).header(header::HOST, &shopper.host).header(header::COOKIE, cookies.join("; "));
        let (status, ran) = recorded(&mut app.stoa.router(), request.body(Body::empty())?).await?;
        assert_eq!(status, StatusCode::OK);
        let priced = ran.iter().filter(|sql| sql.contains(r#"FROM "cart_entry""#)).count();
        assert_eq!(priced, 1, "{}", ran.join("\n"));
        Ok(())
    })
    .await
}

/// A change by a shopper, called within this process.
fn change(shopper: &Client, method: &str, path: &str, body: &Value) -> Result<Request<Body>> {
    let cookies: Vec<String> = shopper.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let crumb = shopper.crumb().context("no CSRF token")?;
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, &shopper.host)
        .header(header::COOKIE, cookies.join("; "))
        .header(header::CONTENT_TYPE, "application/json")
        .header("x-csrf-token", crumb);
    Ok(request.body(Body::from(body.to_string()))?)
}

/// How many of the statements contain a text.
fn containing(ran: &[String], text: &str) -> usize {
    ran.iter().filter(|sql| sql.contains(text)).count()
}

/// Most statements of a submission that is paid at once by the plugin for tests, which keeps each payment, with room for what
/// is read when it is not cached.
const MAX_STATEMENTS_OF_PURCHASE: usize = 44;
/// What the steps of a purchase read and write once, whatever is cached.
const ONCE: [&str; 6] = [
    r#"FROM "cart" "#,
    r#"UPDATE "cart" "#,
    r#"FROM "cart_entry" "#,
    r#"FROM "shop_stamp" "#,
    r#"FROM "variant" "#,
    r#"FROM "discount_target" "#,
];

#[tokio::test(flavor = "multi_thread")]
async fn steps_of_a_purchase_price_and_write_the_cart_once() -> Result<()> {
    on_both(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let variant = shop::in_stock(&mug);
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &mug, &variant, 1).await?.expect(200)?;
        let ready = shop::prepare(&mut shopper, "US").await?;
        let base = format!("/api/2/commerce/checkout/{}", ready["cartToken"].as_str().context("no token")?);
        let entry = json!({"itemId": mug["id"], "sku": variant["sku"], "quantity": 1, "additionalFields": null});
        for (method, path, body) in [
            ("POST", "/api/commerce/shopping-cart/entries".to_owned(), entry),
            ("PUT", format!("{base}/customer"), json!({"email": "ada@example.com", "mailConsent": true})),
            ("PUT", format!("{base}/shipping"), shop::address("US")),
            ("PUT", format!("{base}/shipping-option"), json!({"optionId": ready["shippingOptions"][0]["id"]})),
            ("PUT", format!("{base}/billing"), json!({"sameAsShipping": true})),
        ] {
            let (status, ran) = recorded(&mut app.stoa.router(), change(&shopper, method, &path, &body)?).await?;
            assert_eq!(status, StatusCode::OK, "{path}");
            for text in ONCE {
                assert_eq!(containing(&ran, text), 1, "{path}: {text}\n  {}", ran.join("\n  "));
            }
        }
        let paid = json!({
            "idempotencyKey": "few-statements-0001",
            "expectedTotalCents": shopper.get(&base).await?.expect(200)?["cart"]["grandTotalCents"],
            "payment": {"provider": "stoa.testcard", "method": "card",
                        "data": {"cardNumber": shop::APPROVED, "expiry": "12/30", "cvc": "123", "name": "Ada Byron"}},
        });
        let request = change(&shopper, "POST", &format!("{base}/submit"), &paid)?;
        let (status, ran) = recorded(&mut app.stoa.router(), request).await?;
        assert_eq!(status, StatusCode::OK);
        // The price is calculated once, and each of the two transactions updates the cart.
        assert_eq!(containing(&ran, r#"FROM "shop_stamp" "#), 1, "{}", ran.join("\n"));
        assert_eq!(containing(&ran, r#"UPDATE "cart" "#), 2, "{}", ran.join("\n"));
        assert!(ran.len() <= MAX_STATEMENTS_OF_PURCHASE, "{} statements:\n  {}", ran.len(), ran.join("\n  "));
        Ok(())
    })
    .await
}
