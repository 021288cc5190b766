//! Which products use an image or a file.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait as _};
use stoa_entity::tenant::{product, variant};
use stoa_entity::{TenantDb, containing};
use stoa_kernel::id::{AssetId, CollectionId, ProductId};
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use crate::CommerceError;

/// A product that uses an image or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductUsingAsset {
    /// Its id.
    pub id: ProductId,
    /// Its store.
    pub collection_id: CollectionId,
    /// Its name.
    pub name: String,
}

/// The products that show an image or link to a file, ordered by id. Needs only the permission to read content, because
/// an asset that is in use cannot be deleted.
///
/// # Errors
/// When the caller may not read the site's content.
#[boxed]
pub async fn products_using_asset(
    ctx: &TenantCtx,
    db: &TenantDb,
    asset_id: &AssetId,
) -> Result<Vec<ProductUsingAsset>, CommerceError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let of_variants = tx.find::<variant::Entity>().filter(variant::Column::MainImageId.eq(asset_id.clone()));
    let of_variants = of_variants.subquery(variant::Column::ProductId);
    let holds = |column| Expr::col(column).cast_as(Alias::new("text")).like(containing(asset_id.as_str()));
    let shown = Condition::any()
        .add(holds(product::Column::ImageIds))
        .add(holds(product::Column::Description))
        .add(product::Column::ShareImageId.eq(asset_id.clone()))
        .add(product::Column::Id.in_subquery(of_variants));
    let rows = tx.find::<product::Entity>().filter(shown).order_by_asc(product::Column::Id).all().await?;
    let products_using_asset =
        |row: product::Model| ProductUsingAsset { id: row.id, collection_id: row.collection_id, name: row.name };
    Ok(rows.into_iter().map(products_using_asset).collect())
}
