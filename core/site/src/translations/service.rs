//! Use cases of contributors: which resources are translated, the texts of one, and saving translations.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::site_language;
use stoa_entity::translations::{TextCounts, Translatable, TranslatableText};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::ports::Invalidation;
use stoa_kernel::translation::{TranslatedKind, TranslationState};
use stoa_kernel::{Action, Resource as Permission, TenantCtx, boxed};

use super::stored::Batch;
use super::{shown_on, tags};
use crate::settings::site_row;
use crate::{SiteError, contributor_texts, languages};

/// Maximum number of batches that are searched for resources in a state.
const MAX_BATCHES: usize = 10;
/// Number of resources of a kind that are counted at once, and the maximum number of such batches.
const COUNTED_AT_ONCE: u64 = 500;
const COUNTED_BATCHES: usize = 10;

/// All kinds of resources that can be translated.
pub struct Sources(Vec<Box<dyn Translatable>>);

impl Sources {
    /// The kinds, in the order in which they are shown.
    pub fn new(kinds: Vec<Box<dyn Translatable>>) -> Self {
        Self(kinds)
    }

    pub(super) fn all(&self) -> &[Box<dyn Translatable>] {
        &self.0
    }

    pub(super) fn of(&self, kind: TranslatedKind) -> Result<&dyn Translatable, SiteError> {
        let found = self.0.iter().find(|source| source.kind() == kind);
        found.map(|source| source.as_ref() as &dyn Translatable).ok_or(SiteError::NotFound)
    }
}

/// What saving translations needs besides the data of the site.
#[derive(Clone, Copy)]
pub struct SaveTools<'a> {
    /// All kinds of resources that can be translated.
    pub sources: &'a Sources,
    /// Invalidates the pages that show a changed translation.
    pub invalidation: &'a dyn Invalidation,
}

/// Which resources to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedList {
    /// BCP 47 tag of the language of translations.
    pub language: String,
    /// Their kind.
    pub kind: TranslatedKind,
    /// Only those in this state; none for all.
    pub state: Option<TranslationState>,
}

/// A resource, and how far it is translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceState {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its texts.
    pub counts: TextCounts,
}

/// How far the resources of a kind are translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindProgress {
    /// The kind.
    pub kind: TranslatedKind,
    /// Resources with texts.
    pub resources: usize,
    /// Those that are completely translated.
    pub complete: usize,
    /// Their texts.
    pub counts: TextCounts,
    /// Whether there are more resources, which were not counted.
    pub has_more: bool,
}

/// A text of a resource with its translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslatedText {
    /// The text.
    pub text: TranslatableText,
    /// Its translation.
    pub translation: Option<String>,
    /// Whether the original has changed since it was translated.
    pub is_outdated: bool,
    /// The original that was translated, if it has changed and is known.
    pub former_original: Option<String>,
}

/// A resource with its texts and translations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Its kind.
    pub kind: TranslatedKind,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its texts, in order.
    pub texts: Vec<TranslatedText>,
}

/// What a contributor needs to see and to change texts of a kind, besides the content: what protects their originals.
pub(super) const fn protected_by(kind: TranslatedKind) -> Permission {
    match kind {
        TranslatedKind::Page
        | TranslatedKind::Post
        | TranslatedKind::Experiment
        | TranslatedKind::Tag
        | TranslatedKind::Image => Permission::Content,
        TranslatedKind::Product | TranslatedKind::Category => Permission::Products,
        TranslatedKind::ShippingOption | TranslatedKind::Discount | TranslatedKind::TaxRule | TranslatedKind::Store => {
            Permission::DiscountsTaxShipping
        }
        // How to pay can name an account.
        TranslatedKind::Payment => Permission::Plugins,
        TranslatedKind::Navigation => Permission::Navigation,
        TranslatedKind::HeaderFooter => Permission::Design,
        TranslatedKind::Website => Permission::SiteSettings,
    }
}

/// A translation to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// Which text.
    pub key: String,
    /// The translation; none to remove it.
    pub text: Option<String>,
    /// Digest of the original that was translated.
    pub digest: String,
}

/// Resources of a kind in the order of their ids; those without texts are left out. A page of the list can have fewer
/// entries than there would be: the cursor tells whether it goes on.
///
/// # Errors
/// [`SiteError::Invalid`] when the site does not have the language.
#[boxed]
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    sources: &Sources,
    wanted: &WantedList,
    request: &PageRequest,
) -> Result<Page<ResourceState>, SiteError> {
    ctx.authorise(Permission::Content, Action::Read)?;
    ctx.authorise(protected_by(wanted.kind), Action::Read)?;
    let source = sources.of(wanted.kind)?;
    let tx = db.read().await?;
    require_language(&tx, &wanted.language).await?;
    let most = usize::try_from(request.limit()).unwrap_or(usize::MAX);
    let (mut items, mut after) = (Vec::new(), request.cursor.clone());
    for _ in 0..MAX_BATCHES {
        let batch = Batch::read(&tx, source, &wanted.language, after.as_deref()).await?;
        for resource in batch.resources {
            after = Some(resource.id.clone());
            let counts = batch.translations.counts(wanted.kind, &resource);
            if counts.total > 0 && wanted.state.is_none_or(|state| counts.is(state)) {
                items.push(ResourceState { id: resource.id, title: resource.title, counts });
            }
            if items.len() == most {
                return Ok(Page { items, next_cursor: after });
            }
        }
        if batch.is_last {
            return Ok(Page { items, next_cursor: None });
        }
    }
    Ok(Page { items, next_cursor: after })
}

/// How far the resources of each kind that the contributor may see are translated. Of kinds with more than 5000
/// resources, only the first ones are counted.
///
/// # Errors
/// [`SiteError::Invalid`] when the site does not have the language.
#[boxed]
pub async fn progress(
    ctx: &TenantCtx,
    db: &TenantDb,
    sources: &Sources,
    language: &str,
) -> Result<Vec<KindProgress>, SiteError> {
    ctx.authorise(Permission::Content, Action::Read)?;
    let tx = db.read().await?;
    require_language(&tx, language).await?;
    let mut all = Vec::new();
    for source in sources.all() {
        let kind = source.kind();
        if ctx.authorise(protected_by(kind), Action::Read).is_err() {
            continue;
        }
        let counts = TextCounts::default();
        let mut progress = KindProgress { kind, resources: 0, complete: 0, counts, has_more: true };
        let mut after: Option<String> = None;
        for _ in 0..COUNTED_BATCHES {
            let batch = Batch::read_many(&tx, source.as_ref(), language, after.as_deref(), COUNTED_AT_ONCE).await?;
            after = batch.resources.last().map(|resource| resource.id.clone());
            for resource in &batch.resources {
                progress.add(batch.translations.counts(kind, resource));
            }
            if batch.is_last {
                progress.has_more = false;
                break;
            }
        }
        all.push(progress);
    }
    Ok(all)
}

impl KindProgress {
    fn add(&mut self, counts: TextCounts) {
        if counts.total == 0 {
            return;
        }
        self.resources += 1;
        self.complete += usize::from(counts.is(TranslationState::Complete));
        self.counts.total += counts.total;
        self.counts.missing += counts.missing;
        self.counts.outdated += counts.outdated;
    }
}

/// A resource with its texts and their translations into a language.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such resource; [`SiteError::Invalid`] when the site does not have the
/// language.
#[boxed]
pub async fn resource(
    ctx: &TenantCtx,
    db: &TenantDb,
    sources: &Sources,
    place: &ResourcePlace<'_>,
) -> Result<Resource, SiteError> {
    ctx.authorise(Permission::Content, Action::Read)?;
    ctx.authorise(protected_by(place.kind), Action::Read)?;
    let tx = db.read().await?;
    let stored = place.read(&tx, sources).await?;
    require_language(&tx, place.language).await?;
    Ok(stored.shown(place))
}

/// Saves translations of a resource; others of it are kept. One of an original that has changed meanwhile is saved as
/// outdated.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such resource; [`SiteError::Invalid`] for unknown and too long texts.
#[boxed]
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    tools: &SaveTools<'_>,
    place: &ResourcePlace<'_>,
    changes: Vec<TextChange>,
) -> Result<Resource, SiteError> {
    let sources = tools.sources;
    ctx.authorise(Permission::Content, Action::Write)?;
    ctx.authorise(protected_by(place.kind), Action::Write)?;
    let tx = db.write().await?;
    // That there is no such resource is said first.
    let locked = lock_language(&tx, place.language).await;
    let stored = place.read(&tx, sources).await?;
    locked?;
    stored.check(&changes)?;
    tags::require_free(&tx, place, &changes).await?;
    let shown_on = shown_on::tags(&tx, place, &changes).await?;
    stored.save(ctx, &tx, place, changes).await?;
    let saved = place.read(&tx, sources).await?.shown(place);
    tx.commit().await?;
    tools.invalidation.invalidate_tags(ctx.website(), &shown_on).await;
    Ok(saved)
}

/// Refuses a language that the site does not have besides its primary one.
pub(super) async fn require_language(tx: &TenantTx, language: &str) -> Result<(), SiteError> {
    if languages::others(tx).await?.iter().any(|known| known.tag == language) {
        return Ok(());
    }
    let message = if site_row(tx).await?.language == language {
        contributor_texts::SITE_IS_WRITTEN_IN_IT
    } else {
        contributor_texts::SITE_LACKS_LANGUAGE
    };
    Err(SiteError::field("language", message))
}

/// Like [`require_language`], and has other saves of the language wait until the transaction ends: each replaces all
/// translations of a resource, so it must read those that were saved before it.
pub(super) async fn lock_language(tx: &TenantTx, language: &str) -> Result<(), SiteError> {
    // The row is another one when the list of languages was replaced while this waited: a second query finds that.
    for _ in 0..2 {
        let own = site_language::Column::Language.eq(language);
        if tx.find::<site_language::Entity>().filter(own).for_update().one().await?.is_some() {
            return Ok(());
        }
    }
    require_language(tx, language).await
}

/// A resource and a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourcePlace<'a> {
    /// BCP 47 tag.
    pub language: &'a str,
    /// Kind of the resource.
    pub kind: TranslatedKind,
    /// Id of the resource.
    pub id: &'a str,
}
