//! Areas of the theme: blocks that appear on every page whose template has a place for them. An area is edited and
//! published like a page. Areas that the theme does not have (any more) are kept.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_document::Document;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::json_column;
use stoa_entity::tenant::collection::{self, Column, Entity};
use stoa_entity::{DbError, Find, TenantDb, TenantTx};
use stoa_kernel::content::{CollectionKind, CollectionType};
use stoa_kernel::id::CollectionId;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::model::{AREA_MARK, PageSummary, area_address};
use super::page_metadata;
use super::page_without_document;
use crate::SiteError;
use crate::contributor_texts;
use crate::themes::AreaField;

/// Maximum number of areas of a site, including those of former themes.
const MAX_AREAS: usize = 200;

/// An area as contributors see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// Its id and label; the stored ones if the theme does not have it.
    pub field: AreaField,
    /// Whether the theme has this area.
    pub is_in_theme: bool,
    /// The page that holds its blocks; none before it is first opened for editing.
    pub page: Option<PageSummary>,
}

/// The areas of the theme, in its order, followed by stored areas of former themes.
///
/// # Errors
/// When the caller may not see them or a database query fails.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb, fields: &[AreaField]) -> Result<Vec<Area>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let mut kept = kept(&db.read().await?).await?;
    let mut areas = Vec::with_capacity(fields.len());
    for field in fields {
        let place = kept.iter().position(|page| page.url_id == field.id);
        let page = place.map(|place| kept.remove(place));
        areas.push(Area { field: field.clone(), is_in_theme: true, page });
    }
    areas.extend(kept.into_iter().map(Area::without_room));
    Ok(areas)
}

/// An area for editing. Creates its page if there is none; visitors do not see it until it is published.
///
/// # Errors
/// [`SiteError::Invalid`] when there is no such area, [`SiteError::Conflict`] when someone else has just opened it, or
/// the site has too many.
#[boxed]
pub async fn open(ctx: &TenantCtx, db: &TenantDb, fields: &[AreaField], id: &str) -> Result<Area, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let mut kept = kept(&tx).await?;
    let place = kept.iter().position(|page| page.url_id == id);
    let found = place.map(|place| kept.swap_remove(place));
    match (fields.iter().find(|field| field.id == id), found) {
        (Some(field), Some(page)) => Ok(Area { field: field.clone(), is_in_theme: true, page: Some(page) }),
        (None, Some(page)) => Ok(Area::without_room(page)),
        (None, None) => Err(SiteError::field("areaId", contributor_texts::NO_SUCH_AREA)),
        (Some(_), None) if kept.len() >= MAX_AREAS => {
            Err(SiteError::Conflict(contributor_texts::LIMIT_OF_AREAS.with("count", MAX_AREAS).to_string()))
        }
        (Some(field), None) => {
            let row = insert(ctx, &tx, field).await?;
            audit::note(ctx, &tx, AuditAction::OfPage(CollectionKind::Area, PageDeed::Create), row.id.as_str()).await?;
            let page = PageSummary::from_row(&row, None, false);
            tx.commit().await?;
            Ok(Area { field: field.clone(), is_in_theme: true, page: Some(page) })
        }
    }
}

/// Published documents of some areas, by id, each with the id of its page; without those that were never published.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn published(
    tx: &TenantTx,
    fields: &[AreaField],
) -> Result<HashMap<String, (CollectionId, Document)>, SiteError> {
    let wanted = Column::UrlId.is_in(fields.iter().map(|field| area_address(&field.id)));
    let find = all(tx).filter(wanted).filter(Column::Enabled.eq(true));
    let mut documents = HashMap::new();
    for found in page_without_document::read(tx, find, true).await? {
        if let Some(document) = found.row.published.as_ref().filter(|document| !document.is_null()) {
            let id = found.row.url_id.trim_start_matches(AREA_MARK).to_owned();
            documents.insert(id, (found.row.id.clone(), json_column::read("collection.published", document)?));
        }
    }
    Ok(documents)
}

impl Area {
    fn without_room(page: PageSummary) -> Self {
        let field = AreaField { id: page.url_id.clone(), label: page.title.clone(), columns: 12 };
        Self { field, is_in_theme: false, page: Some(page) }
    }
}

fn all(tx: &TenantTx) -> Find<'_, Entity> {
    tx.find::<Entity>().filter(Column::Kind.eq(CollectionKind::Area)).order_by_asc(Column::UrlId)
}

async fn kept(tx: &TenantTx) -> Result<Vec<PageSummary>, SiteError> {
    let rows = page_without_document::read(tx, all(tx), false).await?;
    let settings = page_metadata::of_all(tx, rows.iter().map(|page| &page.row.id)).await?;
    Ok(rows
        .iter()
        .map(|page| PageSummary::of(&page.row, page.is_published, settings.get(&page.row.id), false))
        .collect())
}

async fn insert(ctx: &TenantCtx, tx: &TenantTx, field: &AreaField) -> Result<collection::Model, SiteError> {
    let inserted = tx
        .insert(collection::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(CollectionId::generate()),
            kind: Set(CollectionKind::Area),
            type_code: Set(CollectionType::Page.code()),
            title: Set(field.label.clone()),
            navigation_title: Set(field.label.clone()),
            url_id: Set(area_address(&field.id)),
            description: Set(String::new()),
            enabled: Set(true),
            is_home: Set(false),
            published: Set(None),
            draft: Set(Some(json_column::write("collection.draft", &Document::default())?)),
            revision: Set(1),
            published_revision: Set(None),
            published_on: Set(None),
            seo_title: Set(String::new()),
            seo_description: Set(String::new()),
            position: Set(0),
            created_on: Set(ctx.now()),
            updated_on: Set(ctx.now()),
        })
        .await;
    match inserted {
        Err(DbError::Duplicate(_)) => {
            Err(SiteError::Conflict(contributor_texts::SOMEONE_OPENED_THIS_AREA.english().to_owned()))
        }
        other => Ok(other?),
    }
}
