//! Files of form submissions. They are uploaded before the submission, once its captcha is solved, bound to its key and
//! to one field. They are stored apart from the site's media library and can be opened only by contributors who may
//! read submissions. The worker deletes files without a submission.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition};
use serde_json::{Map, Value};
use stoa_document::BlockKinds;
use stoa_entity::tenant::form_file::{ActiveModel, Column, Entity, Model};
use stoa_entity::tenant::form_key;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{FormFileId, SubmissionId};
use stoa_kernel::ports::{BlobStore, ByteStream, Captcha, PortError};
use stoa_kernel::token::token_hash;
use stoa_kernel::upload::{measured, safe_name};
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::captcha::{self, Solution};
use super::field::FormField;
use super::find::find_form;
use super::form::Form;
use super::inbox;
use crate::AudienceError;
use crate::problem_texts::FILE_GONE;

/// How long a file is kept without a submission: one hour, longer than its key is valid.
const KEPT_MS: i64 = HOUR_MS;
/// Maximum number of files per key, in all fields together.
const MAX_FILES_PER_KEY: u64 = 40;
/// Number of files deleted per run.
const BATCH: u64 = 50;

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
    /// The content.
    pub file: ByteStream,
}

/// A file of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormFile {
    /// Its id.
    pub id: FormFileId,
    /// Key of the field.
    pub field: String,
    /// File name for downloads.
    pub filename: String,
    /// Media type, detected from the content.
    pub mime_type: String,
    /// Its size, bytes.
    pub bytes: u64,
}

/// A file being downloaded by a contributor.
pub struct OpenedFormFile {
    /// Its description.
    pub file: FormFile,
    /// Its content.
    pub content: ByteStream,
}

/// A file of a submission, for the personal data export of the person who sent it.
#[derive(Clone, Debug)]
pub struct AnswerFile {
    /// Its description.
    pub file: FormFile,
    blob_key: String,
}

impl AnswerFile {
    /// The content; none when the blob store has lost it.
    ///
    /// # Errors
    /// When the blob store fails.
    #[boxed]
    pub async fn open(&self, blobs: &dyn BlobStore) -> Result<Option<ByteStream>, PortError> {
        blobs.read(&self.blob_key, 0..self.file.bytes).await
    }
}

impl From<Model> for FormFile {
    fn from(row: Model) -> Self {
        let bytes = u64::try_from(row.bytes).unwrap_or(0);
        Self { id: row.id, field: row.field, filename: row.filename, mime_type: row.mime_type, bytes }
    }
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
    let NewFormFile { browser, form_id, field: field_id, filename, content, has_room, file, .. } = new;
    let key = token_hash(new.key);
    let place = FileTarget { key: &key, browser, form_id, field_id };
    let (form, field) = place.open(ctx, db, kinds).await?;
    captcha::check(ctx, db, new.captcha, &form, Solution { key: new.key, token: new.captcha_key }).await?;
    captcha::mark_captcha_solved(ctx, db, &form, new.key).await?;
    let name = safe_name(filename);
    let Some(content) = content.filter(|content| field.files.takes(content.mime_type)) else {
        return Err(AudienceError::said_field(field_id, field.files.wrong_kind(&name)));
    };
    if !has_room {
        return Err(AudienceError::NoRoom);
    }
    let id = FormFileId::generate();
    let blob_key = format!("{}/form-files/{id}", ctx.website());
    let (file, seen) = measured(file, field.files.most_bytes());
    let written = blobs.write(&blob_key, file).await;
    if seen.bytes() > field.files.most_bytes() {
        return Err(AudienceError::said_field(field_id, field.files.too_large(&name)));
    }
    written?;
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let row = ActiveModel {
        website_id: Set(ctx.website().clone()),
        id: Set(id),
        form_id: Set(form_id.to_owned()),
        field: Set(field_id.to_owned()),
        form_key: Set(key.clone()),
        submission_id: Set(None),
        filename: Set(format!("{stem}.{}", content.extension)),
        mime_type: Set(content.mime_type.to_owned()),
        bytes: Set(i64::try_from(seen.bytes()).unwrap_or(i64::MAX)),
        blob_key: Set(blob_key.clone()),
        created_on: Set(ctx.now()),
        expires_on: Set(Some(ctx.now() + KEPT_MS)),
    };
    let kept = keep(ctx, db, &place, &field, row).await;
    if kept.is_err() {
        blobs.delete(&blob_key).await?;
    }
    kept
}

/// Form, field and key of an uploaded file.
struct FileTarget<'a> {
    /// SHA-256 of the key.
    key: &'a str,
    browser: &'a str,
    form_id: &'a str,
    field_id: &'a str,
}

impl FileTarget<'_> {
    /// Its form and field, if it takes a further file.
    async fn open(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        kinds: &dyn BlockKinds,
    ) -> Result<(Form, FormField), AudienceError> {
        let tx = db.read().await?;
        let form = find_form(&tx, kinds, self.form_id, "").await?;
        let field = form.fields.iter().find(|field| field.id == self.field_id && field.is_file()).cloned();
        let field = field.ok_or(AudienceError::UnknownForm)?;
        self.check(ctx, &tx, &field).await?;
        Ok((form, field))
    }

    /// Rejects an invalid key and files beyond the maximum number.
    async fn check(&self, ctx: &TenantCtx, tx: &TenantTx, field: &FormField) -> Result<(), AudienceError> {
        let good = tx
            .find::<form_key::Entity>()
            .filter(form_key::Column::Key.eq(self.key))
            .filter(form_key::Column::Browser.eq(token_hash(self.browser)))
            .filter(form_key::Column::ExpiresOn.gte(ctx.now()));
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
}

async fn keep(
    ctx: &TenantCtx,
    db: &TenantDb,
    place: &FileTarget<'_>,
    field: &FormField,
    row: ActiveModel,
) -> Result<FormFile, AudienceError> {
    let tx = db.write().await?;
    // The row lock on the key prevents concurrent uploads from exceeding the limit.
    tx.find::<form_key::Entity>().filter(form_key::Column::Key.eq(place.key)).for_update().one().await?;
    place.check(ctx, &tx, field).await?;
    let row = tx.insert(row).await?;
    tx.commit().await?;
    Ok(row.into())
}

/// Files that a submission refers to.
#[derive(Debug, Default)]
pub(super) struct ReferencedFiles {
    ids: BTreeSet<FormFileId>,
    /// Keys of the fields they were uploaded for.
    fields: Vec<String>,
}

/// Replaces file ids by file names, if the files were uploaded with this key for this field.
pub(super) async fn named(
    tx: &TenantTx,
    form: &Form,
    key: &str,
    answers: &mut Map<String, Value>,
) -> Result<ReferencedFiles, AudienceError> {
    let mut named = ReferencedFiles::default();
    let fields: Vec<&FormField> = form.fields.iter().filter(|field| field.is_file()).collect();
    if fields.is_empty() {
        return Ok(named);
    }
    let of_key = tx.find::<Entity>().filter(Column::FormKey.eq(token_hash(key)));
    let rows = of_key.filter(Column::FormId.eq(form.id.clone())).all().await?;
    let known: BTreeMap<(&str, &str), &Model> =
        rows.iter().map(|row| ((row.field.as_str(), row.id.as_str()), row)).collect();
    let mut checks = Checks::default();
    for field in fields {
        let Some(answer) = answers.get_mut(&field.id) else { continue };
        let ids: Vec<&str> = match &*answer {
            Value::Array(list) => list.iter().map(|id| id.as_str().unwrap_or_default()).collect(),
            Value::String(id) if !id.is_empty() => vec![id.as_str()],
            _ => Vec::new(),
        };
        let found: Vec<&Model> = ids.iter().filter_map(|id| known.get(&(field.id.as_str(), *id)).copied()).collect();
        checks.require_said(found.len() == ids.len(), &field.id, FILE_GONE);
        named.ids.extend(found.iter().map(|row| row.id.clone()));
        if !found.is_empty() {
            named.fields.push(field.id.clone());
        }
        *answer = found.iter().map(|row| Value::String(row.filename.clone())).collect();
    }
    checks.finish()?;
    Ok(named)
}

impl ReferencedFiles {
    /// Assigns the files to a submission. Other files of the key expire.
    ///
    /// # Errors
    /// [`AudienceError::Invalid`] for their fields when one was deleted or assigned to another submission meanwhile.
    pub(super) async fn attach(self, tx: &TenantTx, submission: &SubmissionId) -> Result<(), AudienceError> {
        if self.ids.is_empty() {
            return Ok(());
        }
        let wanted = self.ids.len() as u64;
        let taken = tx
            .update::<Entity>(Column::Id.is_in(self.ids))
            .filter(Column::SubmissionId.is_null())
            .set(Column::SubmissionId, submission.clone())
            .set(Column::ExpiresOn, None::<Timestamp>)
            .exec()
            .await?;
        if taken == wanted {
            return Ok(());
        }
        let mut checks = Checks::default();
        for field in &self.fields {
            checks.require_said(false, field, FILE_GONE);
        }
        Ok(checks.finish()?)
    }
}

/// Detaches files from submissions that are deleted in the same transaction: they can no longer be opened.
pub(crate) async fn detach(tx: &TenantTx, submissions: &[SubmissionId]) -> Result<(), AudienceError> {
    tx.update::<Entity>(Column::SubmissionId.is_in(submissions.iter().cloned()))
        .set(Column::SubmissionId, None::<SubmissionId>)
        .set(Column::ExpiresOn, 0_i64)
        .exec()
        .await?;
    Ok(())
}

/// The files by submission, in upload order. The caller has checked the permission to read the submissions.
pub(crate) async fn files_of(
    tx: &TenantTx,
    submissions: &[SubmissionId],
) -> Result<BTreeMap<SubmissionId, Vec<AnswerFile>>, AudienceError> {
    let mut found: BTreeMap<SubmissionId, Vec<AnswerFile>> = BTreeMap::new();
    let own = Column::SubmissionId.is_in(submissions.iter().cloned());
    for row in tx.find::<Entity>().filter(own).order_by_asc(Column::Id).all().await? {
        if let Some(submission) = row.submission_id.clone() {
            let blob_key = row.blob_key.clone();
            found.entry(submission).or_default().push(AnswerFile { file: row.into(), blob_key });
        }
    }
    Ok(found)
}

/// The files of a submission, in upload order.
///
/// # Errors
/// [`AudienceError::NotFound`] when there is no such submission, or when the caller may not read submissions.
#[boxed]
pub async fn files(
    ctx: &TenantCtx,
    db: &TenantDb,
    form_id: &str,
    id: &SubmissionId,
) -> Result<Vec<FormFile>, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Read)?;
    let tx = db.read().await?;
    let submission = inbox::row(&tx, form_id, id).await?.id;
    let own = tx.find::<Entity>().filter(Column::SubmissionId.eq(submission)).order_by_asc(Column::Id);
    Ok(own.all().await?.into_iter().map(FormFile::from).collect())
}

/// Ids of a file, its submission and their form.
#[derive(Clone, Copy, Debug)]
pub struct FormFileIds<'a> {
    /// Block id of the form.
    pub form_id: &'a str,
    /// The submission.
    pub submission_id: &'a SubmissionId,
    /// The file.
    pub file_id: &'a FormFileId,
}

/// Opens a file of a submission.
///
/// # Errors
/// [`AudienceError::NotFound`] when it does not exist, or when the caller may not read submissions.
#[boxed]
pub async fn open_file(
    ctx: &TenantCtx,
    db: &TenantDb,
    blobs: &dyn BlobStore,
    ids: &FormFileIds<'_>,
) -> Result<OpenedFormFile, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Read)?;
    let tx = db.read().await?;
    let submission = inbox::row(&tx, ids.form_id, ids.submission_id).await?.id;
    let own =
        tx.find::<Entity>().filter(Column::Id.eq(ids.file_id.clone())).filter(Column::SubmissionId.eq(submission));
    let row = own.one().await?.ok_or(AudienceError::NotFound)?;
    drop(tx);
    let size = u64::try_from(row.bytes).unwrap_or(0);
    let content = blobs.read(&row.blob_key, 0..size).await?.ok_or(AudienceError::NotFound)?;
    Ok(OpenedFormFile { file: row.into(), content })
}

/// Deletes files whose submission was never sent or was deleted.
///
/// # Errors
/// When the database or the blob store fails.
#[boxed]
pub async fn delete_expired_files(ctx: &TenantCtx, db: &TenantDb, blobs: &dyn BlobStore) -> Result<(), AudienceError> {
    let over = || Condition::all().add(Column::ExpiresOn.lt(ctx.now())).add(Column::SubmissionId.is_null());
    let rows = {
        let tx = db.read().await?;
        tx.find::<Entity>().filter(over()).limit(BATCH).all().await?
    };
    if rows.is_empty() {
        return Ok(());
    }
    // Blobs are deleted first: a row that remains is processed again.
    for row in &rows {
        blobs.delete(&row.blob_key).await?;
    }
    let tx = db.write().await?;
    tx.delete::<Entity>(Column::Id.is_in(rows.into_iter().map(|row| row.id))).filter(over()).exec().await?;
    Ok(tx.commit().await?)
}

/// When the next file expires without a submission, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_deletion(tx: &TenantTx) -> Result<Option<Timestamp>, AudienceError> {
    let loose = tx.find::<Entity>().filter(Column::SubmissionId.is_null());
    Ok(loose.order_by_asc(Column::ExpiresOn).one().await?.and_then(|row| row.expires_on).map(|time| time + 1))
}
