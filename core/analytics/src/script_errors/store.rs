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
/// Rows written by one statement.
const BATCH: usize = 1_000;
/// Most groups of a site, so that invented errors do not fill its disk.
const GROUPS: u64 = 5_000;

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
    if tx.find::<Entity>().count().await? >= GROUPS {
        let hashes: Vec<i64> = groups.keys().copied().collect();
        let mut known = HashSet::new();
        for hashes in hashes.chunks(BATCH) {
            let own = tx.find::<Entity>().filter(Column::Hash.is_in(hashes.iter().copied()));
            known.extend(own.select_only().column(Column::Hash).into_tuple::<i64>().all().await?);
        }
        groups.retain(|hash, _| known.contains(hash));
    }
    let rows = groups.into_values().map(|group| sea_orm::ActiveModelTrait::reset_all(ActiveModel::from(group)));
    let mut rows: Vec<ActiveModel> = rows.collect();
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(BATCH));
        tx.upsert_many(std::mem::replace(&mut rows, rest), added()).await?;
    }
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

fn shortened(text: &str) -> String {
    text.chars().filter(|sign| *sign != '\0').take(LETTERS).collect()
}
