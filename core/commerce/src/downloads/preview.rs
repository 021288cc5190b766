//! Preview links that show contributors what buyers of a digital product get, before anyone has bought it.
//!
//! The URL contains the product and the expiry, encrypted for the site. Nothing is stored, and links can neither be
//! forged nor extended.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{product, product_file};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::id::{ProductFileId, ProductId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::model::{has_files, is_digital};
use super::service::{file, files_of};
use crate::CommerceError;
use crate::contributor_texts;
use crate::lessons::{Lesson, LessonFile, lesson};

/// Path prefix of preview pages, with a trailing slash.
pub const PREVIEWS: &str = "/~digital-product/";
const LIFETIME_MS: i64 = HOUR_MS;

/// A preview link of a digital product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewLink {
    /// Its path on the site.
    pub path: String,
    /// Expiry.
    pub expires_on: Timestamp,
}

/// What buyers of a product get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigitalPreview {
    /// Name of the product.
    pub name: String,
    /// Whether its files are lessons behind a paywall instead of downloads.
    pub has_lessons: bool,
    /// Its files in the order in which they were added.
    pub files: Vec<PreviewFile>,
}

/// A file as buyers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewFile {
    /// The file as a lesson; its URL goes through the preview link.
    pub lesson: Lesson,
    /// File name for saving.
    pub filename: String,
    /// Size in bytes.
    pub bytes: i64,
}

/// Creates a link that is valid for an hour.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no such product, [`CommerceError::Conflict`] when its type has no files.
#[boxed]
pub async fn preview_link(ctx: &TenantCtx, db: &TenantDb, id: &ProductId) -> Result<PreviewLink, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    if !has_files(row(&tx, id).await?.product_type) {
        return Err(CommerceError::Conflict(contributor_texts::ONLY_DIGITAL_PRODUCTS_HAVE_FILES.english().to_owned()));
    }
    let expires_on = ctx.now().saturating_add_ms(LIFETIME_MS);
    let token = tx.seal().close(format!("{} {id}", expires_on.ms()).as_bytes(), &owner(&tx))?;
    Ok(PreviewLink { path: format!("{PREVIEWS}{}", in_address(&token)), expires_on })
}

/// The contents of the product of a preview link; none if the link is invalid or expired.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn previewed(tx: &TenantTx, token: &str, now: Timestamp) -> Result<Option<DigitalPreview>, CommerceError> {
    let Some(id) = opened(tx, token, now) else { return Ok(None) };
    let found = match row(tx, &id).await {
        Err(CommerceError::NotFound) => return Ok(None),
        other => other?,
    };
    let shown = |row: product_file::Model| PreviewFile {
        filename: row.filename.clone(),
        bytes: row.bytes,
        lesson: Lesson { url: format!("{PREVIEWS}{token}/{}", row.id), ..lesson(&id, row) },
    };
    let files = files_of(tx, [id.clone()]).await?.into_iter().map(shown).collect();
    Ok(Some(DigitalPreview { name: found.name, has_lessons: !is_digital(found.product_type), files }))
}

/// The file of a product that is shown by a preview link.
///
/// # Errors
/// [`CommerceError::NotFound`] when the link is invalid or expired, or its product has no such file.
#[boxed]
pub async fn previewed_file(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: &str,
    file_id: &ProductFileId,
) -> Result<LessonFile, CommerceError> {
    let tx = db.read().await?;
    let id = opened(&tx, token, ctx.now()).ok_or(CommerceError::NotFound)?;
    let file = file(&tx, file_id).await?;
    if file.product_id == id { Ok(file.into()) } else { Err(CommerceError::NotFound) }
}

async fn row(tx: &TenantTx, id: &ProductId) -> Result<product::Model, CommerceError> {
    let find = tx.find::<product::Entity>().filter(product::Column::Id.eq(id.clone()));
    find.one().await?.ok_or(CommerceError::NotFound)
}

/// Encryption context of preview links: their tokens are not valid for anything else.
fn owner(tx: &TenantTx) -> String {
    format!("{} digital previews", tx.website())
}

fn opened(tx: &TenantTx, token: &str, now: Timestamp) -> Option<ProductId> {
    let text = tx.seal().open(&from_address(token), &owner(tx)).ok()?;
    let (until, product) = std::str::from_utf8(&text).ok()?.split_once(' ')?;
    if until.parse().map(Timestamp::from_ms).ok()? > now { product.parse().ok() } else { None }
}

pub(crate) fn in_address(sealed: &str) -> String {
    sealed.trim_end_matches('=').replace('+', "-").replace('/', "_")
}

pub(crate) fn from_address(token: &str) -> String {
    let mut sealed = token.replace('-', "+").replace('_', "/");
    while !sealed.len().is_multiple_of(4) {
        sealed.push('=');
    }
    sealed
}

#[cfg(test)]
mod tests {
    use super::{from_address, in_address};

    #[test]
    fn preview_token_is_url_safe() {
        for sealed in ["", "YQ==", "YWI=", "YWJj", "+/+/"] {
            let token = in_address(sealed);
            assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'), "{token}");
            assert_eq!(from_address(&token), sealed);
        }
    }
}
