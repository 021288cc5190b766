//! What visitors did with searches, forms, popups and buttons.

use std::collections::BTreeMap;

use sea_orm::sea_query::{Condition, Expr};
use sea_orm::{ColumnTrait as _, FromQueryResult};
use stoa_entity::analytics::analytics_event::{Column, Entity};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::local_days::SiteDays;
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

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
struct Searched {
    object: i64,
    searches: i64,
    without_results: i64,
}

#[derive(FromQueryResult)]
struct Counted {
    object: i64,
    page: Option<i64>,
    kind: i16,
    times: i64,
    visits: i64,
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
    let mut rows: Vec<Searched> = tx
        .find::<Entity>()
        .filter(happened(site, &[EventKind::SiteSearch]))
        .aggregate(
            &[Column::Object],
            vec![
                (Expr::cust("count(*)"), "searches"),
                (Expr::cust("count(CASE WHEN number = 0 THEN 1 END)"), "without_results"),
            ],
        )
        .await?;
    for row in &rows {
        all.searches += row.searches;
        all.without_results += row.without_results;
    }
    rows.sort_by_key(|row| (std::cmp::Reverse(row.searches), row.object));
    rows.truncate(most);
    let ids: Vec<i64> = rows.iter().map(|row| row.object).collect();
    let words = texts::read(&tx, &ids).await?;
    let text = |row: Searched| SearchedText {
        text: words.get(&row.object).cloned().unwrap_or_default(),
        searches: row.searches,
        without_results: row.without_results,
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
    let kinds = [EventKind::ButtonRender, EventKind::ButtonClick];
    objects(ctx, db, site, Wanted { kinds: &kinds, by_page: true, most }).await
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
    let mut find = tx.find::<Entity>().filter(happened(site, wanted.kinds));
    let page = match wanted.by_page {
        true => {
            find = find.group_by(Column::Page);
            Expr::col(Column::Page)
        }
        false => Expr::cust("cast(NULL AS bigint)"),
    };
    let rows: Vec<Counted> = find
        .aggregate(
            &[Column::Object, Column::Kind],
            vec![(page, "page"), (Expr::cust("count(*)"), "times"), (Expr::cust("count(DISTINCT visit)"), "visits")],
        )
        .await?;
    let mut sums: BTreeMap<(i64, i64), ObjectActivity> = BTreeMap::new();
    for row in rows {
        let own = sums.entry((row.object, row.page.unwrap_or(0))).or_default();
        own.times.insert(row.kind, row.times);
        own.visits.insert(row.kind, row.visits);
    }
    let shown = |own: &ObjectActivity| wanted.kinds.first().map_or(0, |kind| own.times(*kind));
    let mut sorted: Vec<((i64, i64), ObjectActivity)> = sums.into_iter().collect();
    sorted.sort_by_key(|(key, own)| (std::cmp::Reverse(shown(own)), *key));
    sorted.truncate(wanted.most);
    named(&tx, sorted).await
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
