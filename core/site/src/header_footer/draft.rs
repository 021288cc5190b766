//! Header and footer on their way to publication. Each change makes a version, and the last 200 are kept, so that undo
//! and redo go from version to version, also after a reload, and any of them can be brought back.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value, json};
use stoa_entity::audit;
use stoa_entity::tenant::{header_footer_draft as drafts, header_footer_version as versions};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx};

use super::footer::{check_footer, plain_footer};
use super::service::{HeaderFooter, PUBLISHED, check_named, put, stored};
use super::settings::{check_header, completed, plain_header};
use crate::{SiteError, drawn_of};

/// Versions that are told and kept; older ones are forgotten as new ones are made.
const MOST_VERSIONS: u64 = 200;

/// Header and footer as they are worked on.
#[derive(Clone, Debug, PartialEq)]
pub struct HeaderFooterDraft {
    /// What is worked on; its revision is raised by each change, 0 before the first.
    pub draft: HeaderFooter,
    /// Whether visitors see something else.
    pub unpublished: bool,
    /// Whether there is a change to take back.
    pub can_undo: bool,
    /// Whether a change was taken back that can be made again.
    pub can_redo: bool,
}

/// Something that header and footer were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderFooterVersion {
    /// Rises from 1.
    pub number: i64,
    /// Who made it: an account, or `system`.
    pub author: String,
    /// When, UTC milliseconds.
    pub made_on: i64,
    /// When visitors came to see it last, UTC milliseconds.
    pub published_on: Option<i64>,
    /// Whether it is what is worked on.
    pub is_draft: bool,
    /// Settings that differ from the version it was made from, such as `header.layout`; none when that one is not known
    /// (any more).
    pub changes: Option<Vec<String>>,
}

/// Which way a change goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Takes the last change back.
    Undo,
    /// Makes what was taken back again.
    Redo,
}

/// The draft, for contributors.
///
/// # Errors
/// When the caller may not see it.
pub async fn draft(ctx: &TenantCtx, db: &TenantDb) -> Result<HeaderFooterDraft, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    state(&db.read().await?).await
}

/// Saves a draft, when the one that is there is what the caller has seen.
///
/// # Errors
/// [`SiteError::Invalid`] at the places of wrong values, [`SiteError::RevisionStale`] when somebody saved meanwhile.
pub async fn save_draft(
    ctx: &TenantCtx,
    db: &TenantDb,
    (header, footer): (Map<String, Value>, Map<String, Value>),
    seen: &Precondition,
) -> Result<HeaderFooterDraft, SiteError> {
    ctx.authorise(Resource::Design, Action::Write)?;
    let (mut header, footer) = checked(header, footer)?;
    let tx = db.write().await?;
    check_named(&tx, &header, &footer).await?;
    // Versions of the popup are counted when it is published.
    let counted = stored(&tx).await?.header.pointer("/popupOverlay/version").cloned();
    if let (Some(place), Some(counted)) = (header.pointer_mut("/popupOverlay/version"), counted) {
        *place = counted;
    }
    change(ctx, tx, seen, &json!({"header": header, "footer": footer})).await
}

/// Takes the last change back, or makes it again.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the draft has another revision by now.
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

/// Makes the draft again what a version was. It is a change like any other.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such version, [`SiteError::RevisionStale`] when the draft has another revision
/// by now.
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

/// Makes the draft again what visitors see. It is a change like any other.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the draft has another revision by now.
pub async fn discard(ctx: &TenantCtx, db: &TenantDb, revision: i64) -> Result<HeaderFooterDraft, SiteError> {
    ctx.authorise(Resource::Design, Action::Write)?;
    let tx = db.write().await?;
    let published = settings_of(&stored(&tx).await?);
    change(ctx, tx, &revision.into(), &published).await
}

/// Shows visitors the draft of a revision.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the draft has another revision by now.
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
        .set(versions::Column::PublishedOn, ctx.now_ms())
        .exec()
        .await?;
    audit::note(ctx, &tx, PUBLISHED, ctx.website().as_str()).await?;
    let state = state(&tx).await?;
    tx.commit().await?;
    invalidation.bump(ctx.website(), &[drawn_of::SITE.to_owned()]).await;
    Ok(state)
}

/// The versions, the latest first: at most 200.
///
/// # Errors
/// When the caller may not see them.
pub async fn history(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<HeaderFooterVersion>, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    let tx = db.read().await?;
    let worked_on = tx.find::<drafts::Entity>().one().await?.map(|row| row.number);
    let rows = tx.find::<versions::Entity>().order_by_desc(versions::Column::Number).limit(MOST_VERSIONS).all().await?;
    let told = |row: &versions::Model| {
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
    Ok(rows.iter().map(told).collect())
}

/// What header and footer were in a version, or are in the draft, for a preview.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such version.
pub async fn arranged(ctx: &TenantCtx, db: &TenantDb, version: Option<i64>) -> Result<HeaderFooter, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    let tx = db.read().await?;
    match version {
        None => Ok(state(&tx).await?.draft),
        Some(number) => Ok(HeaderFooter::of_settings(&row(&tx, number).await?.settings, number)),
    }
}

/// Writes down what visitors see from now on as what is worked on, too; what was worked on before can be brought back.
pub(super) async fn follow(ctx: &TenantCtx, tx: &TenantTx, published: &HeaderFooter) -> Result<(), SiteError> {
    let Some(row) = tx.find::<drafts::Entity>().for_update().one().await? else { return Ok(()) };
    let number = add(ctx, tx, &row, &settings_of(published), Some(ctx.now_ms())).await?;
    point_at(ctx, tx, row.revision, number, number).await
}

/// Completes what was sent, and refuses wrong values.
pub(super) fn checked(header: Map<String, Value>, footer: Map<String, Value>) -> Result<(Value, Value), SiteError> {
    let (header, footer) = (completed(plain_header(), header), completed(plain_footer(), footer));
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
    let published = stored(tx).await?;
    let Some(draft) = tx.find::<drafts::Entity>().one().await? else {
        let draft = HeaderFooter { revision: 0, ..published };
        return Ok(HeaderFooterDraft { draft, unpublished: false, can_undo: false, can_redo: false });
    };
    let version = row(tx, draft.number).await?;
    let arranged = HeaderFooter::of_settings(&version.settings, draft.revision);
    Ok(HeaderFooterDraft {
        unpublished: !changes(&settings_of(&arranged), &settings_of(&published)).is_empty(),
        draft: arranged,
        can_undo: before(tx, draft.number).await?.is_some(),
        can_redo: draft.number != draft.latest,
    })
}

/// The draft as it is, for who has seen it.
async fn unchanged(tx: &TenantTx, seen: &Precondition) -> Result<HeaderFooterDraft, SiteError> {
    let state = state(tx).await?;
    if seen.holds(&state.draft.revision) { Ok(state) } else { Err(SiteError::RevisionStale) }
}

/// The version that one was made from, if it is still kept.
async fn before(tx: &TenantTx, number: i64) -> Result<Option<i64>, SiteError> {
    let Some(former) = row(tx, number).await?.made_from else { return Ok(None) };
    Ok(tx.find::<versions::Entity>().filter(versions::Column::Number.eq(former)).one().await?.map(|row| row.number))
}

/// The next version on the way to the one that was made last.
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

/// Makes a new version and works on it from now on. A change that changes nothing makes none.
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

/// Begins with what visitors see, so that the first change can be taken back as well.
async fn begin(ctx: &TenantCtx, tx: &TenantTx) -> Result<drafts::Model, SiteError> {
    let published = stored(tx).await?;
    let first = versions::ActiveModel {
        website_id: Set(tx.website().clone()),
        number: Set(1),
        made_from: Set(None),
        settings: Set(settings_of(&published)),
        author: Set("system".to_owned()),
        made_on: Set(ctx.now_ms()),
        published_on: Set(Some(ctx.now_ms())),
    };
    let draft = drafts::ActiveModel {
        website_id: Set(tx.website().clone()),
        number: Set(1),
        latest: Set(1),
        revision: Set(0),
        updated_on: Set(ctx.now_ms()),
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
    published_on: Option<i64>,
) -> Result<i64, SiteError> {
    let last = tx.find::<versions::Entity>().order_by_desc(versions::Column::Number).limit(1).one().await?;
    let number = last.map_or(0, |row| row.number) + 1;
    let version = versions::ActiveModel {
        website_id: Set(tx.website().clone()),
        number: Set(number),
        made_from: Set(Some(draft.number)),
        settings: Set(settings.clone()),
        author: Set(ctx.actor().label()),
        made_on: Set(ctx.now_ms()),
        published_on: Set(published_on),
    };
    tx.insert(version).await.map_err(faster)?;
    let forgotten = versions::Column::Number.lte(number - i64::try_from(MOST_VERSIONS).unwrap_or(i64::MAX));
    tx.delete::<versions::Entity>(forgotten).exec().await?;
    Ok(number)
}

async fn point_at(ctx: &TenantCtx, tx: &TenantTx, revision: i64, number: i64, latest: i64) -> Result<(), SiteError> {
    let changed = tx
        .update::<drafts::Entity>(drafts::Column::Revision.eq(revision))
        .set(drafts::Column::Number, number)
        .set(drafts::Column::Latest, latest)
        .set(drafts::Column::Revision, revision + 1)
        .set(drafts::Column::UpdatedOn, ctx.now_ms())
        .exec()
        .await?;
    if changed == 0 { Err(SiteError::RevisionStale) } else { Ok(()) }
}

/// Names of the settings in which two versions differ, without the popup's count.
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
    fn settings_that_differ_are_named_once() {
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
