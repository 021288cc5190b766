//! Collects the texts of a batch that are not stored yet.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use stoa_entity::analytics::analytics_page;
use stoa_entity::{DbError, TenantTx};

use stoa_kernel::id::WebsiteId;

use crate::recorder::{Noted, SiteMemory};
use crate::rollups::OTHER;
use crate::texts;

/// Longest title of a page, bytes.
const TITLE_BYTES: usize = 300;
/// Rows written by one statement.
const BATCH: usize = 1_000;

/// The texts of a batch.
pub(crate) struct Words<'a> {
    pub(crate) website: WebsiteId,
    pub(crate) memory: &'a mut SiteMemory,
    new: Vec<(i64, String)>,
    titles: HashMap<i64, String>,
}

impl<'a> Words<'a> {
    pub(crate) fn new(website: &WebsiteId, memory: &'a mut SiteMemory) -> Self {
        Self { website: website.clone(), memory, new: Vec::new(), titles: HashMap::new() }
    }

    /// The id of a text, which will be stored; that of [`OTHER`] when the site has too many.
    pub(crate) fn id(&mut self, text: &str) -> i64 {
        let id = texts::id_of(text);
        match self.memory.note(id) {
            Noted::Known => id,
            Noted::New => {
                self.new.push((id, texts::storable(texts::cut(text))));
                id
            }
            Noted::TooMany => {
                let other = texts::id_of(OTHER);
                if self.memory.is_new(other) {
                    self.new.push((other, OTHER.to_owned()));
                }
                other
            }
        }
    }

    /// The id of a text, if there is one.
    pub(crate) fn some(&mut self, text: Option<&str>) -> Option<i64> {
        text.filter(|text| !text.is_empty()).map(|text| self.id(text))
    }

    /// Notes the title of a page.
    pub(crate) fn title(&mut self, page: i64, title: &str) {
        let mut end = title.len().min(TITLE_BYTES);
        while !title.is_char_boundary(end) {
            end -= 1;
        }
        let title = title.get(..end).unwrap_or_default();
        // Known titles share the set of texts: a title changes rarely.
        let hash = texts::number_of(format!("{page}\n{title}").as_bytes());
        if !title.is_empty() && self.memory.note(hash) == Noted::New {
            self.titles.insert(page, texts::storable(title));
        }
    }

    pub(crate) async fn write(self, tx: &TenantTx, day: i32) -> Result<(), DbError> {
        use analytics_page::{ActiveModel, Column};
        texts::write(tx, self.new, day).await?;
        let rows = self.titles.into_iter().map(|(page, title)| ActiveModel {
            page: Set(page),
            title: Set(title),
            day: Set(day),
            ..ActiveModel::default()
        });
        let mut rows: Vec<ActiveModel> = rows.collect();
        while !rows.is_empty() {
            let rest = rows.split_off(rows.len().min(BATCH));
            let conflict = OnConflict::columns([Column::WebsiteId, Column::Page])
                .update_columns([Column::Title, Column::Day])
                .to_owned();
            tx.upsert_many(std::mem::replace(&mut rows, rest), conflict).await?;
        }
        Ok(())
    }
}
