//! Files of form submissions. They are uploaded before the submission, bound to its key and to one field. They are stored
//! apart from the site's media library and can be opened only by contributors who may read submissions. The worker deletes
//! files without a submission.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, Condition};
use serde_json::{Map, Value};
use stoa_entity::tenant::form_file::{Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{FormFileId, SubmissionId};
use stoa_kernel::ports::{BlobStore, ByteStream, PortError};
use stoa_kernel::token::token_hash;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::field::FormField;
use super::form::Form;
use super::inbox;
use crate::AudienceError;
use crate::problem_texts::FILE_GONE;

/// Number of files deleted per run.
const BATCH: u64 = 50;

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

/// Deletes files whose submission was never sent or was deleted, and what uploads have left that did not come to their
/// end.
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
