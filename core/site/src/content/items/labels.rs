//! Tags and categories of a blog's items. They exist as long as an item has them.

use std::collections::BTreeMap;

use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{item, post};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::content::LabelKind;
use stoa_kernel::contributor_texts::{CATEGORY_EXISTS, TAG_EXISTS};
use stoa_kernel::id::CollectionId;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::fields::{ItemFields, labels_of, labels_of_mut};
use super::service::blog_row;
use crate::{SiteError, cache_tags, contributor_texts, translations, version};

/// A tag or category with the number of items that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// Number of items that have it, drafts included.
    pub count: usize,
}

/// All tags and categories of a blog, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Version for `If-Match`; changes when a label is added, renamed or removed.
    pub version: String,
    /// The tags.
    pub tags: Vec<Label>,
    /// The categories.
    pub categories: Vec<Label>,
}

/// A change of a tag or category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelChange {
    /// Tag or category.
    pub kind: LabelKind,
    /// Its name.
    pub name: String,
    /// Its new name; none to remove it from all items.
    pub new_name: Option<String>,
    /// Precondition on [`Labels::version`].
    pub seen: Precondition,
}

/// Why a name is invalid, if it is.
pub(super) fn name_problem(kind: LabelKind, name: &str) -> Option<String> {
    let longest = kind.max_length();
    match name.chars().count() {
        0 => Some(match kind {
            LabelKind::Tag => contributor_texts::ENTER_A_NAME_FOR_THE_TAG.english().to_owned(),
            LabelKind::Category => contributor_texts::ENTER_A_NAME_FOR_THE_CATEGORY.english().to_owned(),
        }),
        length if length > longest => {
            Some(stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", longest).to_string())
        }
        _ if name.chars().any(char::is_control) => Some(contributor_texts::ONE_LINE_ONLY.english().to_owned()),
        _ => None,
    }
}

/// Message for a name that another label has.
pub(super) fn taken(kind: LabelKind) -> &'static str {
    match kind {
        LabelKind::Tag => TAG_EXISTS.english(),
        LabelKind::Category => CATEGORY_EXISTS.english(),
    }
}

/// The tags and categories of a blog.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such blog.
#[boxed]
pub async fn labels(ctx: &TenantCtx, db: &TenantDb, collection_id: &CollectionId) -> Result<Labels, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let blog = blog_row(&tx, collection_id).await?;
    let rows = tx.find::<item::Entity>().filter(item::Column::CollectionId.eq(blog.id)).all().await?;
    let fields: Vec<ItemFields> = rows.into_iter().map(|row| row.draft.0).collect();
    Ok(Labels::of(&fields))
}

impl Labels {
    fn of(items: &[ItemFields]) -> Self {
        let (tags, categories) = (counted(LabelKind::Tag, items), counted(LabelKind::Category, items));
        let names = |labels: &[Label]| labels.iter().map(|label| label.name.clone()).collect::<Vec<_>>();
        let version =
            version::of([names(&tags), vec![String::new()], names(&categories)].iter().flatten().map(String::as_str));
        Self { version, tags, categories }
    }
}

fn counted(kind: LabelKind, items: &[ItemFields]) -> Vec<Label> {
    let mut found: BTreeMap<String, Label> = BTreeMap::new();
    for name in items.iter().flat_map(|fields| labels_of(fields, kind)) {
        let label = found.entry(name.to_lowercase()).or_insert_with(|| Label { name: name.clone(), count: 0 });
        label.count += 1;
    }
    found.into_values().collect()
}

/// Renames a tag or category, or removes it from all items. Visible immediately.
///
/// # Errors
/// [`SiteError::Conflict`] when another label has the new name, [`SiteError::NotFound`] when no item has it,
/// [`SiteError::RevisionStale`] when the labels have changed.
#[boxed]
pub async fn change_label(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    collection_id: &CollectionId,
    change: LabelChange,
) -> Result<Labels, SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    let LabelChange { kind, name, new_name, seen } = change;
    let new_name = new_name.map(|name| name.trim().to_owned());
    if let Some(message) = new_name.as_deref().and_then(|name| name_problem(kind, name)) {
        return Err(SiteError::field("newName", message));
    }
    let tx = db.write().await?;
    let blog = blog_row(&tx, collection_id).await?;
    let own = item::Column::CollectionId.eq(blog.id.clone());
    let rows = tx.find::<item::Entity>().filter(own).for_update().all().await?;
    if !seen.is_open() {
        let fields: Vec<ItemFields> = rows.iter().map(|row| row.draft.0.clone()).collect();
        version::require(&seen, &Labels::of(&fields).version)?;
    }
    let renamed = Renaming { kind, from: name.to_lowercase(), to: new_name };
    let is_borne = relabel(&tx, &renamed, rows).await?;
    if !is_borne {
        return Err(SiteError::NotFound);
    }
    if let Some(to) = &renamed.to {
        translations::rename_tag(&tx, &name, to).await?;
    }
    let action = match kind {
        LabelKind::Tag => AuditAction::TagChange,
        LabelKind::Category => AuditAction::CategoryChange,
    };
    audit::note(ctx, &tx, action, blog.id.as_str()).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    labels(ctx, db, collection_id).await
}

/// Renames a label in all items that have it. Returns whether there are any.
async fn relabel(tx: &TenantTx, renamed: &Renaming, rows: Vec<item::Model>) -> Result<bool, SiteError> {
    let kind = renamed.kind;
    let mut is_borne = false;
    for row in rows {
        let (JsonOf(draft), shown) = (row.draft, row.published);
        if renamed.is_taken(&draft) {
            return Err(SiteError::Conflict(taken(kind).to_owned()));
        }
        let (draft, shown) = (renamed.of(draft), shown.and_then(|shown| renamed.of(shown.0)));
        let is_changed = draft.is_some() || shown.is_some();
        is_borne |= is_changed;
        let mut update = tx.update::<item::Entity>(item::Column::PageId.eq(row.page_id.clone()));
        if let Some(draft) = draft {
            update = update.set(item::Column::Draft, JsonOf(draft));
        }
        if let Some(shown) = shown {
            let column = match kind {
                LabelKind::Tag => post::Column::Tags,
                LabelKind::Category => post::Column::Categories,
            };
            let labels = JsonOf(labels_of(&shown, kind).to_vec());
            tx.update::<post::Entity>(post::Column::Id.eq(row.post_id)).set(column, labels).exec().await?;
            update = update.set(item::Column::Published, JsonOf(shown));
        }
        if is_changed {
            update.exec().await?;
        }
    }
    Ok(is_borne)
}

/// A rename of a label.
struct Renaming {
    kind: LabelKind,
    /// In lower case.
    from: String,
    to: Option<String>,
}

impl Renaming {
    /// Whether an item already has the new name as another label.
    fn is_taken(&self, fields: &ItemFields) -> bool {
        let Some(to) = self.to.as_ref().map(|to| to.to_lowercase()).filter(|to| *to != self.from) else { return false };
        labels_of(fields, self.kind).iter().any(|name| name.to_lowercase() == to)
    }

    /// The fields with the new name; none when they do not have the old one.
    fn of(&self, mut fields: ItemFields) -> Option<ItemFields> {
        let names = labels_of_mut(&mut fields, self.kind);
        let place = names.iter().position(|name| name.to_lowercase() == self.from)?;
        let own = names.remove(place);
        match &self.to {
            Some(to) if *to == own => return None,
            Some(to) => names.insert(place, to.clone()),
            None => {}
        }
        Some(fields)
    }
}
