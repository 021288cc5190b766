//! Writes files for translators, in parts.

use stoa_entity::TenantDb;
use stoa_entity::translations::compare;
use stoa_kernel::translation::{TranslatedKind, TranslationState};
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::super::service::{Sources, protected_by, require_language};
use super::super::stored::Batch;
use super::{ExchangeFormat, WrittenText, csv_file, xliff};
use crate::SiteError;
use crate::settings::site_row;

/// What to export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedExport {
    /// BCP 47 tag of the language of translations.
    pub language: String,
    /// Format of the file.
    pub format: ExchangeFormat,
    /// Only resources of this kind; none for all.
    pub kind: Option<TranslatedKind>,
    /// Only texts without a current translation.
    pub unfinished: bool,
}

/// A file that is written in parts, so that the texts of a whole site need only the memory of one part.
pub struct Export {
    db: TenantDb,
    sources: Sources,
    wanted: WantedExport,
    primary: String,
    /// The kinds that are still to be written; the last one first.
    kinds: Vec<TranslatedKind>,
    after: Option<String>,
    has_started: bool,
    has_ended: bool,
}

/// Begins an export of the kinds that the contributor may see.
///
/// # Errors
/// [`SiteError::Invalid`] when the site does not have the language.
#[boxed]
pub async fn export(
    ctx: &TenantCtx,
    db: &TenantDb,
    sources: Sources,
    wanted: WantedExport,
) -> Result<Export, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    require_language(&tx, &wanted.language).await?;
    let primary = site_row(&tx).await?.language;
    if let Some(kind) = wanted.kind {
        ctx.authorise(protected_by(kind), Action::Read)?;
    }
    let kinds = sources.all().iter().map(|source| source.kind()).rev();
    let kinds = kinds.filter(|kind| wanted.kind.is_none_or(|only| only == *kind));
    let kinds = kinds.filter(|kind| ctx.authorise(protected_by(*kind), Action::Read).is_ok()).collect();
    Ok(Export { db: db.clone(), sources, wanted, primary, kinds, after: None, has_started: false, has_ended: false })
}

impl Export {
    /// The next part; none after the last one.
    ///
    /// # Errors
    /// When a database query fails.
    pub async fn part(&mut self) -> Result<Option<String>, SiteError> {
        if self.has_ended {
            return Ok(None);
        }
        if !self.has_started {
            self.has_started = true;
            return Ok(Some(match self.wanted.format {
                ExchangeFormat::Xliff => xliff::start(&self.primary, &self.wanted.language),
                ExchangeFormat::Csv => csv_file::start(),
            }));
        }
        while let Some(kind) = self.kinds.last().copied() {
            let part = self.batch(kind).await?;
            if !part.is_empty() {
                return Ok(Some(part));
            }
        }
        self.has_ended = true;
        Ok(match self.wanted.format {
            ExchangeFormat::Xliff => Some(xliff::END.to_owned()),
            ExchangeFormat::Csv => None,
        })
    }

    /// The next resources of a kind; after its last ones, the kind is removed.
    async fn batch(&mut self, kind: TranslatedKind) -> Result<String, SiteError> {
        let tx = self.db.read().await?;
        let source = self.sources.of(kind)?;
        let batch = Batch::read(&tx, source, &self.wanted.language, self.after.as_deref()).await?;
        let mut out = String::new();
        for resource in &batch.resources {
            let rows = batch.translations.rows(kind, &resource.id);
            let found = resource.texts.iter().zip(compare(&resource.texts, rows));
            let all = found.map(|(text, own)| WrittenText {
                text,
                translation: own.map(|own| own.row.text.as_str()),
                state: match own {
                    None => TranslationState::Missing,
                    Some(own) if own.is_outdated => TranslationState::Outdated,
                    Some(_) => TranslationState::Complete,
                },
            });
            let unfinished = self.wanted.unfinished;
            let texts: Vec<WrittenText<'_>> =
                all.filter(|own| !unfinished || own.state != TranslationState::Complete).collect();
            if texts.is_empty() {
                continue;
            }
            out.push_str(&match self.wanted.format {
                ExchangeFormat::Xliff => xliff::file(kind, &resource.id, &resource.title, &texts),
                ExchangeFormat::Csv => csv_file::lines(kind, &resource.id, &texts),
            });
        }
        self.after = batch.resources.last().map(|resource| resource.id.clone());
        if batch.is_last {
            self.kinds.pop();
            self.after = None;
        }
        Ok(out)
    }
}
