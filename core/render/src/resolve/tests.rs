//! Tests of what addresses name.

use stoa_kernel::address::is_reserved_address;

use super::*;
use crate::data::FIXED_PAGES;

#[test]
fn url_parsing() {
    let check = |path: &str, query: &str, expected: Address| assert_eq!(Address::read(path, query), expected, "{path}");
    check("/", "", Address::Home);
    check("", "", Address::Home);
    check("/shop/", "", Address::Top("shop".to_owned()));
    check("/shop/blue-mug", "", Address::Below("shop".to_owned(), "blue-mug".to_owned()));
    for page in FIXED_PAGES.iter().copied() {
        for path in page.paths() {
            check(path, "q=x", Address::Fixed(page));
            check(&format!("{path}/"), "", Address::Fixed(page));
        }
    }
    check("/checkout", "declined=1", Address::Checkout);
    check("/checkout/elsewhere", "", Address::Unknown);
    check("/popup-overlay", "", Address::PopupOverlay);
    check("/account/elsewhere", "", Address::Unknown);
    check("/a/b/c", "", Address::Unknown);
    check("/caf%C3%A9", "", Address::Unknown);
    check("/checkout/order-status/t.x", "", Address::OrderStatus { token: "t.x".to_owned() });
    let confirmed = |only| Address::OrderConfirmed { only, order_id: "o".to_owned(), auth_code: "a b".to_owned() };
    check("/checkout/order-confirmed", "oid=o&authCode=a%20b", confirmed(None));
    let received = confirmed(Some(PageType::OrderReceived));
    check("/checkout/order-received", "oid=o&authCode=a%20b", received);
    let asked = Address::ReviewsRequest { token: "t.x".to_owned(), said: Some("thanks".to_owned()) };
    check("/commerce/reviews/t.x", "said=thanks", asked);
    check("/checkout/donate", "donatePageId=p", Address::Donate { item_id: "p".to_owned() });
}

// spec: navigation.routes-otherwise
#[test]
fn reserved_paths_are_documented() {
    let guide = include_str!("../../../../docs/pages.md");
    let table = guide.split("## Reserved addresses").nth(1).unwrap_or_default();
    let fixed = FIXED_PAGES.iter().flat_map(|page| page.paths().iter().copied());
    let own = [
        "/checkout",
        "/checkout/donate",
        "/checkout/order-confirmed",
        "/checkout/contribution-confirmed",
        "/checkout/subscription-confirmed",
        "/checkout/order-received",
        "/checkout/membership-confirmed",
        "/popup-overlay",
    ];
    for path in own.into_iter().chain(fixed) {
        assert!(!matches!(Address::read(path, ""), Address::Unknown | Address::Top(_) | Address::Below(..)), "{path}");
        assert!(table.contains(&format!("`{path}`")), "{path} is not in docs/pages.md");
        let top = path.split('/').nth(1).unwrap_or_default();
        assert!(is_reserved_address(top), "a page can have the address {path}, where visitors never see it");
    }
    for path in ["checkout/order-status", "checkout/test-card", "commerce/reviews"].map(|name| format!("/{name}/x")) {
        assert!(!matches!(Address::read(&path, ""), Address::Unknown), "{path}");
        assert!(table.contains(&format!("`{}…`", path.trim_end_matches('x'))), "{path} is not in docs/pages.md");
    }
    for given in ["/settings/billing/upgrade", "/settings/billing/subscriptions/website"] {
        assert!(table.contains(given), "{given}");
    }
}

#[test]
fn unknown_query_parameters_ignored() {
    let query = PageQuery::read("utm_source=x&category=mugs&cursor=");
    assert_eq!(query, PageQuery { category: Some("mugs".to_owned()), ..PageQuery::default() });
    assert_eq!(parameter("a=%zz&b=1%", "a").as_deref(), Some("%zz"));
    assert_eq!(parameter("a=%zz&b=1%", "b").as_deref(), Some("1%"));
}
