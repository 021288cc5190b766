//! Sums by day and by value.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use sea_orm::sea_query::{Condition, Expr, SimpleExpr};
use sea_orm::{ColumnTrait as _, DbErr, FromQueryResult, QueryResult, TryGetable};
use stoa_entity::analytics::{analytics_dirty, analytics_event, analytics_rollup, analytics_visit};
use stoa_entity::{DbError, TenantTx, sum};
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::local_days::{self, Days, day_number_sql};

use super::conditions::text_column;
use super::{Figures, Filters};
use crate::rollups::{self, Dimension, Grain};
use crate::segments::{self, By, LONGEST_VISIT_MS, PageSums, Part, Summed, VisitSums, push_day};
use crate::{BOUNCE_MS, Device, EventKind, Medium, PAUSE_MS, texts};

/// No value, in roll-ups.
pub(super) const NONE: i64 = 0;

/// Figures by text id.
pub(super) type ByValue = HashMap<i64, Figures>;

/// Name of what figures are grouped by, in answers of the database.
const KEY: &str = "key";

/// Figures with what they are grouped by.
pub(super) struct FiguresOf<Key> {
    pub(super) key: Key,
    pub(super) figures: Figures,
}

impl<Key: TryGetable> FromQueryResult for FiguresOf<Key> {
    fn from_query_result(row: &QueryResult, prefix: &str) -> Result<Self, DbErr> {
        Ok(Self { key: row.try_get(prefix, KEY)?, figures: Figures::from_query_result(row, prefix)? })
    }
}

/// Stretches of days whose hours are all in the roll-ups and columns, and of days of which some are not.
pub(super) struct Parts {
    pub(super) clean: Vec<Days>,
    pub(super) dirty: Vec<Days>,
    /// Such days of which something is packed, so that questions to the tables would not be answered in full.
    packed: Vec<Days>,
    /// The hours of UTC with new events, also of the day before; none when there are no sums in this time zone.
    noted: Option<Vec<Timestamp>>,
    /// The end of the last day of which something is packed.
    packed_until: Timestamp,
}

impl Parts {
    fn new(packed_until: Timestamp) -> Self {
        Self { clean: Vec::new(), dirty: Vec::new(), packed: Vec::new(), noted: None, packed_until }
    }

    /// Adds a day that is to be counted again.
    fn push_dirty(&mut self, day: Date, zone: &TimeZone) {
        let own = Days { first: day, last: day, zone: zone.clone() };
        // Visits may have begun on the day before.
        let is_packed = own.whole().0 - LONGEST_VISIT_MS - HOUR_MS < self.packed_until.ms();
        push_day(if is_packed { &mut self.packed } else { &mut self.dirty }, day, zone);
    }

    /// Adds days that have no columns.
    pub(super) fn push_unread(&mut self, unread: &[Days]) {
        for days in unread {
            for day in days.starts(local_days::Interval::Day) {
                self.push_dirty(day, &days.zone);
            }
        }
    }
}

/// Figures of each day that has any.
pub(super) async fn by_day(tx: &TenantTx, days: &Days, filters: &Filters) -> Result<BTreeMap<Date, Figures>, DbError> {
    let mut parts = parts(tx, days).await?;
    let mut sums = BTreeMap::new();
    for (start, figures) in of_columns(tx, &mut parts, filters, By::Day).await? {
        let day = local_days::today(Timestamp::from_ms(start), &days.zone);
        *sums.entry(day).or_insert_with(Figures::default) += figures;
    }
    for days in &parts.clean {
        let start = analytics_rollup::Column::Start;
        let rows: Vec<FiguresOf<Timestamp>> = tx
            .find::<analytics_rollup::Entity>()
            .filter(rolled_up(days, Grain::Day, Dimension::Total))
            .group_by(start)
            .aggregate(&[], rolled_figures_of(start))
            .await?;
        for row in &rows {
            let day = local_days::today(row.key, &days.zone);
            *sums.entry(day).or_insert_with(Figures::default) += row.figures;
        }
    }
    for days in &parts.dirty {
        let (from, until) = days.whole();
        let day = || Expr::cust(day_number_sql("started_at", &days.stretches()));
        let rows: Vec<FiguresOf<i64>> = tx
            .find::<analytics_visit::Entity>()
            .filter(filters.visits(tx, from, until))
            .group_by(day())
            .aggregate(&[], visit_figures_of(day()))
            .await?;
        for row in &rows {
            if let Some(day) = local_days::day_of_number(row.key) {
                *sums.entry(day).or_insert_with(Figures::default) += row.figures;
            }
        }
    }
    Ok(sums)
}

/// Figures by the value of a dimension; the key is the id of the value's text. Fails for dimensions without columns.
pub(super) async fn by_value(
    tx: &TenantTx,
    days: &Days,
    filters: &Filters,
    dimension: Dimension,
) -> Result<ByValue, DbError> {
    let mut parts = parts(tx, days).await?;
    let mut sums = match (dimension, Part::of(dimension)) {
        (Dimension::Page, _) => {
            let pages = PageSums::new(filters.of_columns(), filters.page());
            taken(tx, &mut parts, filters, pages).await?.sums
        }
        (_, Some(part)) => {
            let own = of_columns(tx, &mut parts, filters, By::Value(part)).await?;
            own.into_iter().map(|(value, figures)| (id_of_value(dimension, value), figures)).collect()
        }
        // The days that are packed have its values nowhere else.
        (_, None) => return Err(DbErr::Custom(format!("there are no columns of {}", dimension.name())).into()),
    };
    for days in &parts.clean {
        let value = analytics_rollup::Column::Value;
        let rows: Vec<FiguresOf<Option<i64>>> = tx
            .find::<analytics_rollup::Entity>()
            .filter(rolled_up(days, Grain::Day, dimension))
            .group_by(value)
            .aggregate(&[], rolled_figures_of(value))
            .await?;
        add(&mut sums, rows.iter().map(|row| (row.key.unwrap_or(NONE), row.figures)));
    }
    for days in &parts.dirty {
        match dimension {
            Dimension::Page => add_pages(tx, days, filters, &mut sums).await?,
            _ => add_visits(tx, days, filters, dimension, &mut sums).await?,
        }
    }
    sums.retain(|_, figures| *figures != Figures::default());
    Ok(sums)
}

/// Takes the days that the columns have out of the parts, and returns their figures: those with new events, and all when
/// something is filtered; also packed days without columns.
pub(super) async fn of_columns(
    tx: &TenantTx,
    parts: &mut Parts,
    filters: &Filters,
    by: By,
) -> Result<HashMap<i64, Figures>, DbError> {
    Ok(taken(tx, parts, filters, VisitSums::new(filters.of_columns(), by)).await?.sums)
}

/// The same for other sums.
pub(super) async fn taken<S: Summed>(
    tx: &TenantTx,
    parts: &mut Parts,
    filters: &Filters,
    mut sums: S,
) -> Result<S, DbError> {
    let dirty = std::mem::take(&mut parts.dirty);
    (sums, parts.dirty) = match &parts.noted {
        Some(noted) => segments::summed_with_new(tx, &dirty, noted, sums).await?,
        None => (sums, dirty),
    };
    if !filters.is_empty() {
        let clean = std::mem::take(&mut parts.clean);
        let (all, unread) = segments::summed(tx, &clean, sums).await?;
        parts.push_unread(&unread);
        sums = all;
    }
    of_packed(tx, parts, sums).await
}

/// Takes the packed days that are to be counted again out of the parts, and adds them up.
pub(super) async fn of_packed<S: Summed>(tx: &TenantTx, parts: &mut Parts, sums: S) -> Result<S, DbError> {
    let packed = std::mem::take(&mut parts.packed);
    if packed.is_empty() { Ok(sums) } else { segments::recounted(tx, &packed, sums).await }
}

/// The id of the text of a value in a column: that of a closed set is a number.
fn id_of_value(dimension: Dimension, value: i64) -> i64 {
    let number = i16::try_from(value).ok();
    let name = match dimension {
        Dimension::Device => number.and_then(Device::from_number).map(Device::name),
        Dimension::Medium => number.and_then(Medium::from_number).map(Medium::name),
        _ => return value,
    };
    name.map_or(NONE, texts::id_of)
}

/// The values of a dimension by the ids of their texts. Those of closed sets need no query.
pub(super) async fn names(tx: &TenantTx, dimension: Dimension, ids: &[i64]) -> Result<HashMap<i64, String>, DbError> {
    let named = |name: &str| (texts::id_of(name), name.to_owned());
    match dimension {
        Dimension::Medium => Ok(Medium::ALL.iter().map(|medium| named(medium.name())).collect()),
        Dimension::Device => Ok(Device::ALL.iter().map(|device| named(device.name())).collect()),
        Dimension::Country => {
            let letters = || b'A'..=b'Z';
            let pairs = letters().flat_map(|first| letters().map(move |second| [first, second]));
            let codes = pairs.map(|pair| pair.map(char::from).iter().collect::<String>());
            Ok(codes.map(|code| named(&code)).filter(|(id, _)| ids.contains(id)).collect())
        }
        _ => texts::read(tx, ids).await,
    }
}

/// Adds visits. They are grouped by day as well, since a visitor of several days is counted on each of them.
async fn add_visits(
    tx: &TenantTx,
    days: &Days,
    filters: &Filters,
    dimension: Dimension,
    sums: &mut ByValue,
) -> Result<(), DbError> {
    let (from, until) = days.whole();
    let day = Expr::cust(day_number_sql("started_at", &days.stretches()));
    let visits = || {
        let visits = tx.find::<analytics_visit::Entity>().filter(filters.visits(tx, from, until));
        visits.group_by(day.clone())
    };
    if let Some(column) = text_column(dimension) {
        let rows: Vec<FiguresOf<Option<i64>>> =
            visits().group_by(column).aggregate(&[], visit_figures_of(Expr::col(column))).await?;
        add(sums, rows.iter().map(|row| (row.key.unwrap_or(NONE), row.figures)));
        return Ok(());
    }
    match dimension {
        Dimension::Country => {
            let column = analytics_visit::Column::Country;
            let rows: Vec<FiguresOf<Option<String>>> =
                visits().group_by(column).aggregate(&[], visit_figures_of(Expr::col(column))).await?;
            add(sums, rows.iter().map(|row| (row.key.as_deref().map_or(NONE, texts::id_of), row.figures)));
        }
        Dimension::Medium | Dimension::Device => {
            let is_device = dimension == Dimension::Device;
            let column = if is_device { analytics_visit::Column::Device } else { analytics_visit::Column::Medium };
            let rows: Vec<FiguresOf<i16>> =
                visits().group_by(column).aggregate(&[], visit_figures_of(Expr::col(column))).await?;
            let name = |number: i16| match is_device {
                true => Device::from_number(number).map(Device::name),
                false => Medium::from_number(number).map(Medium::name),
            };
            add(sums, rows.iter().map(|row| (name(row.key).map_or(NONE, texts::id_of), row.figures)));
        }
        _ => {}
    }
    Ok(())
}

/// Page views: visits and visitors who saw the page, and those who saw only this one.
async fn add_pages(tx: &TenantTx, days: &Days, filters: &Filters, sums: &mut ByValue) -> Result<(), DbError> {
    let (from, until) = days.whole();
    let (view, heartbeat) = (EventKind::PageView.number(), EventKind::Heartbeat.number());
    let purchase = EventKind::Purchase.number();
    let mut seen = Condition::all()
        .add(analytics_event::Column::At.gte(from))
        .add(analytics_event::Column::At.lt(until))
        .add(analytics_event::Column::Kind.is_in([view, heartbeat, purchase]))
        .add(analytics_event::Column::Page.is_not_null());
    if let Some(page) = filters.page() {
        seen = seen.add(analytics_event::Column::Page.eq(page));
    }
    if !filters.is_empty() {
        // A visit may have begun on the day before, and reports may arrive in another order.
        let began = filters.visits(tx, from - LONGEST_VISIT_MS, until + PAUSE_MS);
        let visits = tx.find::<analytics_visit::Entity>().filter(began);
        let ids = visits.subquery(analytics_visit::Column::Id);
        seen = seen.add(analytics_event::Column::Visit.in_subquery(ids));
    }
    let bounce = format!("analytics_visit.views <= 1 AND analytics_visit.engaged_ms < {BOUNCE_MS}");
    let expressions = [
        (format!("count(DISTINCT CASE WHEN kind = {view} THEN visit END)"), "visits"),
        (format!("count(DISTINCT CASE WHEN kind = {view} THEN analytics_visit.visitor END)"), "visitors"),
        (format!("count(CASE WHEN kind = {view} THEN 1 END)"), "views"),
        (format!("count(DISTINCT CASE WHEN kind = {view} AND {bounce} THEN visit END)"), "bounces"),
        (format!("cast(coalesce(sum(CASE WHEN kind = {heartbeat} THEN number END), 0) AS bigint)"), "engaged_ms"),
        (format!("count(CASE WHEN kind = {purchase} THEN 1 END)"), "orders"),
        (format!("cast(coalesce(sum(CASE WHEN kind = {purchase} THEN number END), 0) AS bigint)"), "revenue"),
    ];
    let mut selected = vec![(Expr::col(analytics_event::Column::Page), KEY)];
    selected.extend(expressions.into_iter().map(|(sql, name)| (Expr::cust(sql), name)));
    let rows: Vec<FiguresOf<Option<i64>>> = tx
        .find::<analytics_event::Entity>()
        .inner_join(analytics_visit::Entity)
        .filter(seen)
        .group_by(Expr::cust(day_number_sql("at", &days.stretches())))
        .group_by(analytics_event::Column::Page)
        .aggregate(&[], selected)
        .await?;
    add(sums, rows.iter().map(|row| (row.key.unwrap_or(NONE), row.figures)));
    Ok(())
}

fn add(sums: &mut ByValue, rows: impl Iterator<Item = (i64, Figures)>) {
    for (value, figures) in rows {
        *sums.entry(value).or_default() += figures;
    }
}

pub(super) fn rolled_up(days: &Days, grain: Grain, dimension: Dimension) -> Condition {
    rolled_up_as(days, grain, [dimension.number()])
}

/// Sums of dimensions by their numbers.
pub(super) fn rolled_up_as(days: &Days, grain: Grain, dimensions: impl IntoIterator<Item = i16>) -> Condition {
    let (from, until) = days.whole();
    Condition::all()
        .add(analytics_rollup::Column::Grain.eq(grain.number()))
        .add(analytics_rollup::Column::Dimension.is_in(dimensions))
        .add(analytics_rollup::Column::Start.gte(from))
        .add(analytics_rollup::Column::Start.lt(until))
}

/// Figures of roll-ups and the column by which they are grouped.
pub(super) fn rolled_figures_of(key: analytics_rollup::Column) -> Vec<(SimpleExpr, &'static str)> {
    use analytics_rollup::Column;
    vec![
        (Expr::col(key), KEY),
        (sum(Column::Visits), "visits"),
        (sum(Column::Visitors), "visitors"),
        (sum(Column::Views), "views"),
        (sum(Column::Bounces), "bounces"),
        (sum(Column::EngagedMs), "engaged_ms"),
        (sum(Column::Orders), "orders"),
        (sum(Column::Revenue), "revenue"),
    ]
}

/// Figures of visits and what they are grouped by.
pub(super) fn visit_figures_of(key: SimpleExpr) -> Vec<(SimpleExpr, &'static str)> {
    use analytics_visit::Column;
    let bounces = format!("count(CASE WHEN views <= 1 AND engaged_ms < {BOUNCE_MS} THEN 1 END)");
    vec![
        (key, KEY),
        (Expr::cust("count(*)"), "visits"),
        (Expr::cust("count(DISTINCT visitor)"), "visitors"),
        (sum(Column::Views), "views"),
        (Expr::cust(bounces), "bounces"),
        (sum(Column::EngagedMs), "engaged_ms"),
        (sum(Column::Orders), "orders"),
        (sum(Column::Revenue), "revenue"),
    ]
}

/// Splits days into those that the roll-ups and the columns have completely, and the others.
pub(super) async fn parts(tx: &TenantTx, days: &Days) -> Result<Parts, DbError> {
    let state = rollups::state(tx).await?;
    let mut parts = Parts::new(state.packed_until);
    if state.time_zone.is_some_and(|name| rollups::zone(&name) != days.zone) {
        // The sums are of another time zone until they are made again.
        parts.push_unread(std::slice::from_ref(days));
        return Ok(parts);
    }
    let (from, until) = days.whole();
    let hours: Vec<Timestamp> = tx
        .find::<analytics_dirty::Entity>()
        .filter(analytics_dirty::Column::Hour.gt(from - LONGEST_VISIT_MS - HOUR_MS))
        .filter(analytics_dirty::Column::Hour.lt(until))
        .select_only()
        .column(analytics_dirty::Column::Hour)
        .into_tuple::<Timestamp>()
        .all()
        .await?;
    let mut dirty = BTreeSet::new();
    for hour in hours.iter().copied() {
        // An hour of UTC may belong to two days where the offset is not of whole hours.
        dirty.insert(local_days::today(hour, &days.zone));
        dirty.insert(local_days::today(hour + (HOUR_MS - 1), &days.zone));
    }
    parts.noted = Some(hours);
    for day in days.starts(local_days::Interval::Day) {
        if dirty.contains(&day) {
            parts.push_dirty(day, &days.zone);
        } else {
            push_day(&mut parts.clean, day, &days.zone);
        }
    }
    Ok(parts)
}
