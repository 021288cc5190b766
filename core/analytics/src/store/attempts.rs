//! Tries to store entries without an id of their own, which would count again when they are stored again. A commit whose
//! outcome is unknown may have succeeded: the number of each try is stored with it, and looked up before the next one.
//! The site is locked then, so a commit that is still under way is waited for.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::OnConflict;
use stoa_entity::analytics::analytics_attempt::{ActiveModel, Column, Entity};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::token::random_number;

/// A try to store what waits for a site.
#[derive(Debug)]
pub(crate) struct Attempt {
    writer: i64,
    number: i64,
    is_committed: bool,
    /// The earlier try that was found to be stored.
    found: Option<i64>,
}

/// An entry without an id, and the try that may have stored it.
#[derive(Debug)]
pub(crate) struct Tried<'a, T> {
    pub(crate) entry: &'a T,
    pub(crate) attempt: Option<i64>,
}

impl Attempt {
    /// A new one of a process.
    pub(crate) fn of(writer: i64) -> Self {
        Self { writer, number: random_number(), is_committed: false, found: None }
    }

    /// Its number, if it may have stored what it was to store.
    pub(crate) fn uncertain(&self) -> Option<i64> {
        self.is_committed.then_some(self.number)
    }

    /// The earlier try that was found to be stored: its entries are not to be stored again, whatever becomes of this
    /// one.
    pub(crate) fn found(&self) -> Option<i64> {
        self.found
    }

    /// Finds the last try of the process that was stored; reads only when there are entries to be stored again.
    pub(super) async fn find_stored(&mut self, tx: &TenantTx, is_repeated: bool) -> Result<Option<i64>, DbError> {
        if is_repeated {
            let row = tx.find::<Entity>().filter(Column::Writer.eq(self.writer)).one().await?;
            self.found = row.map(|row| row.number);
        }
        Ok(self.found)
    }

    /// Stores its number with what it stores.
    pub(super) async fn note(&self, tx: &TenantTx, now: Timestamp) -> Result<(), DbError> {
        let row =
            ActiveModel { writer: Set(self.writer), number: Set(self.number), at: Set(now), ..ActiveModel::default() };
        let key = [Column::WebsiteId, Column::Writer];
        let conflict = OnConflict::columns(key).update_columns([Column::Number, Column::At]).to_owned();
        tx.upsert_many(vec![row], conflict).await
    }

    /// Called before the commit: from now on it may succeed without an answer.
    pub(super) fn commits(&mut self) {
        self.is_committed = true;
    }
}

/// The entries that no try has stored.
pub(super) fn left<'a, T>(entries: &[Tried<'a, T>], stored: Option<i64>) -> Vec<&'a T> {
    let is_left = |own: &&Tried<'a, T>| own.attempt.is_none() || own.attempt != stored;
    entries.iter().filter(is_left).map(|own| own.entry).collect()
}
