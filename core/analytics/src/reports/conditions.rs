//! Which visits a report is about.

use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::{Condition, Expr};
use stoa_entity::TenantTx;
use stoa_entity::analytics::analytics_event::{Column as EventColumn, Entity as Event};
use stoa_entity::analytics::analytics_visit::Column;
use stoa_kernel::clock::Timestamp;

use super::sums::NONE;
use crate::rollups::Dimension;
use crate::segments::{Conditions, LONGEST_VISIT_MS, Part};
use crate::{Device, EventKind, Medium, PAUSE_MS, started_from, texts};

/// The number of a value that does not exist: no visit has it.
const NO_NUMBER: i16 = -1;

/// Values that visits must have. An empty value stands for visits without one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters(Vec<(Dimension, String)>);

impl Filters {
    /// Filters by these values.
    pub fn new(values: impl IntoIterator<Item = (Dimension, String)>) -> Self {
        Self(values.into_iter().collect())
    }

    /// Whether all visits are meant.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The visits that began at or after a time and before another.
    pub(super) fn visits(&self, tx: &TenantTx, from: i64, until: i64) -> Condition {
        let all = Condition::all().add(started_within(from, until));
        self.0.iter().fold(all, |all, (dimension, value)| all.add(one(tx, *dimension, value, from, until)))
    }

    /// The same for the columns of days.
    pub(super) fn of_columns(&self) -> Conditions {
        let mut conditions = Conditions::default();
        for (dimension, value) in &self.0 {
            if *dimension == Dimension::Page {
                conditions.require_page(texts::id_of(value));
            } else if let Some(part) = Part::of(*dimension) {
                let id = match dimension {
                    Dimension::Medium => i64::from(Medium::named(value).map_or(NO_NUMBER, Medium::number)),
                    Dimension::Device => i64::from(Device::named(value).map_or(NO_NUMBER, Device::number)),
                    _ if value.is_empty() => NONE,
                    _ => texts::id_of(value),
                };
                conditions.require(part, id);
            }
        }
        conditions
    }

    /// What page views must have besides belonging to such visits.
    pub(super) fn page(&self) -> Option<i64> {
        let mut pages = self.0.iter().filter(|(dimension, _)| *dimension == Dimension::Page);
        pages.next().map(|(_, value)| texts::id_of(value))
    }
}

/// Visits that began at or after a time and before another. Their ids are in the order of their beginnings.
pub(super) fn started_within(from: i64, until: i64) -> Condition {
    Condition::all()
        .add(Column::Id.gte(started_from(Timestamp::from_ms(from))))
        .add(Column::Id.lt(started_from(Timestamp::from_ms(until))))
}

/// The column of a dimension that is a text of a visit.
pub(super) fn text_column(dimension: Dimension) -> Option<Column> {
    Some(match dimension {
        Dimension::Source => Column::Source,
        Dimension::Campaign => Column::Campaign,
        Dimension::Term => Column::Term,
        Dimension::Content => Column::Content,
        Dimension::EntryPage => Column::EntryPage,
        Dimension::ExitPage => Column::ExitPage,
        Dimension::Language => Column::Language,
        Dimension::Browser => Column::Browser,
        Dimension::Os => Column::Os,
        _ => return None,
    })
}

fn one(tx: &TenantTx, dimension: Dimension, value: &str, from: i64, until: i64) -> Condition {
    let condition = Condition::all();
    if let Some(column) = text_column(dimension) {
        return condition.add(if value.is_empty() { column.is_null() } else { column.eq(texts::id_of(value)) });
    }
    let number = |number: Option<i16>| number.unwrap_or(NO_NUMBER);
    match dimension {
        Dimension::Medium => condition.add(Column::Medium.eq(number(Medium::named(value).map(Medium::number)))),
        Dimension::Device => condition.add(Column::Device.eq(number(Device::named(value).map(Device::number)))),
        Dimension::Country if value.is_empty() => condition.add(Column::Country.is_null()),
        Dimension::Country => condition.add(Column::Country.eq(value)),
        Dimension::Page => {
            let views = tx
                .find::<Event>()
                .filter(EventColumn::At.gte(from - PAUSE_MS))
                .filter(EventColumn::At.lt(until + LONGEST_VISIT_MS))
                .filter(EventColumn::Kind.eq(EventKind::PageView.number()))
                .filter(EventColumn::Page.eq(texts::id_of(value)));
            condition.add(Column::Id.in_subquery(views.subquery(EventColumn::Visit)))
        }
        _ => condition.add(Expr::value(true)),
    }
}
