//! Translations of what owners wrote: the texts of a resource, how far they are translated, and how translations are
//! laid over a resource that was read for a visitor.
//!
//! A resource tells its texts by walking over itself: it calls a [`Visit`] with each, and its place. Both the list of
//! its texts and what visitors see come from that walk. A translation belongs to the original that it was made from.
//! When an entry of a list moves, its translation moves with it, found by that original; when an original changes, its
//! translation is outdated and still shown.

mod source;
mod tags;

pub use source::{ResourceTexts, Translatable};
pub use tags::{TAG_NAME, tag_id};

use std::collections::{HashMap, HashSet};

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use serde_json::Value;
use stoa_kernel::token::text_digest;
use stoa_kernel::translation::{TextFormat, TextLanguages, TranslatedKind, TranslationState};

use crate::tenant::translation::{Column, Entity, Model};
use crate::{DbError, TenantTx, addresses};

/// What the keys of texts in blocks begin with: the rest is the id of the block and the path of its setting.
pub const BLOCK_KEY: &str = "block/";

/// A translatable text of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslatableText {
    /// Which text it is, unique in the resource.
    pub key: String,
    /// Name of the text, for translators.
    pub label: String,
    /// The text in the language in which the owner writes.
    pub original: String,
    /// How it is written.
    pub format: TextFormat,
    /// Languages in which it is shown: it is shown where all of these include the language.
    pub languages: Vec<TextLanguages>,
}

impl TranslatableText {
    /// Whether it is translated into a language: it is shown there, and not written for this language alone.
    pub fn is_translated_into(&self, language: &str) -> bool {
        self.languages.iter().all(|shown| shown.includes(language) && !shown.is_only(language))
    }

    /// Digest of the original.
    pub fn digest(&self) -> String {
        source_digest(&self.original)
    }
}

/// Digest of an original. Line ends and space around it do not count: other programs change them.
pub fn source_digest(original: &str) -> String {
    text_digest(original.replace("\r\n", "\n").trim())
}

/// Where a text is in the resource.
#[derive(Debug)]
pub enum TextPlace<'a> {
    /// A text.
    Text(&'a mut String),
    /// A value of JSON, which becomes a text.
    Json(&'a mut Value),
}

/// A text found by a walk.
#[derive(Debug)]
pub struct FoundText<'a> {
    /// The text.
    pub text: TranslatableText,
    /// Its place.
    pub place: TextPlace<'a>,
}

impl<'a> FoundText<'a> {
    /// A text of a single line.
    pub fn plain(key: &str, label: &str, place: &'a mut String) -> Self {
        Self::of(key, label, TextFormat::Plain, place)
    }

    /// A text of several lines.
    pub fn lines(key: &str, label: &str, place: &'a mut String) -> Self {
        Self::of(key, label, TextFormat::Lines, place)
    }

    /// HTML.
    pub fn html(key: &str, label: &str, place: &'a mut String) -> Self {
        Self::of(key, label, TextFormat::Html, place)
    }

    fn of(key: &str, label: &str, format: TextFormat, place: &'a mut String) -> Self {
        let text = TranslatableText {
            key: key.to_owned(),
            label: label.to_owned(),
            original: place.clone(),
            format,
            languages: Vec::new(),
        };
        Self { text, place: TextPlace::Text(place) }
    }
}

/// What a walk calls with each text of a resource.
pub type Visit<'v> = dyn FnMut(FoundText<'_>) + 'v;

/// The texts of a resource that are not empty.
pub fn texts_of(walk: impl FnOnce(&mut Visit<'_>)) -> Vec<TranslatableText> {
    let mut texts = Vec::new();
    walk(&mut |found| {
        if !found.text.original.trim().is_empty() {
            texts.push(found.text);
        }
    });
    texts
}

/// The text of an image, which the library, the catalogue and galleries read.
pub fn image_texts(alt_text: &mut String, visit: &mut Visit<'_>) {
    visit(FoundText::plain("altText", "Description", alt_text));
}

/// How a text is translated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextTranslation<'a> {
    /// The stored translation.
    pub row: &'a Model,
    /// Whether the original has changed since.
    pub is_outdated: bool,
}

/// The stored translation of each text: the one from its present original, otherwise that of an entry of the same list
/// with this original, otherwise that of another setting of its block with this original which is there no more,
/// otherwise that of its former original.
pub fn compare<'a>(texts: &[TranslatableText], rows: &'a [Model]) -> Vec<Option<TextTranslation<'a>>> {
    let by_key: HashMap<&str, &'a Model> = rows.iter().map(|row| (row.text_key.as_str(), row)).collect();
    let digests: Vec<String> = texts.iter().map(TranslatableText::digest).collect();
    let mut used = HashSet::new();
    let mut found: Vec<Option<TextTranslation<'a>>> = Vec::with_capacity(texts.len());
    for (text, digest) in texts.iter().zip(&digests) {
        let own = by_key.get(text.key.as_str()).copied().filter(|row| row.source_digest == *digest);
        used.extend(own.map(|row| row.text_key.as_str()));
        found.push(own.map(|row| TextTranslation { row, is_outdated: false }));
    }
    if rows.len() == used.len() {
        return found;
    }
    let mut moved: HashMap<(String, &str), Vec<&'a Model>> = HashMap::new();
    for row in rows.iter().rev().filter(|row| !used.contains(row.text_key.as_str())) {
        moved.entry((without_positions(&row.text_key), row.source_digest.as_str())).or_default().push(row);
    }
    for ((text, digest), place) in texts.iter().zip(&digests).zip(&mut found).filter(|(_, place)| place.is_none()) {
        let row = moved.get_mut(&(without_positions(&text.key), digest.as_str())).and_then(Vec::pop);
        used.extend(row.map(|row| row.text_key.as_str()));
        *place = row.map(|row| TextTranslation { row, is_outdated: false });
    }
    // A setting of a block that has another name now, such as after an update of its plugin.
    for ((text, digest), place) in texts.iter().zip(&digests).zip(&mut found).filter(|(_, place)| place.is_none()) {
        let Some(block) = block_of(&text.key) else { continue };
        let is_same = |row: &&Model| row.source_digest == *digest && block_of(&row.text_key) == Some(block);
        let row = rows.iter().filter(|row| !used.contains(row.text_key.as_str())).find(is_same);
        used.extend(row.map(|row| row.text_key.as_str()));
        *place = row.map(|row| TextTranslation { row, is_outdated: false });
    }
    for (text, place) in texts.iter().zip(&mut found).filter(|(_, place)| place.is_none()) {
        let row = by_key.get(text.key.as_str()).copied().filter(|row| used.insert(row.text_key.as_str()));
        *place = row.map(|row| TextTranslation { row, is_outdated: true });
    }
    found
}

/// The text that a translation with this key was made for: the one with its key, unless its original was another one
/// and an entry of the same list has the original now.
pub fn text_for<'t>(texts: &'t [TranslatableText], key: &str, digest: &str) -> Option<&'t TranslatableText> {
    let own = texts.iter().find(|text| text.key == key);
    if own.is_some_and(|own| own.digest() == digest) {
        return own;
    }
    let place = without_positions(key);
    let moved = texts.iter().find(|text| without_positions(&text.key) == place && text.digest() == digest);
    let block = block_of(key).filter(|_| own.is_none());
    let renamed = || texts.iter().find(|text| block_of(&text.key) == block && text.digest() == digest);
    moved.or_else(|| block.and_then(|_| renamed())).or(own)
}

/// The block whose text a key names.
fn block_of(key: &str) -> Option<&str> {
    key.strip_prefix(BLOCK_KEY)?.split_once('/').map(|(block, _)| block)
}

/// A key without the positions of entries in lists.
fn without_positions(key: &str) -> String {
    let parts = key.split('/').map(|part| if part.bytes().all(|byte| byte.is_ascii_digit()) { "#" } else { part });
    parts.collect::<Vec<_>>().join("/")
}

/// Lays translations over a resource. `walk` is called twice.
pub fn lay_over(rows: &[Model], mut walk: impl FnMut(&mut Visit<'_>)) {
    if rows.is_empty() {
        return;
    }
    let texts = texts_of(&mut walk);
    let translated = texts.iter().zip(compare(&texts, rows));
    let by_key: HashMap<&str, &str> =
        translated.filter_map(|(text, own)| Some((text.key.as_str(), own?.row.text.as_str()))).collect();
    put_texts(&by_key, walk);
}

/// Puts texts, by their keys, in the places that a walk finds.
pub fn put_texts(by_key: &HashMap<&str, &str>, walk: impl FnOnce(&mut Visit<'_>)) {
    walk(&mut |found| {
        let Some(text) = by_key.get(found.text.key.as_str()) else { return };
        match found.place {
            TextPlace::Text(place) => (*text).clone_into(place),
            TextPlace::Json(place) => *place = Value::from(*text),
        }
    });
}

/// How many texts a resource has, and how many of them lack a current translation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextCounts {
    /// All texts.
    pub total: usize,
    /// Without a translation.
    pub missing: usize,
    /// Whose original has changed since.
    pub outdated: usize,
}

impl TextCounts {
    /// Counts the texts of a resource.
    pub fn of(texts: &[TranslatableText], rows: &[Model]) -> Self {
        let found = compare(texts, rows);
        let outdated = found.iter().flatten().filter(|own| own.is_outdated).count();
        Self { total: texts.len(), missing: found.iter().filter(|own| own.is_none()).count(), outdated }
    }

    /// Whether the resource is in a state; texts can be missing and outdated at once.
    pub fn is(self, state: TranslationState) -> bool {
        match state {
            TranslationState::Complete => self.missing == 0 && self.outdated == 0,
            TranslationState::Missing => self.missing > 0,
            TranslationState::Outdated => self.outdated > 0,
        }
    }
}

/// Stored translations of resources in one language.
#[derive(Debug, Default)]
pub struct Translations(HashMap<(TranslatedKind, String), Vec<Model>>);

impl Translations {
    /// Those in the language of a transaction; none, without a query, in the language in which the owner writes.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn shown(tx: &TenantTx, wanted: Vec<(TranslatedKind, Vec<String>)>) -> Result<Self, DbError> {
        match tx.language() {
            Some(language) => Self::stored(tx, language, wanted, None).await,
            None => Ok(Self::default()),
        }
    }

    /// The same without the texts of blocks.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn shown_without_blocks(
        tx: &TenantTx,
        wanted: Vec<(TranslatedKind, Vec<String>)>,
    ) -> Result<Self, DbError> {
        match tx.language() {
            Some(language) => Self::stored(tx, language, wanted, Some(no_blocks())).await,
            None => Ok(Self::default()),
        }
    }

    /// The texts of the blocks of resources in the language of a transaction.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn shown_of_blocks(tx: &TenantTx, kind: TranslatedKind, ids: Vec<String>) -> Result<Self, DbError> {
        let blocks = Condition::all().add(Column::TextKey.starts_with(BLOCK_KEY));
        match tx.language() {
            Some(language) => Self::stored(tx, language, vec![(kind, ids)], Some(blocks)).await,
            None => Ok(Self::default()),
        }
    }

    /// Those of resources in a language, in one query.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of(tx: &TenantTx, language: &str, kind: TranslatedKind, ids: Vec<String>) -> Result<Self, DbError> {
        Self::stored(tx, language, vec![(kind, ids)], None).await
    }

    async fn stored(
        tx: &TenantTx,
        language: &str,
        wanted: Vec<(TranslatedKind, Vec<String>)>,
        narrowed: Option<Condition>,
    ) -> Result<Self, DbError> {
        let mut any = Condition::any();
        for (kind, ids) in wanted.into_iter().filter(|(_, ids)| !ids.is_empty()) {
            let of_kind = Condition::all().add(Column::ResourceKind.eq(kind));
            any = any.add(of_kind.add(Column::ResourceId.is_in(ids)));
        }
        if any.is_empty() {
            return Ok(Self::default());
        }
        let own = Condition::all().add(Column::Language.eq(language)).add(any).add_option(narrowed);
        let mut found: HashMap<(TranslatedKind, String), Vec<Model>> = HashMap::new();
        for row in tx.find::<Entity>().filter(own).order_by_asc(Column::TextKey).all().await? {
            found.entry((row.resource_kind, row.resource_id.clone())).or_default().push(row);
        }
        Ok(Self(found))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Those of a resource.
    pub fn rows(&self, kind: TranslatedKind, id: &str) -> &[Model] {
        self.0.get(&(kind, id.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// Lays those of a resource over it.
    pub fn lay_over(&self, kind: TranslatedKind, id: &str, walk: impl FnMut(&mut Visit<'_>)) {
        if !self.is_empty() {
            lay_over(self.rows(kind, id), walk);
        }
    }
}

fn no_blocks() -> Condition {
    Condition::all().add(Column::TextKey.not_like(format!("{BLOCK_KEY}%")))
}

/// Removes the translations of deleted resources and the words in their addresses, in all languages.
///
/// # Errors
/// When the database fails.
pub async fn forget(tx: &TenantTx, kind: TranslatedKind, ids: Vec<String>) -> Result<(), DbError> {
    if !ids.is_empty() {
        addresses::forget(tx, kind, ids.clone()).await?;
        let own = Condition::all().add(Column::ResourceKind.eq(kind)).add(Column::ResourceId.is_in(ids));
        tx.delete::<Entity>(own).exec().await?;
    }
    Ok(())
}
