//! Lessons for those who have bought them.

use std::collections::HashMap;
use std::ops::Range;

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{order, order_item, product_file};
use stoa_entity::translations::{FoundText, Translations, Visit};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{ProductFileId, ProductId};
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_kernel::ports::{BlobStore, ByteStream};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{Actor, ErrorCode, Failure, ProblemText, TenantCtx, boxed};

use super::model::{Lesson, LessonFile, LessonTitle, lesson};
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
    let titles = shown_titles(&tx, product_id, &files).await?;
    let lessons = files.into_iter().zip(titles);
    Ok(lessons.map(|(file, title)| Lesson { title, ..lesson(product_id, file) }).collect())
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
    shown_titles(tx, product, &files).await
}

/// The titles of the files of a product in the language of the transaction.
async fn shown_titles(
    tx: &TenantTx,
    product: &ProductId,
    files: &[product_file::Model],
) -> Result<Vec<String>, CommerceError> {
    let mut titles: Vec<LessonTitle> = files.iter().map(LessonTitle::of).collect();
    let id = product.to_string();
    let translations = Translations::shown(tx, vec![(TranslatedKind::Product, vec![id.clone()])]).await?;
    translations.lay_over(TranslatedKind::Product, &id, |visit| lesson_texts(&mut titles, visit));
    Ok(titles.into_iter().map(|own| own.title).collect())
}

/// The titles of the lessons of paywall products, as the owner wrote them, by product.
pub(crate) async fn original_titles(
    tx: &TenantTx,
    products: Vec<ProductId>,
) -> Result<HashMap<ProductId, Vec<LessonTitle>>, CommerceError> {
    let mut titles: HashMap<ProductId, Vec<LessonTitle>> = HashMap::new();
    if !products.is_empty() {
        for file in downloads::files_of(tx, products).await? {
            let own = LessonTitle::of(&file);
            titles.entry(file.product_id).or_default().push(own);
        }
    }
    Ok(titles)
}

/// The titles of lessons as texts of their product.
pub(crate) fn lesson_texts(titles: &mut [LessonTitle], visit: &mut Visit<'_>) {
    for own in titles {
        visit(FoundText::plain(&format!("lesson/{}", own.file), "Lesson", &mut own.title));
    }
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
