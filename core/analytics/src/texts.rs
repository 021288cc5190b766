//! Texts of events and visits, stored once and named by their hash.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::OnConflict;
use sha2::{Digest as _, Sha256};
use stoa_entity::analytics::analytics_text::{ActiveModel, Column, Entity};
use stoa_entity::{DbError, TenantTx};

/// Longest text, bytes; longer ones are cut.
const MAX_BYTES: usize = 500;
/// Texts read or written by one statement.
const BATCH: usize = 1_000;
/// 47 bits: SQLite stores such a number in six bytes.
pub(crate) const MASK: i64 = 0x7fff_ffff_ffff;

/// The id of a text: a hash, so that no query is needed to find it. Never 0.
pub fn id_of(text: &str) -> i64 {
    number_of(cut(text).as_bytes()).max(1)
}

/// A hash of 47 bits.
pub(crate) fn number_of(bytes: &[u8]) -> i64 {
    let hash = Sha256::digest(bytes);
    let number = hash.iter().take(8).fold(0_i64, |number, byte| (number << 8) | i64::from(*byte));
    number & MASK
}

/// A text as it is stored.
pub(crate) fn cut(text: &str) -> &str {
    let mut end = text.len().min(MAX_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// A text without the character that Postgres does not store.
pub(crate) fn storable(text: &str) -> String {
    text.replace('\0', "")
}

/// The texts with these ids.
///
/// # Errors
/// When the database fails.
pub async fn read(tx: &TenantTx, ids: &[i64]) -> Result<HashMap<i64, String>, DbError> {
    let mut texts = HashMap::with_capacity(ids.len());
    for ids in ids.chunks(BATCH) {
        let rows = tx.find::<Entity>().filter(Column::Id.is_in(ids.iter().copied())).all().await?;
        texts.extend(rows.into_iter().map(|row| (row.id, row.text)));
    }
    Ok(texts)
}

/// Stores texts, or notes that they were used on a day.
pub(crate) async fn write(tx: &TenantTx, texts: Vec<(i64, String)>, day: i32) -> Result<(), DbError> {
    let mut rows: Vec<ActiveModel> = texts
        .into_iter()
        .map(|(id, text)| ActiveModel { id: Set(id), text: Set(text), day: Set(day), ..ActiveModel::default() })
        .collect();
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(BATCH));
        let conflict = OnConflict::columns([Column::WebsiteId, Column::Id]).update_column(Column::Day).to_owned();
        tx.upsert_many(std::mem::replace(&mut rows, rest), conflict).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_letters() {
        let long = "ä".repeat(400);
        assert_eq!(cut(&long).len(), 500);
        assert_eq!(id_of(&long), id_of(&format!("{long}!")));
        assert_ne!(id_of("/a"), id_of("/b"));
        assert!(id_of("") > 0);
        assert_eq!(storable("a\0b"), "ab");
    }
}
