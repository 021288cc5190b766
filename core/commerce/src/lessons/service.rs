use std::ops::Range;

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{order, order_item};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{ProductFileId, ProductId};
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_kernel::ports::{BlobStore, ByteStream};
use stoa_kernel::{Actor, ErrorCode, Failure, ProblemText, TenantCtx, boxed};

use super::model::{Lesson, LessonFile, lesson, title};
use crate::orders::OrderView;
use crate::problem_texts::{LESSONS_NOT_BOUGHT, LESSONS_SIGN_IN};
use crate::{CommerceError, customers, downloads, orders, test_shoppers};

/// The lessons of a paywall product, in the order in which they were added. `pass` shows that the caller is testing a
/// shop they work on; then test orders give access too.
///
/// # Errors
/// [`CommerceError::Denied`] (403) unless the calling site user has a paid order of it.
#[boxed]
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    product_id: &ProductId,
    pass: Option<&str>,
) -> Result<Vec<Lesson>, CommerceError> {
    let tx = db.read().await?;
    check_access(ctx, &tx, product_id, pass).await?;
    let files = downloads::files_of(&tx, [product_id.clone()]).await?;
    Ok(files.into_iter().map(|file| lesson(product_id, file)).collect())
}

/// The file of a lesson.
///
/// # Errors
/// As [`list`]; [`CommerceError::NotFound`] when the paywall has no such file.
#[boxed]
pub async fn find(
    ctx: &TenantCtx,
    db: &TenantDb,
    product_id: &ProductId,
    file_id: &ProductFileId,
    pass: Option<&str>,
) -> Result<LessonFile, CommerceError> {
    let tx = db.read().await?;
    check_access(ctx, &tx, product_id, pass).await?;
    let file = downloads::file(&tx, file_id).await?;
    if file.product_id == *product_id { Ok(file.into()) } else { Err(CommerceError::NotFound) }
}

/// A byte range of the file of a lesson.
///
/// # Errors
/// When the file cannot be read.
#[boxed]
pub async fn part(blobs: &dyn BlobStore, file: &LessonFile, bytes: Range<u64>) -> Result<ByteStream, CommerceError> {
    blobs.read(&file.blob_key, bytes).await?.ok_or(CommerceError::NotFound)
}

/// The titles of the lessons of a paywall product, which are public.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn titles(tx: &TenantTx, product: &ProductId) -> Result<Vec<String>, CommerceError> {
    let files = downloads::files_of(tx, [product.clone()]).await?;
    Ok(files.into_iter().map(|file| title(&file.filename).to_owned()).collect())
}

fn denied(reason: ProblemText) -> CommerceError {
    CommerceError::Denied(Failure::said(ErrorCode::PermissionDenied, reason))
}

async fn check_access(
    ctx: &TenantCtx,
    tx: &TenantTx,
    product: &ProductId,
    pass: Option<&str>,
) -> Result<(), CommerceError> {
    let Actor::SiteUser(id) = ctx.actor() else { return Err(denied(LESSONS_SIGN_IN)) };
    let bought = tx.find::<order_item::Entity>().filter(order_item::Column::ProductId.eq(product.clone()));
    let paid = tx
        .find::<order::Entity>()
        .filter(customers::own_orders(tx, id).await?)
        .filter(order::Column::PaymentStatus.is_in(OrderPaymentStatus::values_where(OrderPaymentStatus::is_paid)))
        .filter(order::Column::FulfillmentStatus.ne(FulfillmentStatus::Canceled))
        .filter(order::Column::Id.in_subquery(bought.subquery(order_item::Column::OrderId)))
        .all()
        .await?;
    let by_tester = test_shoppers::is_tester(tx, pass, ctx.now());
    for row in paid.into_iter().filter(|row| by_tester || orders::delivers_digital_content(row)) {
        if keeps(&orders::complete(tx, row).await?, product) {
            return Ok(());
        }
    }
    Err(denied(LESSONS_NOT_BOUGHT))
}

/// Whether the order contains the product and it was not fully refunded.
fn keeps(order: &OrderView, product: &ProductId) -> bool {
    order.items.iter().any(|item| item.product_id == *product && item.quantity > item.refunded_quantity)
}
