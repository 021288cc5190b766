//! Imports what translators send back.

use std::collections::HashMap;

use stoa_entity::audit::{self, AuditAction};
use stoa_entity::translations::{TextTranslation, compare, source_digest, text_for};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::super::service::{ResourcePlace, Sources, TextChange, lock_language, protected_by, require_language};
use super::super::stored::{BATCH, Batch, MAX_TEXT_BYTES, StoredResource, cleaned};
use super::{ExchangeFormat, FileText, MAX_IMPORT_BYTES, csv_file, xliff};
use crate::SiteError;

/// Maximum number of changes that are listed.
const MAX_LISTED: usize = 200;

/// What an import does with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It had no translation.
    Added,
    /// It had another one.
    Changed,
    /// The original has changed since the export; the translation is saved as outdated unless there is a newer one.
    OriginalChanged,
    /// The resource or the text does not exist.
    Unknown,
}

/// A text of a file that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedChange {
    /// Kind of the resource; none if there is no such kind.
    pub kind: Option<TranslatedKind>,
    /// Id of the resource.
    pub id: String,
    /// Title of the resource; empty if it does not exist.
    pub title: String,
    /// Which text.
    pub key: String,
    /// What happens to it.
    pub change: ChangeKind,
    /// The stored translation.
    pub before: Option<String>,
    /// The translation in the file.
    pub after: String,
}

/// Result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportOutcome {
    /// Texts that had no translation.
    pub added: usize,
    /// Texts that had another one.
    pub changed: usize,
    /// Texts with the same translation, and those that the file does not translate.
    pub unchanged: usize,
    /// Texts whose original has changed since the export.
    pub original_changed: usize,
    /// Texts that do not exist.
    pub unknown: usize,
    /// The first texts that are not unchanged.
    pub changes: Vec<ImportedChange>,
}

/// Imports a file in one transaction, or only tells what would change. Existing translations are never removed. A file
/// can have texts that the contributor may see but not change, if their translations are as they were.
///
/// # Errors
/// [`SiteError::Invalid`] when it is not a file of this format, or the site does not have the language.
#[boxed]
pub async fn import(
    ctx: &TenantCtx,
    db: &TenantDb,
    sources: &Sources,
    file: &ImportFile<'_>,
    is_dry_run: bool,
) -> Result<ImportOutcome, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let texts = file.texts()?;
    let tx = if is_dry_run { db.read().await? } else { db.write().await? };
    if is_dry_run {
        require_language(&tx, file.language).await?;
    } else {
        lock_language(&tx, file.language).await?;
    }
    let mut import =
        Import { ctx, tx: &tx, sources, language: file.language, is_dry_run, outcome: ImportOutcome::default() };
    for (kind, resources) in import.grouped(texts) {
        let mut resources: Vec<(String, Vec<FileText>)> = resources.into_iter().collect();
        resources.sort_by(|one, other| one.0.cmp(&other.0));
        while !resources.is_empty() {
            let most = usize::try_from(BATCH).unwrap_or(usize::MAX);
            let rest = resources.split_off(resources.len().min(most));
            import.resources(kind, std::mem::replace(&mut resources, rest)).await?;
        }
    }
    let outcome = import.outcome;
    if !is_dry_run {
        audit::note(ctx, &tx, AuditAction::TranslationsImport, file.language).await?;
        tx.commit().await?;
    }
    Ok(outcome)
}

/// A file to import.
#[derive(Clone, Copy, Debug)]
pub struct ImportFile<'a> {
    /// BCP 47 tag of the language of its translations.
    pub language: &'a str,
    /// Its format.
    pub format: ExchangeFormat,
    /// Its content.
    pub content: &'a [u8],
}

impl ImportFile<'_> {
    fn texts(&self) -> Result<Vec<FileText>, SiteError> {
        let refused = |message: String| SiteError::field("file", message);
        if self.content.len() > MAX_IMPORT_BYTES {
            return Err(refused(stoa_kernel::contributor_texts::FILE_LARGER_THAN_5_MB.english().to_owned()));
        }
        let text = std::str::from_utf8(self.content)
            .map_err(|_| refused(crate::contributor_texts::FILE_NOT_UTF_8.english().to_owned()))?;
        let text = text.trim_start_matches('\u{feff}');
        match self.format {
            ExchangeFormat::Xliff => xliff::read(text).map_err(refused),
            ExchangeFormat::Csv => csv_file::read(text).map_err(refused),
        }
    }
}

/// Texts of a file by the id of their resource, for each kind.
type Grouped = Vec<(TranslatedKind, HashMap<String, Vec<FileText>>)>;

struct Import<'a> {
    ctx: &'a TenantCtx,
    tx: &'a TenantTx,
    sources: &'a Sources,
    language: &'a str,
    is_dry_run: bool,
    outcome: ImportOutcome,
}

impl Import<'_> {
    /// Groups texts by their resources; those of unknown kinds are counted.
    fn grouped(&mut self, texts: Vec<FileText>) -> Grouped {
        let mut grouped: Grouped = TranslatedKind::ALL.iter().map(|kind| (*kind, HashMap::new())).collect();
        for text in texts {
            let place = grouped.iter_mut().find(|(kind, _)| text.kind == Some(*kind));
            match place {
                Some((_, resources)) => resources.entry(text.id.clone()).or_default().push(text),
                None => self.note(ChangeKind::Unknown, &text, "", None),
            }
        }
        grouped.retain(|(_, resources)| !resources.is_empty());
        grouped
    }

    /// Imports the texts of some resources of a kind.
    async fn resources(&mut self, kind: TranslatedKind, texts: Vec<(String, Vec<FileText>)>) -> Result<(), SiteError> {
        self.ctx.authorise(protected_by(kind), Action::Read)?;
        let ids: Vec<String> = texts.iter().map(|(id, _)| id.clone()).collect();
        let batch = Batch::some(self.tx, self.sources.of(kind)?, self.language, &ids).await?;
        let mut texts: HashMap<String, Vec<FileText>> = texts.into_iter().collect();
        for resource in batch.resources {
            let own = texts.remove(&resource.id).unwrap_or_default();
            let id = resource.id.clone();
            let rows = batch.translations.rows(kind, &id).to_vec();
            let stored = StoredResource { resource, rows };
            let changes = self.changes(&stored, own)?;
            if !changes.is_empty() {
                self.ctx.authorise(protected_by(kind), Action::Write)?;
            }
            if !changes.is_empty() && !self.is_dry_run {
                let place = ResourcePlace { language: self.language, kind, id: &id };
                stored.save(self.ctx, self.tx, &place, changes).await?;
            }
        }
        for text in texts.values().flatten() {
            self.note(ChangeKind::Unknown, text, "", None);
        }
        Ok(())
    }

    /// What changes in a resource.
    fn changes(&mut self, stored: &StoredResource, texts: Vec<FileText>) -> Result<Vec<TextChange>, SiteError> {
        let StoredResource { resource, rows } = stored;
        let found = resource.texts.iter().zip(compare(&resource.texts, rows));
        let stored: HashMap<&str, TextTranslation<'_>> =
            found.filter_map(|(text, own)| Some((text.key.as_str(), own?))).collect();
        let mut changes: HashMap<String, TextChange> = HashMap::new();
        for text in texts {
            if text.translation.trim().is_empty() {
                self.outcome.unchanged += 1;
                continue;
            }
            if text.translation.len() > MAX_TEXT_BYTES {
                let message = crate::contributor_texts::TEXT_IN_FILE_TOO_LONG.with("name", text.key.as_str());
                return Err(SiteError::field("file", message.to_string()));
            }
            let digest = source_digest(&text.original);
            let Some(original) = text_for(&resource.texts, &text.key, &digest) else {
                self.note(ChangeKind::Unknown, &text, &resource.title, None);
                continue;
            };
            let own = stored.get(original.key.as_str()).copied();
            let before = own.map(|own| own.row.text.clone());
            let is_current = own.is_some_and(|own| !own.is_outdated);
            let is_of_present = digest == original.digest();
            let is_same = before.as_ref() == Some(&cleaned(original.format, &text.translation));
            if is_same && (is_current || !is_of_present) {
                self.outcome.unchanged += 1;
                continue;
            }
            let change = match before {
                _ if !is_of_present => ChangeKind::OriginalChanged,
                None => ChangeKind::Added,
                Some(_) => ChangeKind::Changed,
            };
            self.note(change, &text, &resource.title, before);
            // A translation of an earlier original does not replace one of the present original.
            if is_of_present || !is_current {
                let key = original.key.clone();
                changes.insert(key.clone(), TextChange { key, text: Some(text.translation), digest });
            }
        }
        Ok(changes.into_values().collect())
    }

    fn note(&mut self, change: ChangeKind, text: &FileText, title: &str, before: Option<String>) {
        let count = match change {
            ChangeKind::Added => &mut self.outcome.added,
            ChangeKind::Changed => &mut self.outcome.changed,
            ChangeKind::OriginalChanged => &mut self.outcome.original_changed,
            ChangeKind::Unknown => &mut self.outcome.unknown,
        };
        *count += 1;
        if self.outcome.changes.len() < MAX_LISTED {
            self.outcome.changes.push(ImportedChange {
                kind: text.kind,
                id: text.id.clone(),
                title: title.to_owned(),
                key: text.key.clone(),
                change,
                before,
                after: text.translation.clone(),
            });
        }
    }
}
