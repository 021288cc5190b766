//! Which discounts are listed, and in which order.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::containing;
use stoa_entity::tenant::discount;
use stoa_kernel::search::folded;

use super::model::DiscountKind;
use crate::ordered::Order;

/// How a discount stands at a moment, its uses apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscountState {
    /// It applies.
    Active,
    /// It is going to apply.
    Planned,
    /// It has applied.
    Ended,
    /// It is switched off.
    Off,
}

/// By what discounts are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiscountSort {
    /// When they were made.
    #[default]
    Created,
    /// Their name.
    Name,
    /// Their code; those that apply by themselves have none and count as the smallest.
    Code,
    /// When they end; those that never do count as the latest.
    Ends,
}

/// Which discounts are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscountFilter {
    /// Looked for in code and name.
    pub query: Option<String>,
    /// Only those that stand so.
    pub state: Option<DiscountState>,
    /// Only those with a code, or those that apply by themselves.
    pub with_code: Option<bool>,
    /// Only those of this kind.
    pub kind: Option<DiscountKind>,
    /// By what they are put in order.
    pub sort: DiscountSort,
    /// Whether the largest comes first.
    pub descending: bool,
}

/// All of them, the latest first.
impl Default for DiscountFilter {
    fn default() -> Self {
        let sort = DiscountSort::default();
        Self { query: None, state: None, with_code: None, kind: None, sort, descending: true }
    }
}

impl DiscountFilter {
    /// `now` in UTC milliseconds.
    pub(crate) fn condition(&self, now: i64) -> Condition {
        let text = self.query.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let contains = |text: &str| Expr::col(discount::Column::Searched).like(containing(&folded(text)));
        let coded = discount::Column::CodeKey;
        Condition::all()
            .add_option(text.map(contains))
            .add_option(self.state.map(|state| standing(state, now)))
            .add_option(self.with_code.map(|with| if with { coded.is_not_null() } else { coded.is_null() }))
            .add_option(self.kind.map(|kind| discount::Column::Kind.eq(kind.name())))
    }

    pub(crate) fn order(&self) -> Order<discount::Column> {
        let id = discount::Column::Id;
        // As the indexes are written: a constant that is bound to a question is in none of them.
        match self.sort {
            DiscountSort::Created => Order::of_numbers(Expr::col(discount::Column::CreatedOn), id, self.descending),
            DiscountSort::Name => {
                Order::of_texts(Expr::expr(Func::lower(Expr::col(discount::Column::Label))), id, self.descending)
            }
            DiscountSort::Code => Order::of_texts(Expr::cust("coalesce(code_key, '')"), id, self.descending),
            DiscountSort::Ends => {
                Order::of_numbers(Expr::cust("coalesce(ends_on, 9223372036854775807)"), id, self.descending)
            }
        }
    }
}

fn standing(state: DiscountState, now: i64) -> Condition {
    let (enabled, starts_on, ends_on) =
        (discount::Column::Enabled, discount::Column::StartsOn, discount::Column::EndsOn);
    let lasting = Condition::any().add(ends_on.is_null()).add(ends_on.gt(now));
    let on = Condition::all().add(enabled.eq(true));
    match state {
        DiscountState::Off => Condition::all().add(enabled.eq(false)),
        DiscountState::Ended => on.add(ends_on.lte(now)),
        DiscountState::Planned => on.add(lasting).add(starts_on.gt(now)),
        DiscountState::Active => on.add(lasting).add(Condition::any().add(starts_on.is_null()).add(starts_on.lte(now))),
    }
}
