//! What visitors did with searches, forms, popups and buttons.

use std::collections::BTreeMap;

use sea_orm::sea_query::{Condition, Expr};
use sea_orm::{ColumnTrait as _, FromQueryResult};
use stoa_entity::analytics::analytics_event::{Column, Entity};
use stoa_entity::analytics::analytics_rollup;
use stoa_entity::{TenantDb, TenantTx, sum};
use stoa_kernel::local_days::{SiteDays, day_number_sql};
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

use super::sums::{parts, rolled_up_as};
use crate::rollups::{Dimension, Grain, objects_of};
use crate::segments::{self, ButtonSums, OF_BUTTONS};
use crate::{EventKind, texts};

/// Words that visitors searched for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchedText {
    /// The words.
    pub text: String,
    /// Searches for them.
    pub searches: i64,
    /// Those that found nothing.
    pub without_results: i64,
}

/// How often something happened with an object, by kind of event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectActivity {
    /// The object: id of a form or popup, text of a button.
    pub object: String,
    /// Path of the page; empty where pages are not told apart.
    pub page: String,
    times: BTreeMap<i16, i64>,
    visits: BTreeMap<i16, i64>,
}

impl ObjectActivity {
    /// How often it happened.
    pub fn times(&self, kind: EventKind) -> i64 {
        self.times.get(&kind.number()).copied().unwrap_or(0)
    }

    /// In how many visits it happened.
    pub fn visits(&self, kind: EventKind) -> i64 {
        self.visits.get(&kind.number()).copied().unwrap_or(0)
    }
}

#[derive(FromQueryResult)]
struct Rolled {
    dimension: i16,
    value: i64,
    times: i64,
    visits: i64,
}

#[derive(FromQueryResult)]
struct Counted {
    object: i64,
    page: Option<i64>,
    kind: i16,
    times: i64,
    visits: i64,
    without_results: i64,
}

/// The most frequent searches, and all of them summed up.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn searches(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    site: &SiteDays,
    most: usize,
) -> Result<(SearchedText, Vec<SearchedText>), Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let mut all = SearchedText::default();
    let Some(db) = db else { return Ok((all, Vec::new())) };
    let tx = db.read().await?;
    let mut sums: BTreeMap<i64, SearchedText> = BTreeMap::new();
    for row in counted(&tx, site, &[EventKind::SiteSearch]).await? {
        all.searches += row.times;
        all.without_results += row.without_results;
        let own = sums.entry(row.object).or_default();
        own.searches += row.times;
        own.without_results += row.without_results;
    }
    let mut rows: Vec<(i64, SearchedText)> = sums.into_iter().collect();
    rows.sort_by_key(|(object, row)| (std::cmp::Reverse(row.searches), *object));
    rows.truncate(most);
    let ids: Vec<i64> = rows.iter().map(|(object, _)| *object).collect();
    let words = texts::read(&tx, &ids).await?;
    let text = |(object, row): (i64, SearchedText)| SearchedText {
        text: words.get(&object).cloned().unwrap_or_default(),
        ..row
    };
    Ok((all, rows.into_iter().map(text).collect()))
}

/// What happened with forms, those shown most often first.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn forms(ctx: &TenantCtx, db: Option<&TenantDb>, site: &SiteDays) -> Result<Vec<ObjectActivity>, Failure> {
    let kinds = [EventKind::FormRender, EventKind::FormStart, EventKind::FormSubmit];
    objects(ctx, db, site, Wanted { kinds: &kinds, by_page: false, most: MOST }).await
}

/// What happened with popups and bars, those shown most often first.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn popups(ctx: &TenantCtx, db: Option<&TenantDb>, site: &SiteDays) -> Result<Vec<ObjectActivity>, Failure> {
    let kinds = [EventKind::OverlayView, EventKind::OverlayClose, EventKind::OverlaySubmit, EventKind::OverlayClick];
    objects(ctx, db, site, Wanted { kinds: &kinds, by_page: false, most: MOST }).await
}

/// What happened with the buttons of each page, those shown most often first.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn buttons(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    site: &SiteDays,
    most: usize,
) -> Result<Vec<ObjectActivity>, Failure> {
    objects(ctx, db, site, Wanted { kinds: &OF_BUTTONS, by_page: true, most }).await
}

/// Maximum number of forms and popups.
const MOST: usize = 200;

struct Wanted<'a> {
    kinds: &'a [EventKind],
    by_page: bool,
    most: usize,
}

async fn objects(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    site: &SiteDays,
    wanted: Wanted<'_>,
) -> Result<Vec<ObjectActivity>, Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let Some(db) = db else { return Ok(Vec::new()) };
    let tx = db.read().await?;
    let rows = match wanted.by_page {
        true => counted_by_page(&tx, site, wanted.kinds).await?,
        false => counted(&tx, site, wanted.kinds).await?,
    };
    let mut sums: BTreeMap<(i64, i64), ObjectActivity> = BTreeMap::new();
    for row in rows {
        let own = sums.entry((row.object, row.page.unwrap_or(0))).or_default();
        *own.times.entry(row.kind).or_default() += row.times;
        *own.visits.entry(row.kind).or_default() += row.visits;
    }
    let shown = |own: &ObjectActivity| wanted.kinds.first().map_or(0, |kind| own.times(*kind));
    let mut sorted: Vec<((i64, i64), ObjectActivity)> = sums.into_iter().collect();
    sorted.sort_by_key(|(key, own)| (std::cmp::Reverse(shown(own)), *key));
    sorted.truncate(wanted.most);
    named(&tx, sorted).await
}

/// Events by object and kind: from the roll-ups of days that have all their events, else from the events. Visits are
/// counted once a day.
async fn counted(tx: &TenantTx, site: &SiteDays, kinds: &[EventKind]) -> Result<Vec<Counted>, Failure> {
    use analytics_rollup::Column as Sums;
    let parts = parts(tx, &site.days).await?;
    let mut all = Vec::new();
    for days in &parts.clean {
        let mut dimensions: Vec<i16> = kinds.iter().map(|kind| objects_of(*kind)).collect();
        dimensions.push(Dimension::SearchWithoutResults.number());
        let rows: Vec<Rolled> = tx
            .find::<analytics_rollup::Entity>()
            .filter(rolled_up_as(days, Grain::Day, dimensions))
            .aggregate(
                &[Sums::Dimension, Sums::Value],
                vec![(sum(Sums::Events), "times"), (sum(Sums::Visits), "visits")],
            )
            .await?;
        all.extend(rows.into_iter().filter_map(|row| row.counted(kinds)));
    }
    for days in &parts.dirty {
        let part = SiteDays { days: days.clone(), ..site.clone() };
        let rows: Vec<Counted> = tx
            .find::<Entity>()
            .filter(happened(&part, kinds))
            .group_by(Expr::cust(day_number_sql("at", &days.stretches())))
            .aggregate(&[Column::Object, Column::Kind], counts(Expr::cust("cast(NULL AS bigint)")))
            .await?;
        all.extend(rows);
    }
    Ok(all)
}

impl Rolled {
    fn counted(self, kinds: &[EventKind]) -> Option<Counted> {
        let Self { dimension, value: object, times, visits } = self;
        if dimension == Dimension::SearchWithoutResults.number() {
            let kind = kinds.iter().find(|kind| **kind == EventKind::SiteSearch)?.number();
            return Some(Counted { object, page: None, kind, times: 0, visits: 0, without_results: times });
        }
        let kind = kinds.iter().find(|kind| objects_of(**kind) == dimension)?.number();
        Some(Counted { object, page: None, kind, times, visits, without_results: 0 })
    }
}

/// Events by object, page and kind: from the columns of days that have all their events, else from the events. Visits are
/// counted once a day.
async fn counted_by_page(tx: &TenantTx, site: &SiteDays, kinds: &[EventKind]) -> Result<Vec<Counted>, Failure> {
    let mut parts = parts(tx, &site.days).await?;
    let (found, unread) = segments::summed(tx, &parts.clean, ButtonSums::default()).await?;
    parts.dirty.extend(unread);
    let row = |((object, page, kind), (times, visits)): ((i64, i64, i64), (i64, i64))| {
        let kind = kinds.iter().map(|own| own.number()).find(|own| i64::from(*own) == kind)?;
        Some(Counted { object, page: Some(page), kind, times, visits, without_results: 0 })
    };
    let mut all: Vec<Counted> = found.sums.into_iter().filter_map(row).collect();
    for days in &parts.dirty {
        let part = SiteDays { days: days.clone(), ..site.clone() };
        let find = tx.find::<Entity>().filter(happened(&part, kinds));
        let find = find.group_by(Expr::cust(day_number_sql("at", &days.stretches()))).group_by(Column::Page);
        all.extend(find.aggregate(&[Column::Object, Column::Kind], counts(Expr::col(Column::Page))).await?);
    }
    Ok(all)
}

fn counts(page: Expr) -> Vec<(Expr, &'static str)> {
    vec![
        (page, "page"),
        (Expr::cust("count(*)"), "times"),
        (Expr::cust("count(DISTINCT visit)"), "visits"),
        (Expr::cust("count(CASE WHEN number = 0 THEN 1 END)"), "without_results"),
    ]
}

async fn named(tx: &TenantTx, sorted: Vec<((i64, i64), ObjectActivity)>) -> Result<Vec<ObjectActivity>, Failure> {
    let ids: Vec<i64> = sorted.iter().flat_map(|((object, page), _)| [*object, *page]).collect();
    let words = texts::read(tx, &ids).await?;
    let text = |id: i64| words.get(&id).cloned().unwrap_or_default();
    let row = |((object, page), own): ((i64, i64), ObjectActivity)| ObjectActivity {
        object: text(object),
        page: text(page),
        ..own
    };
    Ok(sorted.into_iter().map(row).collect())
}

/// Events of these kinds on the days that have an object.
pub(super) fn happened(site: &SiteDays, kinds: &[EventKind]) -> Condition {
    let (from, until) = site.days.whole();
    Condition::all()
        .add(Column::At.gte(from))
        .add(Column::At.lt(until))
        .add(Column::Kind.is_in(kinds.iter().map(|kind| kind.number())))
        .add(Column::Object.is_not_null())
}
