//! The orders in which orders are listed.

use sea_orm::sea_query::{Expr, Func};
use stoa_entity::tenant::order;

use crate::ordered::Order;

/// By what orders are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderSort {
    /// When they were placed.
    #[default]
    Placed,
    /// Their number.
    Number,
    /// What they cost, taxes and delivery included.
    Total,
    /// The customer's name.
    Customer,
}

/// An order of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderSorting {
    /// By what.
    pub by: OrderSort,
    /// Whether the largest comes first.
    pub descending: bool,
}

/// The latest first.
impl Default for OrderSorting {
    fn default() -> Self {
        Self { by: OrderSort::Placed, descending: true }
    }
}

impl OrderSorting {
    pub(super) fn order(self) -> Order<order::Column> {
        let number = |column| Order::of_numbers(Expr::col(column), order::Column::Id, self.descending);
        match self.by {
            OrderSort::Placed => number(order::Column::CreatedOn),
            OrderSort::Number => number(order::Column::Number),
            OrderSort::Total => number(order::Column::GrandTotalCents),
            OrderSort::Customer => {
                let name = Expr::expr(Func::lower(Expr::col(order::Column::CustomerName)));
                Order::of_texts(name, order::Column::Id, self.descending)
            }
        }
    }
}
