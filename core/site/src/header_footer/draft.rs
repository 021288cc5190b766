//! Drafts of header and footer. Each change creates a version; the last 200 are kept, so that undo and redo move
//! between versions, even after a reload, and any of them can be restored.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::{Value, json};
use stoa_entity::audit;
use stoa_entity::tenant::{header_footer_draft as drafts, header_footer_version as versions};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};
use stoa_messages::Texts;

use super::footer::{check_footer, plain_footer};
use super::popup::SignUpWords;
use super::service::{
    HeaderFooter, HeaderFooterSettings, PUBLISHED, check_named, put, site_catalogue, stored, stored_with_texts,
};
use super::settings::{check_header, completed, plain_header};
use crate::{SiteError, cache_tags};

/// Maximum number of versions kept and listed; older ones are deleted when new ones are created.
const MAX_VERSIONS: u64 = 200;

/// The draft of header and footer.
#[derive(Clone, Debug, PartialEq)]
pub struct HeaderFooterDraft {
    /// The draft; its revision is incremented by each change, 0 before the first.
    pub draft: HeaderFooter,
    /// Whether it differs from the published version.
    pub unpublished: bool,
    /// Whether there is a change to undo.
    pub can_undo: bool,
    /// Whether there is an undone change to redo.
    pub can_redo: bool,
    /// Words of a new sign-up for a newsletter.
    pub sign_up_words: SignUpWords,
}

/// A version of header and footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderFooterVersion {
    /// Counted from 1.
    pub number: i64,
    /// Author: an account, or `system`.
    pub author: String,
    /// When, UTC milliseconds.
    pub made_on: Timestamp,
    /// When it was last published, UTC milliseconds.
    pub published_on: Option<Timestamp>,
    /// Whether it is the present draft.
    pub is_draft: bool,
    /// Settings that differ from the version it was based on, such as `header.layout`; none when that version is not
    /// kept.
    pub changes: Option<Vec<String>>,
}

/// Direction of an undo or redo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Undoes the last change.
    Undo,
    /// Repeats the last undone change.
    Redo,
}

/// The draft, for contributors.
///
/// # Errors
/// When the caller may not see it.
#[boxed]
pub async fn draft(ctx: &TenantCtx, db: &TenantDb) -> Result<HeaderFooterDraft, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    state(&db.read().await?).await
}

/// Saves a draft if the precondition on its revision holds.
///
/// # Errors
/// [`SiteError::Invalid`] with messages by path of wrong values, [`SiteError::RevisionStale`] when someone else saved
/// first.
#[boxed]
pub async fn save_draft(
    ctx: &TenantCtx,
    db: &TenantDb,
    settings: HeaderFooterSettings,
    seen: &Precondition,
) -> Result<HeaderFooterDraft, SiteError> {
    ctx.authorise(Resource::Design, Action::Write)?;
    let tx = db.write().await?;
    let texts = site_catalogue(&tx).await?;
    let (mut header, footer) = checked(settings, texts)?;
    check_named(&tx, &header, &footer).await?;
    // The version number of the popup is incremented when it is published.
    let counted = stored(&tx).await?.header.pointer("/popupOverlay/version").cloned();
    if let (Some(place), Some(counted)) = (header.pointer_mut("/popupOverlay/version"), counted) {
        *place = counted;
    }
    change(ctx, tx, seen, &json!({"header": header, "footer": footer})).await
}

/// Undoes the last change, or repeats the last undone one.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the draft has another revision.
#[boxed]
pub async fn step(ctx: &TenantCtx, db: &TenantDb, way: Step, revision: i64) -> Result<HeaderFooterDraft, SiteError> {
    ctx.authorise(Resource::Design, Action::Write)?;
    let tx = db.write().await?;
    let Some(row) = tx.find::<drafts::Entity>().one().await? else { return unchanged(&tx, &revision.into()).await };
    let target = match way {
        Step::Undo => before(&tx, row.number).await?,
        Step::Redo => after(&tx, &row).await?,
    };
    let Some(number) = target else { return unchanged(&tx, &revision.into()).await };
    point_at(ctx, &tx, revision, number, row.latest).await?;
    let stepped = state(&tx).await?;
    tx.commit().await?;
    Ok(stepped)
}

/// Restores a version as the draft. This is a new change that can be undone.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such version, [`SiteError::RevisionStale`] when the draft has another
/// revision.
#[boxed]
pub async fn restore(
    ctx: &TenantCtx,
    db: &TenantDb,
    number: i64,
    revision: i64,
) -> Result<HeaderFooterDraft, SiteError> {
    ctx.authorise(Resource::Design, Action::Write)?;
    let tx = db.write().await?;
    let settings = row(&tx, number).await?.settings;
    change(ctx, tx, &revision.into(), &settings).await
}

/// Resets the draft to the published version. This is a new change that can be undone.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the draft has another revision.
#[boxed]
pub async fn discard(ctx: &TenantCtx, db: &TenantDb, revision: i64) -> Result<HeaderFooterDraft, SiteError> {
    ctx.authorise(Resource::Design, Action::Write)?;
    let tx = db.write().await?;
    let published = settings_of(&stored(&tx).await?);
    change(ctx, tx, &revision.into(), &published).await
}

/// Publishes the draft at a revision.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the draft has another revision.
#[boxed]
pub async fn publish(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    revision: i64,
) -> Result<HeaderFooterDraft, SiteError> {
    ctx.authorise(Resource::Design, Action::Publish)?;
    let tx = db.write().await?;
    let Some(row) = tx.find::<drafts::Entity>().one().await? else { return unchanged(&tx, &revision.into()).await };
    let HeaderFooter { header, footer, .. } = state(&tx).await?.draft;
    let published = put(ctx, &tx, stored(&tx).await?, header, footer).await?;
    point_at(ctx, &tx, revision, row.number, row.latest).await?;
    tx.update::<versions::Entity>(versions::Column::Number.eq(row.number))
        .set(versions::Column::Settings, settings_of(&published))
        .set(versions::Column::PublishedOn, ctx.now())
        .exec()
        .await?;
    audit::note(ctx, &tx, PUBLISHED, ctx.website().as_str()).await?;
    let state = state(&tx).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(state)
}

/// The versions, newest first; at most 200.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn history(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<HeaderFooterVersion>, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    let tx = db.read().await?;
    let worked_on = tx.find::<drafts::Entity>().one().await?.map(|row| row.number);
    let rows = tx.find::<versions::Entity>().order_by_desc(versions::Column::Number).limit(MAX_VERSIONS).all().await?;
    let version = |row: &versions::Model| {
        let former = row.made_from.and_then(|number| rows.iter().find(|other| other.number == number));
        HeaderFooterVersion {
            number: row.number,
            author: row.author.clone(),
            made_on: row.made_on,
            published_on: row.published_on,
            is_draft: worked_on == Some(row.number),
            changes: former.map(|former| changes(&former.settings, &row.settings)),
        }
    };
    Ok(rows.iter().map(version).collect())
}

/// Header and footer of a version or of the draft, for a preview.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such version.
#[boxed]
pub async fn arranged(ctx: &TenantCtx, db: &TenantDb, version: Option<i64>) -> Result<HeaderFooter, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    let tx = db.read().await?;
    match version {
        None => Ok(state(&tx).await?.draft),
        Some(number) => {
            let texts = site_catalogue(&tx).await?;
            Ok(HeaderFooter::of_settings(&row(&tx, number).await?.settings, number, texts))
        }
    }
}

/// Makes the newly published version the draft too; the former draft can be restored.
pub(super) async fn follow(ctx: &TenantCtx, tx: &TenantTx, published: &HeaderFooter) -> Result<(), SiteError> {
    let Some(row) = tx.find::<drafts::Entity>().for_update().one().await? else { return Ok(()) };
    let number = add(ctx, tx, &row, &settings_of(published), Some(ctx.now())).await?;
    point_at(ctx, tx, row.revision, number, number).await
}

/// Fills in defaults, with words in the language of the texts, and validates header and footer.
pub(super) fn checked(settings: HeaderFooterSettings, texts: Texts<'_>) -> Result<(Value, Value), SiteError> {
    let HeaderFooterSettings { header, footer } = settings;
    let (header, footer) = (completed(plain_header(texts), header), completed(plain_footer(), footer));
    let mut checks = Checks::default();
    check_header(&header, &mut checks);
    check_footer(&footer, &mut checks);
    checks.finish()?;
    Ok((header, footer))
}

async fn row(tx: &TenantTx, number: i64) -> Result<versions::Model, SiteError> {
    let found = tx.find::<versions::Entity>().filter(versions::Column::Number.eq(number)).one().await?;
    found.ok_or(SiteError::NotFound)
}

fn settings_of(HeaderFooter { header, footer, .. }: &HeaderFooter) -> Value {
    json!({"header": header, "footer": footer})
}

async fn state(tx: &TenantTx) -> Result<HeaderFooterDraft, SiteError> {
    let (published, texts) = stored_with_texts(tx).await?;
    let sign_up_words = SignUpWords::new(texts);
    let Some(draft) = tx.find::<drafts::Entity>().one().await? else {
        let draft = HeaderFooter { revision: 0, ..published };
        return Ok(HeaderFooterDraft { draft, unpublished: false, can_undo: false, can_redo: false, sign_up_words });
    };
    let version = row(tx, draft.number).await?;
    let arranged = HeaderFooter::of_settings(&version.settings, draft.revision, texts);
    Ok(HeaderFooterDraft {
        unpublished: !changes(&settings_of(&arranged), &settings_of(&published)).is_empty(),
        draft: arranged,
        can_undo: kept(tx, version.made_from).await?.is_some(),
        can_redo: draft.number != draft.latest,
        sign_up_words,
    })
}

/// The present draft, if the precondition on its revision holds.
async fn unchanged(tx: &TenantTx, seen: &Precondition) -> Result<HeaderFooterDraft, SiteError> {
    let state = state(tx).await?;
    if seen.holds(&state.draft.revision) { Ok(state) } else { Err(SiteError::RevisionStale) }
}

/// The version that a version was based on, if it is still kept.
async fn before(tx: &TenantTx, number: i64) -> Result<Option<i64>, SiteError> {
    kept(tx, row(tx, number).await?.made_from).await
}

async fn kept(tx: &TenantTx, number: Option<i64>) -> Result<Option<i64>, SiteError> {
    let Some(number) = number else { return Ok(None) };
    let find = tx.find::<versions::Entity>().filter(versions::Column::Number.eq(number));
    Ok((find.count_up_to(1).await? > 0).then_some(number))
}

/// The next version from the draft towards the latest one, for redo.
async fn after(tx: &TenantTx, draft: &drafts::Model) -> Result<Option<i64>, SiteError> {
    if draft.number == draft.latest {
        return Ok(None);
    }
    let mut ahead = draft.latest;
    while let Some(former) = row(tx, ahead).await?.made_from.filter(|former| *former > draft.number) {
        ahead = former;
    }
    Ok(Some(ahead))
}

/// Creates a version and makes it the draft; without differences, does nothing.
async fn change(
    ctx: &TenantCtx,
    tx: TenantTx,
    seen: &Precondition,
    settings: &Value,
) -> Result<HeaderFooterDraft, SiteError> {
    let present = unchanged(&tx, seen).await?;
    if changes(&settings_of(&present.draft), settings).is_empty() {
        return Ok(present);
    }
    let draft = match tx.find::<drafts::Entity>().one().await? {
        Some(draft) => draft,
        None => begin(ctx, &tx).await?,
    };
    let number = add(ctx, &tx, &draft, settings, None).await?;
    point_at(ctx, &tx, draft.revision, number, number).await?;
    let changed = state(&tx).await?;
    tx.commit().await?;
    Ok(changed)
}

/// Creates the first version from the published state, so that the first change can be undone too.
async fn begin(ctx: &TenantCtx, tx: &TenantTx) -> Result<drafts::Model, SiteError> {
    let published = stored(tx).await?;
    let first = versions::ActiveModel {
        website_id: Set(tx.website().clone()),
        number: Set(1),
        made_from: Set(None),
        settings: Set(settings_of(&published)),
        author: Set("system".to_owned()),
        made_on: Set(ctx.now()),
        published_on: Set(Some(ctx.now())),
    };
    let draft = drafts::ActiveModel {
        website_id: Set(tx.website().clone()),
        number: Set(1),
        latest: Set(1),
        revision: Set(0),
        updated_on: Set(ctx.now()),
    };
    tx.insert(first).await.map_err(faster)?;
    tx.insert(draft).await.map_err(faster)
}

fn faster(error: DbError) -> SiteError {
    match error {
        DbError::Duplicate(_) => SiteError::RevisionStale,
        other => other.into(),
    }
}

async fn add(
    ctx: &TenantCtx,
    tx: &TenantTx,
    draft: &drafts::Model,
    settings: &Value,
    published_on: Option<Timestamp>,
) -> Result<i64, SiteError> {
    let last = tx.find::<versions::Entity>().order_by_desc(versions::Column::Number).limit(1).one().await?;
    let number = last.map_or(0, |row| row.number) + 1;
    let version = versions::ActiveModel {
        website_id: Set(tx.website().clone()),
        number: Set(number),
        made_from: Set(Some(draft.number)),
        settings: Set(settings.clone()),
        author: Set(ctx.actor().label()),
        made_on: Set(ctx.now()),
        published_on: Set(published_on),
    };
    tx.insert(version).await.map_err(faster)?;
    let forgotten = versions::Column::Number.lte(number - i64::try_from(MAX_VERSIONS).unwrap_or(i64::MAX));
    tx.delete::<versions::Entity>(forgotten).exec().await?;
    Ok(number)
}

async fn point_at(ctx: &TenantCtx, tx: &TenantTx, revision: i64, number: i64, latest: i64) -> Result<(), SiteError> {
    let changed = tx
        .update::<drafts::Entity>(drafts::Column::Revision.eq(revision))
        .set(drafts::Column::Number, number)
        .set(drafts::Column::Latest, latest)
        .set(drafts::Column::Revision, revision + 1)
        .set(drafts::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    if changed == 0 { Err(SiteError::RevisionStale) } else { Ok(()) }
}

/// Names of the settings in which two versions differ; the popup's version number is ignored.
fn changes(former: &Value, later: &Value) -> Vec<String> {
    let plain = |settings: &Value, part: &str| {
        let mut members = settings.get(part).and_then(Value::as_object).cloned().unwrap_or_default();
        if let Some(popup) = members.get_mut("popupOverlay").and_then(Value::as_object_mut) {
            popup.remove("version");
        }
        members
    };
    let mut names = Vec::new();
    for part in ["header", "footer"] {
        let (former, later) = (plain(former, part), plain(later, part));
        let mut differing: Vec<String> = former.keys().chain(later.keys()).cloned().collect();
        differing.sort();
        differing.dedup();
        differing.retain(|name| former.get(name) != later.get(name));
        names.extend(differing.into_iter().map(|name| format!("{part}.{name}")));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_settings_named_once() {
        let settings = |layout: &str, version: i64, sections: Value| {
            json!({
            "header": {"layout": layout, "popupOverlay": {"version": version}}, "footer": {"sections": sections}})
        };
        let former = settings("theme", 1, json!([]));
        assert_eq!(changes(&former, &settings("theme", 2, json!([]))), Vec::<String>::new());
        let later = settings("centered", 1, json!([{"title": "Open", "text": ""}]));
        assert_eq!(changes(&former, &later), ["header.layout", "footer.sections"]);
    }
}
