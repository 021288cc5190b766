//! Files of digital products: listed by contributors, downloaded by buyers.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::tenant::{download, product, product_file};
use stoa_entity::{TenantDb, TenantTx, sum};
use stoa_kernel::id::{OrderId, ProductFileId, ProductId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::ports::{BlobStore, ByteStream};
use stoa_kernel::{TenantCtx, boxed};

use super::model::{
    Download, DownloadRequest, FoundDownload, MAX_RESUMPTIONS, MAX_TIMES, ProductFile, RESUME_WINDOW_MS, is_digital,
    links, refusal,
};
use crate::orders::{self, OrderView};
use crate::problem_texts::DOWNLOADED_TOO_OFTEN;
use crate::{CommerceError, test_shoppers};

/// The files of a product, in the order in which they were added.
///
/// # Errors
/// When the caller may not read products.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb, id: &ProductId) -> Result<Vec<ProductFile>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    if tx.find::<product::Entity>().filter(product::Column::Id.eq(id.clone())).count().await? == 0 {
        return Err(CommerceError::NotFound);
    }
    listed(&tx, id).await
}

pub(super) async fn listed(tx: &TenantTx, product_id: &ProductId) -> Result<Vec<ProductFile>, CommerceError> {
    let rows = files_of(tx, [product_id.clone()]).await?;
    let fetched = tx
        .find::<download::Entity>()
        .filter(download::Column::FileId.is_in(rows.iter().map(|row| row.id.clone())))
        .select_only()
        .column(download::Column::FileId)
        .column_as(sum(download::Column::Times), "times")
        .group_by(download::Column::FileId)
        .into_tuple::<(ProductFileId, i64)>()
        .all()
        .await?;
    let times: HashMap<ProductFileId, i64> = fetched.into_iter().collect();
    let file = |row: product_file::Model| ProductFile {
        times: times.get(&row.id).copied().unwrap_or(0),
        id: row.id,
        filename: row.filename,
        bytes: row.bytes,
        created_on: row.created_on,
    };
    Ok(rows.into_iter().map(file).collect())
}

/// The files of products, in the order in which they were added.
pub(crate) async fn files_of(
    tx: &TenantTx,
    products: impl IntoIterator<Item = ProductId>,
) -> Result<Vec<product_file::Model>, CommerceError> {
    let find = tx.find::<product_file::Entity>().filter(product_file::Column::ProductId.is_in(products));
    Ok(find.order_by_asc(product_file::Column::Id).all().await?)
}

/// A file of a product.
pub(crate) async fn file(tx: &TenantTx, id: &ProductFileId) -> Result<product_file::Model, CommerceError> {
    let find = tx.find::<product_file::Entity>().filter(product_file::Column::Id.eq(id.clone()));
    find.one().await?.ok_or(CommerceError::NotFound)
}

/// The files that the buyer of an order can download now, among those of its products.
pub(crate) fn among(order: &OrderView, files: Vec<product_file::Model>) -> Vec<Download> {
    if refusal(order).is_some() {
        return Vec::new();
    }
    let is_bought = |file: &product_file::Model| digital_products(order).any(|product| *product == file.product_id);
    links(order, files.into_iter().filter(is_bought).collect())
}

fn digital_products(order: &OrderView) -> impl Iterator<Item = &ProductId> {
    order.items.iter().filter(|item| is_digital(item.product_type)).map(|item| &item.product_id)
}

/// Finds a file for a caller who has the order's status token. Nothing is counted yet.
///
/// # Errors
/// [`CommerceError::NotFound`] when the order has no such file; [`CommerceError::Conflict`] with the reason when it may
/// not be downloaded.
#[boxed]
pub async fn find(
    ctx: &TenantCtx,
    db: &TenantDb,
    wanted: &DownloadRequest<'_>,
) -> Result<FoundDownload, CommerceError> {
    let (order, file) = {
        let tx = db.read().await?;
        let by_tester = test_shoppers::is_tester(&tx, wanted.pass, ctx.now());
        (orders::by_status_token(&tx, wanted.order_token, by_tester).await?, file(&tx, wanted.file_id).await?)
    };
    if !digital_products(&order).any(|product| *product == file.product_id) {
        return Err(CommerceError::NotFound);
    }
    match refusal(&order) {
        Some(said) => Err(CommerceError::said_conflict(said)),
        None => Ok(FoundDownload::new(order.summary.id.clone(), file)),
    }
}

/// Opens a file that was found, from the byte `from` on. Each request counts as a download, whichever part it asks for,
/// unless it resumes a download that was counted recently.
///
/// # Errors
/// [`CommerceError::Conflict`] when it was downloaded too often; [`CommerceError::NotFound`] when it is missing in the
/// blob store.
#[boxed]
pub async fn open(
    ctx: &TenantCtx,
    db: &TenantDb,
    blobs: &dyn BlobStore,
    found: &FoundDownload,
    from: u64,
) -> Result<ByteStream, CommerceError> {
    let FoundDownload { order, file, .. } = found;
    count(ctx, db, order, file, from).await?;
    blobs.read(&file.blob_key, from..found.bytes).await?.ok_or(CommerceError::NotFound)
}

/// Counts a download, unless the maximum is reached. A request that starts at a byte `from` greater than 0 belongs to
/// the download counted before it, within limits of time and number, and as long as all resumed requests together send
/// at most the size of the file. Once the maximum number of downloads is reached, nothing can be resumed.
async fn count(
    ctx: &TenantCtx,
    db: &TenantDb,
    order: &OrderId,
    file: &product_file::Model,
    from: u64,
) -> Result<(), CommerceError> {
    let tx = db.write().await?;
    let own = || download::Column::OrderId.eq(order.clone()).and(download::Column::FileId.eq(file.id.clone()));
    if from > 0 {
        let from = i64::try_from(from).unwrap_or(i64::MAX);
        let resumed = Expr::col(download::Column::ResumedBytes).add(file.bytes.saturating_sub(from));
        let known = tx
            .update::<download::Entity>(own())
            .filter(download::Column::Times.lt(MAX_TIMES))
            .filter(download::Column::LastOn.gt(ctx.now() - RESUME_WINDOW_MS))
            .filter(download::Column::Resumptions.lt(MAX_RESUMPTIONS))
            .filter(resumed.clone().lte(file.bytes))
            .set(download::Column::ResumedBytes, resumed)
            .set(download::Column::Resumptions, Expr::col(download::Column::Resumptions).add(1))
            .exec()
            .await?;
        if known > 0 {
            return Ok(tx.commit().await?);
        }
    }
    let counted = tx
        .update::<download::Entity>(own())
        .filter(download::Column::Times.lt(MAX_TIMES))
        .set(download::Column::Times, Expr::col(download::Column::Times).add(1))
        .set(download::Column::LastOn, ctx.now())
        .set(download::Column::Resumptions, 0)
        .set(download::Column::ResumedBytes, 0)
        .exec()
        .await?;
    if counted == 0 {
        if tx.find::<download::Entity>().filter(own()).count().await? > 0 {
            return Err(CommerceError::said_conflict(DOWNLOADED_TOO_OFTEN.with("count", MAX_TIMES)));
        }
        tx.insert(download::ActiveModel {
            website_id: Set(tx.website().clone()),
            order_id: Set(order.clone()),
            file_id: Set(file.id.clone()),
            times: Set(1),
            last_on: Set(ctx.now()),
            resumptions: Set(0),
            resumed_bytes: Set(0),
        })
        .await?;
    }
    Ok(tx.commit().await?)
}
