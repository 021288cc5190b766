//! Events and visits.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::{CaseStatement, Expr, Func, OnConflict};
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::{HOUR_MS, Timestamp};

use super::words::Words;
use crate::visits::{OpenVisit, PAUSE_MS, began_at};
use crate::{EventKind, Hit, export, rollups};

/// Rows written or read by one statement: SQLite binds at most 32,766 values.
const BATCH: usize = 1_000;

/// Writes events, in the order of time, and the visits that they belong to. Events that are stored already are left out,
/// also in the sums of their visits.
pub(crate) async fn write(tx: &TenantTx, words: &mut Words<'_>, hits: &[&Hit], now: Timestamp) -> Result<(), DbError> {
    let mut known = read_visits(tx, words, hits).await?;
    let mut rows: HashMap<(Timestamp, i64), (&Hit, OpenVisit)> = HashMap::with_capacity(hits.len());
    let mut events = Vec::with_capacity(hits.len());
    for hit in hits {
        if rows.contains_key(&(hit.at, hit.id)) {
            continue;
        }
        let visit = visit_of(words, &mut known, hit);
        rows.insert((hit.at, hit.id), (hit, visit));
        let page = words.some(hit.page.as_deref());
        if let (Some(page), Some(title)) = (page, hit.title.as_deref()) {
            words.title(page, title);
        }
        events.push(analytics_event::ActiveModel {
            at: Set(hit.at),
            id: Set(hit.id),
            kind: Set(hit.kind.number()),
            visit: Set(visit.id),
            page: Set(page),
            object: Set(words.some(hit.object.as_deref())),
            number: Set(hit.number),
            detail: Set(words.some(hit.text.as_deref())),
            ..analytics_event::ActiveModel::default()
        });
    }
    let mut visits = Visits::default();
    let (mut hours, mut exported): (HashMap<i64, i64>, HashMap<i64, i64>) = Default::default();
    while !events.is_empty() {
        let rest = events.split_off(events.len().min(BATCH));
        let mut new = tx.insert_new(std::mem::replace(&mut events, rest)).await?;
        new.sort_by_key(|row| (row.at, row.id));
        for row in new {
            if let Some((hit, visit)) = rows.get(&(row.at, row.id)) {
                visits.add(visit.id, hit, words);
                *exported.entry(row.at.ms().div_euclid(HOUR_MS)).or_default() += 1;
                // The sums of the hour in which the visit began change as well, and the columns of the day of its last
                // event, which has its figures too.
                let last = Some(visit.last_at).filter(|last| *last > row.at);
                for at in [row.at, began_at(visit.id)].into_iter().chain(last) {
                    *hours.entry(at.ms().div_euclid(HOUR_MS)).or_default() += 1;
                }
            }
        }
    }
    visits.write(tx).await?;
    export::note_hours(tx, exported).await?;
    rollups::note_hours(tx, hours, now).await
}

/// The visit that an event belongs to: the one that is remembered, else another one that is stored, else a new one. The
/// visit with the latest event is remembered, so that events that arrive late do not end it.
fn visit_of(words: &mut Words<'_>, known: &mut HashMap<i64, Vec<OpenVisit>>, hit: &Hit) -> OpenVisit {
    if let Some(open) = words.memory.visits.get_mut(&hit.visitor).filter(|open| open.has(hit.at)) {
        *open = open.until(hit.at);
        return *open;
    }
    let stored = known.entry(hit.visitor).or_default();
    let visit = match stored.iter_mut().rev().find(|visit| visit.has(hit.at)) {
        Some(visit) => {
            *visit = visit.until(hit.at);
            *visit
        }
        None => {
            let visit = OpenVisit::begun_by(hit.id, hit.at);
            stored.push(visit);
            visit
        }
    };
    let open = words.memory.visits.entry(hit.visitor).or_insert(visit);
    if open.last_at <= visit.last_at {
        *open = visit;
    }
    visit
}

/// Reads the latest visits of visitors whose events do not belong to what is remembered, those with the latest event
/// last.
async fn read_visits(tx: &TenantTx, words: &Words<'_>, hits: &[&Hit]) -> Result<HashMap<i64, Vec<OpenVisit>>, DbError> {
    use analytics_visit::Column;
    let known = &words.memory.visits;
    let mut stored: HashMap<i64, Vec<OpenVisit>> = HashMap::new();
    let mut asked: Vec<i64> = hits
        .iter()
        .filter(|hit| known.get(&hit.visitor).is_none_or(|visit| !visit.has(hit.at)))
        .map(|hit| hit.visitor)
        .collect();
    asked.sort_unstable();
    asked.dedup();
    let Some(first) = hits.first().map(|hit| hit.at) else { return Ok(stored) };
    for visitors in asked.chunks(BATCH) {
        let found = tx
            .find::<analytics_visit::Entity>()
            .filter(Column::Visitor.is_in(visitors.iter().copied()))
            .filter(Column::LastAt.gte(first - PAUSE_MS))
            .order_by_asc(Column::LastAt)
            .all()
            .await?;
        for row in found {
            let visit = OpenVisit { id: row.id, started_at: row.started_at, last_at: row.last_at };
            stored.entry(row.visitor).or_default().push(visit);
        }
    }
    Ok(stored)
}

/// Rows of visits: of new ones as they are, of others what is added to them.
#[derive(Default)]
struct Visits {
    rows: HashMap<i64, analytics_visit::Model>,
}

impl Visits {
    fn add(&mut self, id: i64, hit: &Hit, words: &mut Words<'_>) {
        let is_first = !self.rows.contains_key(&id);
        let row = self.rows.entry(id).or_insert_with(|| first_row(id, hit, words));
        if !is_first && hit.kind == EventKind::PageView && row.views == 0 {
            *row = with_facts_of(row, hit, words);
        }
        row.last_at = row.last_at.max(hit.at);
        let page = words.some(hit.page.as_deref());
        if hit.kind == EventKind::PageView {
            row.views += 1;
            row.entry_page = row.entry_page.or(page);
            row.exit_page = page.or(row.exit_page);
        }
        if hit.kind == EventKind::Heartbeat {
            row.engaged_ms += hit.number.unwrap_or(0).max(0);
        } else {
            row.events += 1;
        }
        if hit.kind == EventKind::Purchase {
            row.orders += 1;
            row.revenue += hit.number.unwrap_or(0);
        }
    }

    async fn write(self, tx: &TenantTx) -> Result<(), DbError> {
        let mut rows: Vec<analytics_visit::ActiveModel> = self
            .rows
            .into_values()
            .map(|row| sea_orm::ActiveModelTrait::reset_all(analytics_visit::ActiveModel::from(row)))
            .collect();
        while !rows.is_empty() {
            let rest = rows.split_off(rows.len().min(BATCH));
            tx.upsert_many(std::mem::replace(&mut rows, rest), added()).await?;
        }
        Ok(())
    }
}

/// What happens to a visit that is stored already.
fn added() -> OnConflict {
    use analytics_visit::Column;
    use sea_orm::sea_query::ExprTrait as _;
    let old = |column: Column| Expr::col((analytics_visit::Entity, column));
    let new = |column: Column| Expr::col(("excluded", column));
    let first = |own, other| Expr::expr(Func::coalesce([own, other]));
    let mut conflict = OnConflict::columns([Column::WebsiteId, Column::Id]);
    for column in [Column::Views, Column::Events, Column::EngagedMs, Column::Orders, Column::Revenue] {
        conflict.value(column, old(column).add(new(column)));
    }
    let is_later = new(Column::LastAt).gt(old(Column::LastAt));
    let last: Expr = CaseStatement::new().case(is_later, new(Column::LastAt)).finally(old(Column::LastAt)).into();
    conflict.value(Column::LastAt, last);
    conflict.value(Column::EntryPage, first(old(Column::EntryPage), new(Column::EntryPage)));
    conflict.value(Column::ExitPage, first(new(Column::ExitPage), old(Column::ExitPage)));
    conflict
}

/// A visit with the facts of its first page view: what else a page reports may have an earlier time, by the clock of the
/// server, and does not tell where the visitor came from. The facts of a visit that is stored already are not changed.
fn with_facts_of(row: &analytics_visit::Model, hit: &Hit, words: &mut Words<'_>) -> analytics_visit::Model {
    analytics_visit::Model {
        started_at: row.started_at,
        last_at: row.last_at,
        views: row.views,
        events: row.events,
        engaged_ms: row.engaged_ms,
        entry_page: row.entry_page,
        exit_page: row.exit_page,
        orders: row.orders,
        revenue: row.revenue,
        ..first_row(row.id, hit, words)
    }
}

fn first_row(id: i64, hit: &Hit, words: &mut Words<'_>) -> analytics_visit::Model {
    let facts = &hit.facts;
    let country = facts.country.and_then(|code| std::str::from_utf8(&code).ok().map(str::to_owned));
    analytics_visit::Model {
        website_id: words.website.clone(),
        id,
        visitor: hit.visitor,
        is_identified: hit.is_identified,
        is_first: facts.is_first_session,
        started_at: hit.at,
        last_at: hit.at,
        views: 0,
        events: 0,
        engaged_ms: 0,
        entry_page: None,
        exit_page: None,
        referrer: words.some(facts.referrer_host.as_deref()),
        source: words.some(facts.source.as_deref()),
        medium: facts.medium.number(),
        campaign: words.some(facts.campaign.as_deref()),
        term: words.some(facts.term.as_deref()),
        content: words.some(facts.content.as_deref()),
        country,
        language: words.some(facts.language.as_deref()),
        device: facts.device.number(),
        browser: words.some(facts.browser.as_deref()),
        os: words.some(facts.os.as_deref()),
        host: words.some(facts.host.as_deref()),
        orders: 0,
        revenue: 0,
    }
}
