//! Filters and sort orders of the list of discounts.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::containing;
use stoa_entity::tenant::discount;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::pricing::DiscountKind;
use stoa_kernel::search::folded;

use stoa_entity::keyset::SortOrder;

/// State of a discount at a given time, regardless of its uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscountState {
    /// Valid now.
    Active,
    /// Valid in the future.
    Planned,
    /// Expired.
    Ended,
    /// Disabled.
    Off,
}

/// Sort keys of the list of discounts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiscountSort {
    /// Creation time.
    #[default]
    Created,
    /// Name.
    Name,
    /// Code; automatic discounts have none and sort as the smallest.
    Code,
    /// End of validity; discounts without an end sort as the latest.
    Ends,
}

/// Filter and sort order of a list of discounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscountFilter {
    /// Text to search for in code and name.
    pub query: Option<String>,
    /// Only discounts in this state.
    pub state: Option<DiscountState>,
    /// Only discounts with a code, or only automatic ones.
    pub with_code: Option<bool>,
    /// Only those of this kind.
    pub kind: Option<DiscountKind>,
    /// Sort key.
    pub sort: DiscountSort,
    /// Whether to sort in descending order.
    pub descending: bool,
}

/// All discounts, newest first.
impl Default for DiscountFilter {
    fn default() -> Self {
        let sort = DiscountSort::default();
        Self { query: None, state: None, with_code: None, kind: None, sort, descending: true }
    }
}

impl DiscountFilter {
    /// `now` is in UTC milliseconds.
    pub(crate) fn condition(&self, now: Timestamp) -> Condition {
        let text = self.query.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let contains = |text: &str| Expr::col(discount::Column::Searched).like(containing(&folded(text)));
        let coded = discount::Column::CodeKey;
        Condition::all()
            .add_option(text.map(contains))
            .add_option(self.state.map(|state| standing(state, now)))
            .add_option(self.with_code.map(|with| if with { coded.is_not_null() } else { coded.is_null() }))
            .add_option(self.kind.map(|kind| discount::Column::Kind.eq(kind)))
    }

    pub(crate) fn order(&self) -> SortOrder<discount::Column> {
        let id = discount::Column::Id;
        // The expressions must match those of the indexes literally: with a bound parameter in place of a constant, the
        // database does not use them.
        match self.sort {
            DiscountSort::Created => SortOrder::of_numbers(Expr::col(discount::Column::CreatedOn), id, self.descending),
            DiscountSort::Name => {
                SortOrder::of_texts(Expr::expr(Func::lower(Expr::col(discount::Column::Label))), id, self.descending)
            }
            DiscountSort::Code => SortOrder::of_texts(Expr::cust("coalesce(code_key, '')"), id, self.descending),
            DiscountSort::Ends => {
                SortOrder::of_numbers(Expr::cust("coalesce(ends_on, 9223372036854775807)"), id, self.descending)
            }
        }
    }
}

fn standing(state: DiscountState, now: Timestamp) -> Condition {
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
