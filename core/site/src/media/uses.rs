//! Usages of an image or file. Ids are unique and long, so a text search for one in a document finds exactly the
//! references to it.

use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait as _};
use sea_orm::{ColumnTrait, Iden};
use stoa_entity::tenant::{
    asset, collection, header_footer, header_footer_draft, header_footer_version, item, page_setting, saved_section,
    site, template_file, website_setting,
};
use stoa_entity::{TenantDb, TenantTx, containing};
use stoa_kernel::content::CollectionKind;
use stoa_kernel::id::AssetId;
use stoa_kernel::media::AssetUseKind;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::serve;
use crate::SiteError;

/// A place that uses an image or file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetUse {
    /// Its kind.
    pub kind: AssetUseKind,
    /// Id of the place; the path of a template; empty for `logo`, `header-footer` and `settings`.
    pub id: String,
    /// Its title.
    pub title: String,
}

/// Places in the content of a site that use an image or file.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such file.
#[boxed]
pub async fn uses(ctx: &TenantCtx, db: &TenantDb, asset_id: &AssetId) -> Result<Vec<AssetUse>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let asset = serve::find(db, asset_id).await?;
    of(&db.read().await?, &asset.id).await
}

fn holds(column: impl Iden + 'static, id: &AssetId) -> sea_orm::sea_query::SimpleExpr {
    Expr::col(column).cast_as(Alias::new("text")).like(containing(id.as_str()))
}

/// The places, in a stable order.
pub(crate) async fn of(tx: &TenantTx, id: &AssetId) -> Result<Vec<AssetUse>, SiteError> {
    let mut places = Vec::new();
    let logo = site::Column::LogoAssetId.eq(id.clone());
    if tx.find::<site::Entity>().filter(logo).count().await? > 0 {
        places.push(AssetUse { kind: AssetUseKind::Logo, id: String::new(), title: "Logo".to_owned() });
    } else if let Some(title) = header_footer_of(tx, id).await? {
        places.push(AssetUse { kind: AssetUseKind::HeaderFooter, id: String::new(), title: title.to_owned() });
    }
    if tx.find::<website_setting::Entity>().filter(holds(website_setting::Column::Settings, id)).count().await? > 0 {
        places.push(AssetUse { kind: AssetUseKind::Settings, id: String::new(), title: "Site images".to_owned() });
    }
    let posters = tx.find::<asset::Entity>().filter(asset::Column::PosterId.eq(id.clone()));
    let posters = posters.order_by_asc(asset::Column::Id).all().await?;
    places.extend(posters.into_iter().map(|row| AssetUse {
        kind: AssetUseKind::Film,
        id: row.id.into(),
        title: row.filename,
    }));
    let shared = Condition::any()
        .add(page_setting::Column::ShareImageId.eq(id.clone()))
        .add(holds(page_setting::Column::Face, id));
    let shared = tx.find::<page_setting::Entity>().filter(shared).subquery(page_setting::Column::CollectionId);
    let in_page = Condition::any()
        .add(holds(collection::Column::Draft, id))
        .add(holds(collection::Column::Published, id))
        .add(collection::Column::Id.in_subquery(shared));
    let pages = tx.find::<collection::Entity>().filter(in_page).order_by_asc(collection::Column::Id).all().await?;
    let (items, pages): (Vec<_>, Vec<_>) = pages.into_iter().partition(|row| row.kind == CollectionKind::Item);
    places.extend(pages.into_iter().map(|row| AssetUse { kind: row.kind.into(), id: row.id.into(), title: row.title }));
    places.extend(of_items(tx, id, items).await?);
    let in_section = holds(saved_section::Column::Section, id);
    let sections = tx.find::<saved_section::Entity>().filter(in_section).order_by_asc(saved_section::Column::Id);
    let section =
        |row: saved_section::Model| AssetUse { kind: AssetUseKind::SavedSection, id: row.id.into(), title: row.name };
    places.extend(sections.all().await?.into_iter().map(section));
    let in_template =
        Condition::any().add(holds(template_file::Column::Draft, id)).add(holds(template_file::Column::Published, id));
    let files = tx.find::<template_file::Entity>().filter(in_template);
    let files = files.order_by_asc(template_file::Column::Path).all().await?;
    let file =
        |row: template_file::Model| AssetUse { kind: AssetUseKind::Template, title: row.path.clone(), id: row.path };
    places.extend(files.into_iter().map(file));
    Ok(places)
}

/// Which state of header and footer uses it: the published one, else the draft, else a version that can be restored.
async fn header_footer_of(tx: &TenantTx, id: &AssetId) -> Result<Option<&'static str>, SiteError> {
    let published = tx.find::<header_footer::Entity>().filter(holds(header_footer::Column::Settings, id));
    if published.count().await? > 0 {
        return Ok(Some("Header and footer"));
    }
    let in_version = holds(header_footer_version::Column::Settings, id);
    let versions = tx.find::<header_footer_version::Entity>().filter(in_version).all().await?;
    let worked_on = tx.find::<header_footer_draft::Entity>().one().await?.map(|draft| draft.number);
    Ok(match versions.iter().find(|version| Some(version.number) == worked_on).or(versions.first()) {
        Some(version) if Some(version.number) == worked_on => Some("Draft of header and footer"),
        Some(_) => Some("Earlier version of header and footer"),
        None => None,
    })
}

/// Items that use it in their blocks or as main image, in the draft or the published version.
async fn of_items(tx: &TenantTx, id: &AssetId, by_blocks: Vec<collection::Model>) -> Result<Vec<AssetUse>, SiteError> {
    let in_fields = Condition::any().add(holds(item::Column::Draft, id)).add(holds(item::Column::Published, id));
    let rows = tx.find::<item::Entity>().filter(in_fields).all().await?;
    let known: Vec<_> = by_blocks.iter().map(|row| row.id.clone()).collect();
    let others = rows.into_iter().map(|row| row.page_id).filter(|page| !known.contains(page));
    let by_picture = tx.find::<collection::Entity>().filter(collection::Column::Id.is_in(others)).all().await?;
    let mut uses: Vec<AssetUse> = by_blocks
        .into_iter()
        .chain(by_picture)
        .map(|row| AssetUse { kind: AssetUseKind::Post, id: row.id.into(), title: row.title })
        .collect();
    uses.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(uses)
}
