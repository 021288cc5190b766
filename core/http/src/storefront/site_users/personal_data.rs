//! Export of everything that a site stores about a person, as one JSON document. Uploaded files are included in base64
//! and streamed from the blob store, so that no file is held in memory.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures::stream::{self, StreamExt as _};
use serde_json::{Map, Value, json};
use stoa_audience::comments::{PersonalComment, PersonalLike};
use stoa_audience::members::{PersonalAnswer, PersonalContent};
use stoa_audience::submissions::AnswerFile;
use stoa_kernel::ports::{BlobStore, ByteStream, PortError};
use stoa_web::base64_stream::in_base64;

const HEADERS: [(HeaderName, HeaderValue); 3] = [
    (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"personal-data.json\"")),
];

/// The personal data as a download, with the person's form submissions and uploaded files, comments and likes.
pub(crate) fn download(blobs: &Arc<dyn BlobStore>, document: Value, words: PersonalContent) -> Response {
    let mut fields = match document {
        Value::Object(fields) => fields,
        other => Map::from_iter([("data".to_owned(), other)]),
    };
    let PersonalContent { answers, comments, likes } = words;
    fields.insert("formSubmissions".to_owned(), answers.iter().map(answer_out).collect());
    fields.insert("comments".to_owned(), comments.iter().map(comment_out).collect());
    fields.insert("likes".to_owned(), likes.iter().map(like_out).collect());
    let files: Vec<AnswerFile> = answers.into_iter().flat_map(|answer| answer.files).collect();
    let beginning = format!("{},\"files\":[", without_closing_brace(&Value::Object(fields)));
    let blobs = Arc::clone(blobs);
    let contained = stream::iter(files.into_iter().enumerate()).then(move |(position, file)| {
        let blobs = Arc::clone(&blobs);
        async move { part(position, &file, file.open(blobs.as_ref()).await) }
    });
    let whole = text(beginning).chain(contained.flatten()).chain(text("]}".to_owned()));
    (HEADERS, Body::from_stream(whole)).into_response()
}

fn answer_out(answer: &PersonalAnswer) -> Value {
    let PersonalAnswer { submission, files } = answer;
    let values = submission.values.iter().map(|answer| json!({"label": answer.label, "value": answer.value}));
    json!({
        "formId": submission.form_id, "pageTitle": submission.page_title, "createdOn": submission.created_on,
        "answers": values.collect::<Vec<_>>(),
        "fileIds": files.iter().map(|file| &file.file.id).collect::<Vec<_>>(),
    })
}

fn comment_out(comment: &PersonalComment) -> Value {
    let PersonalComment { author, email, text, path, created_on } = comment;
    json!({"author": author, "email": email, "text": text, "pagePath": path, "createdOn": created_on})
}

fn like_out(like: &PersonalLike) -> Value {
    json!({"id": like.subject, "createdOn": like.created_on})
}

/// JSON text of an object without the closing brace.
fn without_closing_brace(object: &Value) -> String {
    let mut text = object.to_string();
    text.pop();
    text
}

fn text(text: String) -> ByteStream {
    stream::once(async { Ok(Bytes::from(text)) }).boxed()
}

/// JSON of an uploaded file; `content` is null when the blob is missing.
fn part(position: usize, file: &AnswerFile, content: Result<Option<ByteStream>, PortError>) -> ByteStream {
    let known = &file.file;
    let facts = json!({"id": known.id, "filename": known.filename, "type": known.mime_type, "bytes": known.bytes});
    let between = if position == 0 { "" } else { "," };
    let beginning = format!("{between}{},\"content\":", without_closing_brace(&facts));
    match content {
        Ok(Some(content)) => text(beginning + "\"").chain(in_base64(content)).chain(text("\"}".to_owned())).boxed(),
        Ok(None) => text(beginning + "null}"),
        Err(error) => stream::once(async { Err(error) }).boxed(),
    }
}
