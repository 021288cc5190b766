//! Uploads of files for form submissions, once the captcha of the form is solved. The row of a file is written before the
//! file, without the key of its submission, which it gets when the file is complete: until then it cannot be sent. The
//! worker deletes what an upload leaves that does not come to its end, even when the program is killed.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_document::BlockKinds;
use stoa_entity::tenant::form_file::{ActiveModel, Column, Entity, Model};
use stoa_entity::tenant::form_key;
use stoa_entity::{TenantDb, TenantTx, stored_files};
use stoa_kernel::clock::HOUR_MS;
use stoa_kernel::id::FormFileId;
use stoa_kernel::ports::{BlobStore, ByteStream, Captcha};
use stoa_kernel::token::token_hash;
use stoa_kernel::upload::{measured, safe_name};
use stoa_kernel::{TenantCtx, boxed};

use super::captcha::{self, Solution};
use super::field::FormField;
use super::files::FormFile;
use super::find::find_form;
use super::form::Form;
use crate::AudienceError;

/// How long a file is kept without a submission: one hour, longer than its key is valid and than an upload can take.
const KEPT_MS: i64 = HOUR_MS;
/// Maximum number of files per key, in all fields together.
const MAX_FILES_PER_KEY: u64 = 40;
/// In place of the hash of a key, while the file is received.
const INCOMPLETE: &str = "";

/// File type detected from the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileContent {
    /// Its media type.
    pub mime_type: &'static str,
    /// File extension.
    pub extension: &'static str,
}

/// A file uploaded by a visitor.
pub struct NewFormFile<'a> {
    /// Key of the submission that it belongs to.
    pub key: &'a str,
    /// CSRF token of the browser.
    pub browser: &'a str,
    /// The captcha service.
    pub captcha: &'a dyn Captcha,
    /// Response token of the captcha, with the first file of a key.
    pub captcha_key: &'a str,
    /// Block id of the form.
    pub form_id: &'a str,
    /// Key of the field.
    pub field: &'a str,
    /// Original file name.
    pub filename: &'a str,
    /// Detected type; none for types that are never accepted.
    pub content: Option<FileContent>,
    /// Whether the site has storage left for files.
    pub has_room: bool,
    /// Storage of the site in bytes, of which other files that arrive meanwhile take their share; 0 for unlimited.
    pub site_bytes: u64,
    /// The content.
    pub file: ByteStream,
}

/// Receives a file for a future submission.
///
/// # Errors
/// [`AudienceError::KeyRefused`], [`AudienceError::UnknownForm`], [`AudienceError::CaptchaIncomplete`],
/// [`AudienceError::CaptchaFailed`], [`AudienceError::NoRoom`], or [`AudienceError::Invalid`] with an error of the
/// field: too many files, too large, or of a type that is not accepted.
#[boxed]
pub async fn receive<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    blobs: &dyn BlobStore,
    new: NewFormFile<'a>,
) -> Result<FormFile, AudienceError> {
    let NewFormFile { browser, form_id, field: field_id, filename, content, has_room, site_bytes, file, .. } = new;
    let key = token_hash(new.key);
    let place = FileTarget { ctx, db, key: &key, browser, form_id, field_id, site_bytes };
    let (form, field) = place.open(kinds).await?;
    captcha::check(ctx, db, new.captcha, &form, Solution { key: new.key, token: new.captcha_key }).await?;
    captcha::mark_captcha_solved(ctx, db, &form, new.key).await?;
    let name = safe_name(filename);
    let Some(content) = content.filter(|content| field.files.takes(content.mime_type)) else {
        return Err(AudienceError::said_field(field_id, field.files.wrong_kind(&name)));
    };
    if !has_room {
        return Err(AudienceError::NoRoom);
    }
    let begun = place.begin(&name, content).await?;
    let kept = match stored(blobs, &begun, &field, &name, file).await {
        Ok(bytes) => place.complete(&field, &begun, bytes).await,
        Err(refused) => Err(refused),
    };
    if kept.is_err() {
        discard(db, blobs, begun).await;
    }
    kept
}

/// Form, field and key of an uploaded file.
struct FileTarget<'a> {
    ctx: &'a TenantCtx,
    db: &'a TenantDb,
    /// SHA-256 of the key.
    key: &'a str,
    browser: &'a str,
    form_id: &'a str,
    field_id: &'a str,
    /// Storage of the site; 0 for unlimited.
    site_bytes: u64,
}

impl FileTarget<'_> {
    /// Its form and field, if it takes a further file.
    async fn open(&self, kinds: &dyn BlockKinds) -> Result<(Form, FormField), AudienceError> {
        let tx = self.db.read().await?;
        let form = find_form(&tx, kinds, self.form_id, "").await?;
        let field = form.fields.iter().find(|field| field.id == self.field_id && field.is_file()).cloned();
        let field = field.ok_or(AudienceError::UnknownForm)?;
        self.check(&tx, &field).await?;
        Ok((form, field))
    }

    /// Rejects an invalid key and files beyond the maximum number.
    async fn check(&self, tx: &TenantTx, field: &FormField) -> Result<(), AudienceError> {
        let good = tx
            .find::<form_key::Entity>()
            .filter(form_key::Column::Key.eq(self.key))
            .filter(form_key::Column::Browser.eq(token_hash(self.browser)))
            .filter(form_key::Column::ExpiresOn.gte(self.ctx.now()));
        if good.count().await? == 0 {
            return Err(AudienceError::KeyRefused);
        }
        let of_key = || tx.find::<Entity>().filter(Column::FormKey.eq(self.key));
        let of_field = of_key().filter(Column::FormId.eq(self.form_id)).filter(Column::Field.eq(self.field_id));
        let most = u64::try_from(field.files.most_files()).unwrap_or(1);
        if of_field.count().await? >= most || of_key().count().await? >= MAX_FILES_PER_KEY {
            return Err(AudienceError::said_field(self.field_id, field.files.too_many()));
        }
        Ok(())
    }

    /// Writes the row of a file that is about to be received.
    async fn begin(&self, name: &str, content: FileContent) -> Result<Model, AudienceError> {
        let id = FormFileId::generate();
        let blob_key = format!("{}/form-files/{id}", self.ctx.website());
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let tx = self.db.write().await?;
        let row = ActiveModel {
            website_id: Set(self.ctx.website().clone()),
            id: Set(id),
            form_id: Set(self.form_id.to_owned()),
            field: Set(self.field_id.to_owned()),
            form_key: Set(INCOMPLETE.to_owned()),
            submission_id: Set(None),
            filename: Set(format!("{stem}.{}", content.extension)),
            mime_type: Set(content.mime_type.to_owned()),
            bytes: Set(0),
            blob_key: Set(blob_key),
            created_on: Set(self.ctx.now()),
            expires_on: Set(Some(self.ctx.now() + KEPT_MS)),
        };
        let row = tx.insert(row).await?;
        tx.commit().await?;
        Ok(row)
    }

    /// Gives a file that was received to its key.
    async fn complete(&self, field: &FormField, begun: &Model, bytes: u64) -> Result<FormFile, AudienceError> {
        let tx = self.db.write().await?;
        let left = stored_files::left_for_file(&tx, self.site_bytes).await?;
        // The row lock on the key prevents concurrent uploads from exceeding the limit.
        tx.find::<form_key::Entity>().filter(form_key::Column::Key.eq(self.key)).for_update().one().await?;
        self.check(&tx, field).await?;
        if bytes > left {
            return Err(AudienceError::NoRoom);
        }
        tx.update::<Entity>(Column::Id.eq(begun.id.clone()))
            .set(Column::FormKey, self.key)
            .set(Column::Bytes, i64::try_from(bytes).unwrap_or(i64::MAX))
            .exec()
            .await?;
        let row = tx.find::<Entity>().filter(Column::Id.eq(begun.id.clone())).one().await?;
        let row = row.ok_or(AudienceError::KeyRefused)?;
        tx.commit().await?;
        Ok(row.into())
    }
}

/// Writes the content of a file; returns its size, bytes.
async fn stored(
    blobs: &dyn BlobStore,
    begun: &Model,
    field: &FormField,
    name: &str,
    file: ByteStream,
) -> Result<u64, AudienceError> {
    let (file, seen) = measured(file, field.files.most_bytes());
    let written = blobs.write(&begun.blob_key, file).await;
    if seen.bytes() > field.files.most_bytes() {
        return Err(AudienceError::said_field(&field.id, field.files.too_large(name)));
    }
    written?;
    Ok(seen.bytes())
}

/// Deletes what was received of a file that is refused. The visitor is told why it was refused, also when this fails: the
/// row goes last, so that the worker finds the file.
async fn discard(db: &TenantDb, blobs: &dyn BlobStore, begun: Model) {
    let blob_key = begun.blob_key.clone();
    if let Err(error) = delete(db, blobs, begun).await {
        tracing::warn!(?error, %blob_key, "a refused file of a form could not be deleted; the worker deletes it");
    }
}

async fn delete(db: &TenantDb, blobs: &dyn BlobStore, begun: Model) -> Result<(), AudienceError> {
    blobs.delete(&begun.blob_key).await?;
    let tx = db.write().await?;
    tx.delete::<Entity>(Column::Id.eq(begun.id)).exec().await?;
    Ok(tx.commit().await?)
}
