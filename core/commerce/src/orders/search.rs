//! Search for orders: the text that is searched, and the conditions of a search.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, SelectStatement};
use stoa_entity::containing;
use stoa_entity::tenant::order;
use stoa_kernel::search::folded;

use super::summary::OrderFilter;

/// Maximum number of words of a search.
const MAX_WORDS: usize = 8;
/// Maximum number of bytes of an order's search text: a Postgres index entry holds at most 2,704.
const MAX_BYTES: usize = 1_800;

/// The text that an order is searched by: the customer's e-mail address and name, then SKU and product name of each
/// line.
pub(crate) fn searchable<'a>(email: &str, name: &str, bought: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = format!("{email} {name}");
    for (sku, product) in bought {
        text.push(' ');
        text.push_str(sku);
        text.push(' ');
        text.push_str(product);
    }
    text = folded(&text);
    text.truncate(text.floor_char_boundary(MAX_BYTES));
    text
}

/// The conditions of a filter. `also` selects orders that match the search by something else than their text.
pub(super) fn condition(filter: &OrderFilter, also: Option<SelectStatement>) -> Condition {
    let mut condition = Condition::all();
    if let Some(status) = filter.fulfillment_status {
        condition = condition.add(order::Column::FulfillmentStatus.eq(status));
    }
    if let Some(status) = filter.payment_status {
        condition = condition.add(order::Column::PaymentStatus.eq(status));
    }
    if let Some(from) = filter.from {
        condition = condition.add(order::Column::CreatedOn.gte(from));
    }
    if let Some(until) = filter.until {
        condition = condition.add(order::Column::CreatedOn.lt(until));
    }
    if let Some(test_mode) = filter.test_mode {
        condition = condition.add(order::Column::TestMode.eq(test_mode));
    }
    if let Some(text) = &filter.query {
        let words = matching(text).into_iter().fold(Condition::all(), Condition::add);
        let also = also.map(|orders| order::Column::Id.in_subquery(orders));
        condition = condition.add(Condition::any().add(words).add_option(also));
    }
    condition
}

/// `#12` matches only the order number. Otherwise every word must occur in the text; a number may also be the order
/// number.
fn matching(text: &str) -> Vec<Condition> {
    let text = folded(text.trim());
    if let Some(number) = text.strip_prefix('#').and_then(|rest| rest.parse::<i64>().ok()) {
        return vec![Condition::all().add(order::Column::Number.eq(number))];
    }
    let word = |word: &str| {
        let contains = Expr::col(order::Column::Search).like(containing(word));
        let mut found = Condition::any().add(contains);
        if let Ok(number) = word.parse::<i64>() {
            found = found.add(order::Column::Number.eq(number));
        }
        found
    };
    text.split_whitespace().take(MAX_WORDS).map(word).collect()
}
