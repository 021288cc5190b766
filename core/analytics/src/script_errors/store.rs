//! Groups of script errors in the database, and how many a site may have.

use std::collections::{HashMap, HashSet};

use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::{Expr, OnConflict};
use stoa_entity::analytics::analytics_error::{ActiveModel, Column, Entity, Model};
use stoa_entity::{DbError, TenantTx};

use super::ScriptError;
use crate::store::Words;
use crate::texts;

/// Longest message and stack, characters.
const LETTERS: usize = 5_000;
/// Rows read or written by one statement.
const BATCH: usize = 100;
/// Most groups of a site. A visitor can report errors that no browser had: further groups are left out until older
/// ones are deleted.
const MAX_GROUPS: usize = 5_000;

/// Adds errors to their groups.
pub(crate) async fn write(tx: &TenantTx, words: &mut Words<'_>, errors: &[&ScriptError]) -> Result<(), DbError> {
    let mut groups: HashMap<i64, Model> = HashMap::new();
    for error in errors {
        let (message, stack) = (shortened(&error.message), shortened(&error.stack));
        let hash = texts::number_of(format!("{message}\n{stack}").as_bytes());
        let (page, browser) = (words.some(error.page.as_deref()), words.some(error.browser.as_deref()));
        let website_id = words.website.clone();
        let group = groups.entry(hash).or_insert_with(|| Model {
            website_id,
            hash,
            message,
            stack,
            page,
            browser,
            first_seen: error.at,
            last_seen: error.at,
            count: 0,
        });
        group.first_seen = group.first_seen.min(error.at);
        group.last_seen = group.last_seen.max(error.at);
        (group.page, group.browser) = (page, browser);
        group.count += 1;
    }
    leave_out_new(tx, &mut groups).await?;
    let rows = groups.into_values().map(|group| sea_orm::ActiveModelTrait::reset_all(ActiveModel::from(group)));
    let mut rows: Vec<ActiveModel> = rows.collect();
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(BATCH));
        tx.upsert_many(std::mem::replace(&mut rows, rest), added()).await?;
    }
    Ok(())
}

/// Leaves out new groups when the site has too many.
async fn leave_out_new(tx: &TenantTx, groups: &mut HashMap<i64, Model>) -> Result<(), DbError> {
    let mut known: HashSet<i64> = HashSet::new();
    let hashes: Vec<i64> = groups.keys().copied().collect();
    for hashes in hashes.chunks(BATCH) {
        let found = tx.find::<Entity>().filter(Column::Hash.is_in(hashes.iter().copied()));
        known.extend(found.select_only().column(Column::Hash).into_tuple::<i64>().all().await?);
    }
    let stored = usize::try_from(tx.find::<Entity>().count().await?).unwrap_or(usize::MAX);
    let mut room = MAX_GROUPS.saturating_sub(stored);
    groups.retain(|hash, _| {
        if known.contains(hash) {
            return true;
        }
        let fits = room > 0;
        room = room.saturating_sub(1);
        fits
    });
    Ok(())
}

/// What happens to a group that is stored already.
fn added() -> OnConflict {
    use sea_orm::sea_query::ExprTrait as _;
    let count = Expr::col((Entity, Column::Count)).add(Expr::col(("excluded", Column::Count)));
    OnConflict::columns([Column::WebsiteId, Column::Hash])
        .update_columns([Column::LastSeen, Column::Page, Column::Browser])
        .value(Column::Count, count)
        .to_owned()
}

/// Postgres stores no NUL.
fn shortened(text: &str) -> String {
    text.chars().filter(|sign| *sign != '\0').take(LETTERS).collect()
}
