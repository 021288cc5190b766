//! The e-mail about products of a wishlist that are on sale.

use stoa_kernel::money::Money;

use super::context::EmailContext;
use super::kinds::WISHLIST_SALE;
use super::layout::{Body, Email};
use super::link_pages::SubscribedTo;
use super::samples::{READER, SAMPLE};

/// These e-mails, for their unsubscribe page.
pub const WISHLIST_SALES: SubscribedTo = SubscribedTo {
    leaving: "linkPage.leaveWishlistSalesText",
    left: "linkPage.leftWishlistSalesText",
    can_return: false,
};

/// Tells a customer which products of the wishlist are on sale: names and prices.
pub fn wishlist_sale(head: &EmailContext, to: &str, lines: &[(String, String)], key: &str) -> Email {
    let mut body = Body::of(&WISHLIST_SALE, head, &[]);
    body.table();
    for (name, price) in lines {
        body.row(name, price);
    }
    body.end_table();
    body.button(WISHLIST_SALE.default_text(head.texts()).link, &head.url("/wishlist"));
    let leave = head.url(&format!("/mailing-list/leave?key={key}"));
    body.link(head.texts().text("email.wishlistSaleUnsubscribe"), &leave);
    Email { unsubscribe_url: Some(leave), ..body.finish(to) }
}

pub(super) fn sample(head: &EmailContext) -> Email {
    let price = |cents| head.site.print(Money::new(cents, head.site.currency));
    let lines = [("Stoneware mug".to_owned(), price(2_400)), ("Linen towel".to_owned(), price(1_500))];
    wishlist_sale(head, READER, &lines, SAMPLE)
}
