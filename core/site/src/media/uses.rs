//! Where a picture or file is shown. Ids are unique and long, so looking for one in the text of a document finds
//! what links to it and nothing else.

use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait as _};
use sea_orm::{ColumnTrait, Iden};
use stoa_entity::tenant::{collection, post, saved_section, site, template_file};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::AssetId;
use stoa_kernel::{Action, Resource, TenantCtx};

use super::serve;
use crate::SiteError;
use crate::columns::containing;

/// A place that shows a picture or links to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// `page`, `blog`, `store`, `post`, `product`, `logo`, `template` or `saved-section`.
    pub kind: String,
    /// Id of the place; a template's path.
    pub id: String,
    /// What people call it.
    pub title: String,
}

/// Where the content of a site shows a picture or links to a file.
///
/// # Errors
/// [`SiteError::NotFound`] when it is not there.
pub async fn uses(ctx: &TenantCtx, db: &TenantDb, asset_id: &str) -> Result<Vec<Use>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let asset = serve::find(db, asset_id).await?;
    of(&db.read().await?, &asset.id).await
}

fn holds(column: impl Iden + 'static, id: &AssetId) -> sea_orm::sea_query::SimpleExpr {
    Expr::col(column).cast_as(Alias::new("text")).like(containing(id.as_str()))
}

/// The places, in an order that stays.
pub(super) async fn of(tx: &TenantTx, id: &AssetId) -> Result<Vec<Use>, SiteError> {
    let mut places = Vec::new();
    let logo = site::Column::LogoAssetId.eq(id.clone());
    if tx.find::<site::Entity>().filter(logo).count().await? > 0 {
        places.push(Use { kind: "logo".to_owned(), id: String::new(), title: "Logo".to_owned() });
    }
    let in_page =
        Condition::any().add(holds(collection::Column::Draft, id)).add(holds(collection::Column::Published, id));
    let pages = tx.find::<collection::Entity>().filter(in_page).order_by_asc(collection::Column::Id).all().await?;
    places.extend(pages.into_iter().map(|row| Use { kind: row.kind, id: row.id.into(), title: row.title }));
    let in_post =
        Condition::any().add(post::Column::ImageAssetId.eq(id.clone())).add(holds(post::Column::Document, id));
    let posts = tx.find::<post::Entity>().filter(in_post).order_by_asc(post::Column::Id).all().await?;
    let post = |row: post::Model| Use { kind: "post".to_owned(), id: row.id.into(), title: row.title };
    places.extend(posts.into_iter().map(post));
    let in_section = holds(saved_section::Column::Section, id);
    let sections = tx.find::<saved_section::Entity>().filter(in_section).order_by_asc(saved_section::Column::Id);
    let section =
        |row: saved_section::Model| Use { kind: "saved-section".to_owned(), id: row.id.into(), title: row.name };
    places.extend(sections.all().await?.into_iter().map(section));
    let in_template =
        Condition::any().add(holds(template_file::Column::Draft, id)).add(holds(template_file::Column::Published, id));
    let files = tx.find::<template_file::Entity>().filter(in_template);
    let files = files.order_by_asc(template_file::Column::Path).all().await?;
    let file = |row: template_file::Model| Use { kind: "template".to_owned(), title: row.path.clone(), id: row.path };
    places.extend(files.into_iter().map(file));
    Ok(places)
}
