//! What visitors did with searches, forms, popups, buttons, and with what no other report has.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::local_days::Days;
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

use super::{Scope, counts};
use crate::segments::OF_BUTTONS;
use crate::{EventKind, texts};

/// Maximum number of forms and popups.
const MAX_ENTRIES: usize = 200;

/// How much is wanted of a list.
#[derive(Clone, Copy, Debug)]
pub struct ListRequest {
    /// Maximum number of rows.
    pub most: usize,
    /// Whether the preceding period is compared.
    pub compare: bool,
}

/// Numbers of searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// All.
    pub searches: i64,
    /// Those that found nothing.
    pub without_results: i64,
}

/// Words that visitors searched for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchedText {
    /// The words.
    pub text: String,
    /// Searches for them.
    pub counts: SearchCounts,
    /// Those of the preceding period, when asked for.
    pub before: Option<SearchCounts>,
}

/// Searches of a period.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searches {
    /// All of them.
    pub all: SearchCounts,
    /// All of the preceding period, when asked for.
    pub before: Option<SearchCounts>,
    /// The most frequent ones.
    pub rows: Vec<SearchedText>,
}

/// How often something happened, by kind of event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindCounts {
    times: BTreeMap<i16, i64>,
    visits: BTreeMap<i16, i64>,
}

impl KindCounts {
    /// How often it happened.
    pub fn times(&self, kind: EventKind) -> i64 {
        self.times.get(&kind.number()).copied().unwrap_or(0)
    }

    /// In how many visits it happened.
    pub fn visits(&self, kind: EventKind) -> i64 {
        self.visits.get(&kind.number()).copied().unwrap_or(0)
    }
}

/// What happened with an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectActivity {
    /// The object: id of a form or popup, text of a button, address of a link.
    pub object: String,
    /// Path of the page; empty where pages are not told apart.
    pub page: String,
    /// How often it happened.
    pub counts: KindCounts,
    /// How often in the preceding period, when asked for.
    pub before: Option<KindCounts>,
}

/// The most frequent searches, and all of them summed up.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn searches(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    scope: &Scope,
    wanted: ListRequest,
) -> Result<Searches, Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let before = wanted.compare.then(|| scope.site.days.before()).flatten();
    let Some(db) = db else {
        return Ok(Searches { before: before.map(|_| SearchCounts::default()), ..Searches::default() });
    };
    let tx = db.snapshot().await?;
    let (all, sums) = searched(&tx, scope, &scope.site.days).await?;
    let earlier = match before {
        Some(days) => Some(searched(&tx, scope, &days).await?),
        None => None,
    };
    let mut rows: Vec<(i64, SearchCounts)> = sums.into_iter().collect();
    rows.sort_by_key(|(object, row)| (Reverse(row.searches), *object));
    rows.truncate(wanted.most);
    let ids: Vec<i64> = rows.iter().map(|(object, _)| *object).collect();
    let words = texts::read(&tx, &ids).await?;
    let row = |(object, counts): (i64, SearchCounts)| SearchedText {
        text: words.get(&object).cloned().unwrap_or_default(),
        counts,
        before: earlier.as_ref().map(|(_, all)| all.get(&object).copied().unwrap_or_default()),
    };
    Ok(Searches { all, before: earlier.as_ref().map(|(all, _)| *all), rows: rows.into_iter().map(row).collect() })
}

/// All searches of some days, and those for each text.
async fn searched(
    tx: &TenantTx,
    scope: &Scope,
    days: &Days,
) -> Result<(SearchCounts, BTreeMap<i64, SearchCounts>), Failure> {
    let mut all = SearchCounts::default();
    let mut sums: BTreeMap<i64, SearchCounts> = BTreeMap::new();
    for row in counts::by_object(tx, days, &scope.filters, &[EventKind::SiteSearch]).await? {
        for own in [&mut all, sums.entry(row.object).or_default()] {
            own.searches += row.times;
            own.without_results += row.without_results;
        }
    }
    Ok((all, sums))
}

/// What happened with forms, those shown most often first.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn forms(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    scope: &Scope,
    compare: bool,
) -> Result<Vec<ObjectActivity>, Failure> {
    let kinds = [EventKind::FormRender, EventKind::FormStart, EventKind::FormSubmit];
    objects(ctx, db, scope, of_entries(&kinds, compare)).await
}

/// What happened with popups and bars, those shown most often first.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn popups(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    scope: &Scope,
    compare: bool,
) -> Result<Vec<ObjectActivity>, Failure> {
    let kinds = [EventKind::OverlayView, EventKind::OverlayClose, EventKind::OverlaySubmit, EventKind::OverlayClick];
    objects(ctx, db, scope, of_entries(&kinds, compare)).await
}

/// What happened with the buttons of each page, those shown most often first.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn buttons(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    scope: &Scope,
    list: ListRequest,
) -> Result<Vec<ObjectActivity>, Failure> {
    objects(ctx, db, scope, ActivityRequest { kinds: &OF_BUTTONS, by_page: true, list }).await
}

/// What happened by a kind of event, such as the links that were followed: the most frequent objects first.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn of_kind(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    scope: &Scope,
    kind: EventKind,
    list: ListRequest,
) -> Result<Vec<ObjectActivity>, Failure> {
    objects(ctx, db, scope, ActivityRequest { kinds: &[kind], by_page: false, list }).await
}

struct ActivityRequest<'a> {
    /// The rows are in the order of the first one.
    kinds: &'a [EventKind],
    by_page: bool,
    list: ListRequest,
}

/// Forms or popups, in the order of the first kind.
fn of_entries(kinds: &[EventKind], compare: bool) -> ActivityRequest<'_> {
    ActivityRequest { kinds, by_page: false, list: ListRequest { most: MAX_ENTRIES, compare } }
}

/// By object and page.
type ByObject = BTreeMap<(i64, i64), KindCounts>;

async fn objects(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    scope: &Scope,
    wanted: ActivityRequest<'_>,
) -> Result<Vec<ObjectActivity>, Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let Some(db) = db else { return Ok(Vec::new()) };
    let tx = db.snapshot().await?;
    let sums = summed(&tx, scope, &scope.site.days, &wanted).await?;
    let earlier = match wanted.list.compare.then(|| scope.site.days.before()).flatten() {
        Some(days) => Some(summed(&tx, scope, &days, &wanted).await?),
        None => None,
    };
    let shown = |own: &KindCounts| wanted.kinds.first().map_or(0, |kind| own.times(*kind));
    let mut sorted: Vec<((i64, i64), KindCounts)> = sums.into_iter().collect();
    sorted.sort_by_key(|(key, own)| (Reverse(shown(own)), *key));
    sorted.truncate(wanted.list.most);
    let ids: Vec<i64> = sorted.iter().flat_map(|((object, page), _)| [*object, *page]).collect();
    let words = texts::read(&tx, &ids).await?;
    let text = |id: i64| words.get(&id).cloned().unwrap_or_default();
    let row = |(key, counts): ((i64, i64), KindCounts)| ObjectActivity {
        object: text(key.0),
        page: text(key.1),
        counts,
        before: earlier.as_ref().map(|all| all.get(&key).cloned().unwrap_or_default()),
    };
    Ok(sorted.into_iter().map(row).collect())
}

async fn summed(tx: &TenantTx, scope: &Scope, days: &Days, wanted: &ActivityRequest<'_>) -> Result<ByObject, Failure> {
    let rows = match wanted.by_page {
        true => counts::by_page(tx, days, &scope.filters, wanted.kinds).await?,
        false => counts::by_object(tx, days, &scope.filters, wanted.kinds).await?,
    };
    let mut sums = ByObject::new();
    for row in rows {
        let own = sums.entry((row.object, row.page.unwrap_or(0))).or_default();
        *own.times.entry(row.kind).or_default() += row.times;
        *own.visits.entry(row.kind).or_default() += row.visits;
    }
    Ok(sums)
}
