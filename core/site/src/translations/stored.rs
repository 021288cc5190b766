//! Stored translations of resources: reading them with the texts, and writing them.

use std::collections::{BTreeMap, HashSet};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::tenant::translation::{ActiveModel, Column, Entity, Model};
use stoa_entity::translations::{
    ResourceTexts, TextCounts, TextTranslation, Translatable, TranslatableText, Translations, compare, text_for,
};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::error::Checks;
use stoa_kernel::translation::{TextFormat, TranslatedKind};

use super::service::{Resource, ResourcePlace, Sources, TextChange, TranslatedText};
use crate::SiteError;
use crate::contributor_texts;
use crate::html::sanitise_translation;

/// Maximum length of a translation, in bytes.
pub const MAX_TEXT_BYTES: usize = 50 * 1024;
/// Maximum number of texts that are saved at once.
pub const MAX_TEXTS: usize = 500;
/// Maximum length of the key of a text, in characters.
const MAX_KEY_LENGTH: usize = 1_000;
/// Maximum length of a digest, in bytes.
const MAX_DIGEST_LENGTH: usize = 64;
/// Number of resources read at once.
pub(super) const BATCH: u64 = 50;
/// Rows inserted by one statement.
const ROWS_AT_ONCE: usize = 500;

/// Some resources of a kind with their texts and translations.
pub(super) struct Batch {
    pub(super) resources: Vec<ResourceTexts>,
    pub(super) translations: StoredTranslations,
    pub(super) is_last: bool,
}

/// Translations of some resources.
pub(super) struct StoredTranslations(Translations);

impl StoredTranslations {
    pub(super) fn counts(&self, kind: TranslatedKind, resource: &ResourceTexts) -> TextCounts {
        TextCounts::of(&resource.texts, self.0.rows(kind, &resource.id))
    }

    pub(super) fn rows(&self, kind: TranslatedKind, id: &str) -> &[Model] {
        self.0.rows(kind, id)
    }
}

impl Batch {
    pub(super) async fn read(
        tx: &TenantTx,
        source: &dyn Translatable,
        language: &str,
        after: Option<&str>,
    ) -> Result<Self, SiteError> {
        Self::read_many(tx, source, language, after, BATCH).await
    }

    /// The same with a number of resources.
    pub(super) async fn read_many(
        tx: &TenantTx,
        source: &dyn Translatable,
        language: &str,
        after: Option<&str>,
        most: u64,
    ) -> Result<Self, SiteError> {
        let mut resources = source.page(tx, after, most).await?;
        for resource in &mut resources {
            resource.texts.retain(|text| text.is_translated_into(language));
        }
        let is_last = u64::try_from(resources.len()).is_ok_and(|count| count < most);
        let ids = resources.iter().map(|resource| resource.id.clone()).collect();
        let translations = Translations::of(tx, language, source.kind(), ids).await?;
        Ok(Self { resources, translations: StoredTranslations(translations), is_last })
    }

    /// The resources with these ids, also with the texts that are not translated into the language: translations of these
    /// are kept.
    pub(super) async fn some(
        tx: &TenantTx,
        source: &dyn Translatable,
        language: &str,
        ids: &[String],
    ) -> Result<Self, SiteError> {
        let resources = source.some(tx, ids).await?;
        let translations = Translations::of(tx, language, source.kind(), ids.to_vec()).await?;
        Ok(Self { resources, translations: StoredTranslations(translations), is_last: true })
    }
}

impl ResourcePlace<'_> {
    pub(super) async fn read(&self, tx: &TenantTx, sources: &Sources) -> Result<StoredResource, SiteError> {
        let batch = Batch::some(tx, sources.of(self.kind)?, self.language, &[self.id.to_owned()]).await?;
        let rows = batch.translations.rows(self.kind, self.id).to_vec();
        let resource = batch.resources.into_iter().next().ok_or(SiteError::NotFound)?;
        Ok(StoredResource { resource, rows })
    }
}

/// A resource with its stored translations.
pub(super) struct StoredResource {
    pub(super) resource: ResourceTexts,
    pub(super) rows: Vec<Model>,
}

impl StoredResource {
    /// The texts that are translated into the language.
    pub(super) fn shown(self, place: &ResourcePlace<'_>) -> Resource {
        let found: Vec<Option<TextTranslation<'_>>> = compare(&self.resource.texts, &self.rows);
        let shown = |(text, own): (TranslatableText, Option<TextTranslation<'_>>)| TranslatedText {
            text,
            translation: own.map(|own| own.row.text.clone()),
            is_outdated: own.is_some_and(|own| own.is_outdated),
            former_original: own
                .filter(|own| own.is_outdated && !own.row.source_text.is_empty())
                .map(|own| own.row.source_text.clone()),
        };
        let texts = self.resource.texts.into_iter().zip(found);
        let texts = texts.filter(|(text, _)| text.is_translated_into(place.language)).map(shown).collect();
        Resource { kind: place.kind, id: self.resource.id, title: self.resource.title, texts }
    }

    pub(super) fn check(&self, changes: &[TextChange]) -> Result<(), SiteError> {
        let known: HashSet<&str> = self.resource.texts.iter().map(|text| text.key.as_str()).collect();
        let mut seen = HashSet::new();
        let mut checks = Checks::default();
        let most = format!("Save at most {MAX_TEXTS} texts at once.");
        checks.require(changes.len() <= MAX_TEXTS, "texts", most);
        for (index, change) in changes.iter().enumerate() {
            let field = |name: &str| format!("texts[{index}].{name}");
            let (key, digest) = (change.key.chars().count(), change.digest.len());
            let most = format!("Use 1 to {MAX_KEY_LENGTH} characters.");
            checks.require((1..=MAX_KEY_LENGTH).contains(&key), &field("key"), most);
            let message = "Send the digest that came with the original.";
            checks.require((1..=MAX_DIGEST_LENGTH).contains(&digest), &field("digest"), message);
            // A translation whose text is gone can still be removed.
            let is_known = change.text.is_none() || known.contains(change.key.as_str());
            checks.require(is_known, &field("key"), contributor_texts::THIS_TEXT_NO_LONGER_EXISTS_RELOAD);
            checks.require(
                seen.insert(change.key.as_str()),
                &field("key"),
                contributor_texts::THIS_TEXT_IS_IN_THE_LIST_TWICE,
            );
            let length = change.text.as_ref().map_or(0, String::len);
            checks.require(length <= MAX_TEXT_BYTES, &field("text"), TOO_LONG);
        }
        Ok(checks.finish()?)
    }

    /// Stores changes that have been checked. Translations of entries that have moved get their present keys.
    pub(super) async fn save(
        self,
        ctx: &TenantCtx,
        tx: &TenantTx,
        place: &ResourcePlace<'_>,
        changes: Vec<TextChange>,
    ) -> Result<(), SiteError> {
        let Self { resource, rows } = self;
        let mut kept = with_present_keys(&resource.texts, &rows);
        for change in changes {
            // An entry of a list may have moved since the original was read.
            let original = text_for(&resource.texts, &change.key, &change.digest);
            let key = original.map_or_else(|| change.key.clone(), |original| original.key.clone());
            let text = change.text.filter(|text| !text.trim().is_empty());
            let (Some(text), Some(original)) = (text, original) else {
                kept.remove(&key);
                continue;
            };
            let before = kept.get(&key).filter(|row| row.source_digest == change.digest);
            let source_text = match before {
                _ if original.digest() == change.digest => original.original.clone(),
                Some(before) => before.source_text.clone(),
                None => String::new(),
            };
            let row = Model {
                website_id: tx.website().clone(),
                language: place.language.to_owned(),
                resource_kind: place.kind,
                resource_id: place.id.to_owned(),
                text_key: key.clone(),
                text: cleaned(original.format, &text),
                source_digest: change.digest,
                source_text,
                updated_on: ctx.now(),
            };
            kept.insert(key, row);
        }
        let own = Condition::all()
            .add(Column::Language.eq(place.language))
            .add(Column::ResourceKind.eq(place.kind))
            .add(Column::ResourceId.eq(place.id));
        tx.delete::<Entity>(own).exec().await?;
        let mut rows: Vec<ActiveModel> = kept.into_values().map(to_insert).collect();
        while !rows.is_empty() {
            let rest = rows.split_off(rows.len().min(ROWS_AT_ONCE));
            match tx.insert_many(std::mem::replace(&mut rows, rest)).await {
                Err(DbError::Duplicate(_)) => {
                    let message = contributor_texts::TRANSLATIONS_SAVED_MEANWHILE.english();
                    return Err(SiteError::Conflict(message.to_owned()));
                }
                other => other?,
            }
        }
        Ok(())
    }
}

const TOO_LONG: &str = contributor_texts::TEXT_OF_AT_MOST_50_KB.english();

/// Stored translations by the present key of their text; those without a text keep theirs.
fn with_present_keys(texts: &[TranslatableText], rows: &[Model]) -> BTreeMap<String, Model> {
    let mut kept = BTreeMap::new();
    let mut moved = HashSet::new();
    for (text, own) in texts.iter().zip(compare(texts, rows)) {
        if let Some(own) = own {
            moved.insert(own.row.text_key.as_str());
            kept.insert(text.key.clone(), Model { text_key: text.key.clone(), ..own.row.clone() });
        }
    }
    for row in rows.iter().filter(|row| !moved.contains(row.text_key.as_str())) {
        kept.entry(row.text_key.clone()).or_insert_with(|| row.clone());
    }
    kept
}

/// A translation as it is stored: HTML is sanitised like that of its original, and a line has no line ends.
pub(super) fn cleaned(format: TextFormat, text: &str) -> String {
    match format {
        TextFormat::Html => sanitise_translation(text),
        TextFormat::Lines => text.replace("\r\n", "\n"),
        TextFormat::Plain => text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

fn to_insert(row: Model) -> ActiveModel {
    ActiveModel {
        website_id: Set(row.website_id),
        language: Set(row.language),
        resource_kind: Set(row.resource_kind),
        resource_id: Set(row.resource_id),
        text_key: Set(row.text_key),
        text: Set(row.text),
        source_digest: Set(row.source_digest),
        source_text: Set(row.source_text),
        updated_on: Set(row.updated_on),
    }
}
