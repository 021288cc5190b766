//! Sort orders of lists of orders.

use sea_orm::sea_query::{Expr, Func};
use stoa_entity::tenant::order;

use stoa_entity::keyset::SortOrder;

/// Sort keys of lists of orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderSort {
    /// Time of placement.
    #[default]
    Placed,
    /// Order number.
    Number,
    /// Total, including tax and shipping.
    Total,
    /// The customer's name.
    Customer,
}

/// A sort order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderSorting {
    /// Sort key.
    pub by: OrderSort,
    /// Whether to sort in descending order.
    pub descending: bool,
}

/// Newest first.
impl Default for OrderSorting {
    fn default() -> Self {
        Self { by: OrderSort::Placed, descending: true }
    }
}

impl OrderSorting {
    pub(super) fn order(self) -> SortOrder<order::Column> {
        let number = |column| SortOrder::of_numbers(Expr::col(column), order::Column::Id, self.descending);
        match self.by {
            OrderSort::Placed => number(order::Column::CreatedOn),
            OrderSort::Number => number(order::Column::Number),
            OrderSort::Total => number(order::Column::GrandTotalCents),
            OrderSort::Customer => {
                let name = Expr::expr(Func::lower(Expr::col(order::Column::CustomerName)));
                SortOrder::of_texts(name, order::Column::Id, self.descending)
            }
        }
    }
}
