//! The only place where errors become responses: `application/problem+json` (RFC 9457) with a stable code and an
//! actionable message.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use stoa_entity::DbError;
use stoa_kernel::reachability::DatabaseReachability;
use stoa_kernel::{ErrorCode, Failure, ProblemText, ProblemValue, Said, SaidTexts, shared_problem_texts};
use utoipa::ToSchema;

use crate::contributor_texts::is_read_well;

/// Media type of all errors.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// An error. Members that do not apply are left out.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Always `about:blank`: `code` identifies the kind.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// A short phrase for the kind of error.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The stable code.
    pub code: String,
    /// A sentence a person can act on.
    pub detail: String,
    /// The same as `detail`.
    pub error: String,
    /// Messages for single fields.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub errors: BTreeMap<String, String>,
    /// What `detail` says, for clients that say it in other words; left out where there is no more than `code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail_text: Option<ProblemTextOut>,
    /// What the messages of fields say, likewise.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub error_texts: BTreeMap<String, ProblemTextOut>,
    /// Set when the CSRF token was missing or wrong: repeat the request with the new `crumb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crumb_fail: Option<bool>,
    /// Further members, such as a refreshed cart.
    #[serde(flatten)]
    #[schema(ignore)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

/// What a message of a problem says.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ProblemText)]
pub struct ProblemTextOut {
    /// Stable code of the message.
    pub code: &'static str,
    /// Values in it, by name: texts and numbers.
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    #[schema(required = false, value_type = Object)]
    pub params: serde_json::Map<String, serde_json::Value>,
}

impl From<&Said> for ProblemTextOut {
    fn from(said: &Said) -> Self {
        let value = |value: &ProblemValue| match value {
            ProblemValue::Text(text) => text.as_str().into(),
            ProblemValue::Number(number) => (*number).into(),
        };
        let params = said.values().iter().map(|(name, given)| ((*name).to_owned(), value(given)));
        Self { code: said.code(), params: params.collect() }
    }
}

impl From<ProblemText> for ProblemTextOut {
    fn from(text: ProblemText) -> Self {
        Self { code: text.code(), params: serde_json::Map::new() }
    }
}

/// A problem whose texts are known in other languages: an extension of its response.
#[derive(Debug, Clone)]
pub struct SaidProblem {
    /// The problem in English.
    pub problem: Arc<Problem>,
    /// Its texts, to be said in other languages.
    pub texts: Arc<SaidTexts>,
}

/// A failure as a response.
#[derive(Debug)]
pub struct ApiError(pub Failure);

/// What handlers return.
pub type ApiResult<T> = Result<T, ApiError>;

impl<E: Into<Failure>> From<E> for ApiError {
    fn from(error: E) -> Self {
        ApiError(error.into())
    }
}

tokio::task_local! {
    /// Reachability of the database that the current request needs.
    pub static REACH: DatabaseReachability;
}

/// Logs an internal error once, with its chain of sources. An unreachable database is logged elsewhere.
pub fn log(failure: &Failure) {
    if failure.code.status() < 500 {
        return;
    }
    let mut chain = Vec::new();
    let mut cause = std::error::Error::source(failure);
    while let Some(error) = cause {
        chain.push(error.to_string());
        cause = error.source();
    }
    let (code, chain) = (failure.code.code(), chain.join(": "));
    if REACH.try_with(DatabaseReachability::is_in_doubt).unwrap_or_default() {
        tracing::debug!(error.code = code, error.chain = chain, "{}", failure.detail);
    } else {
        tracing::error!(error.code = code, error.chain = chain, "{}", failure.detail);
    }
}

/// The failure of a request that lost its database, however its error was wrapped on the way: it says so, and when to
/// come back.
fn away_if_lost(failure: Failure) -> Failure {
    let is_lost = failure.code == ErrorCode::Internal
        && failure
            .source
            .as_ref()
            .is_some_and(|source| matches!(DbError::behind(source.as_ref()), Some(DbError::Unavailable(_))));
    if is_lost { Failure { source: failure.source, ..Failure::unreachable() } } else { failure }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let failure = away_if_lost(self.0);
        log(&failure);
        quiet(failure)
    }
}

/// The member of a failure that becomes the `Retry-After` header.
const RETRY_AFTER: &str = "retryAfterSeconds";

/// Seconds after which to try again, where known.
pub fn retry_after(failure: &Failure) -> Option<u64> {
    failure.extra.get(RETRY_AFTER).and_then(serde_json::Value::as_u64)
}

/// The sentences for contributors by their words. Most domain errors keep only the words.
static CONTRIBUTOR_TEXTS: LazyLock<HashMap<&'static str, ProblemText>> =
    LazyLock::new(|| contributor_texts().into_iter().map(|text| (text.english(), text)).collect());

/// Those with values, the most particular first.
static TEXTS_WITH_VALUES: LazyLock<Vec<ProblemText>> = LazyLock::new(|| {
    let mut texts = contributor_texts();
    // It would be found in any sentence that ends like it.
    texts.retain(|text| text.english().contains('{') && *text != shared_problem_texts::ANSWER_MISSING);
    texts.sort_by_key(|text| std::cmp::Reverse(text.english().len()));
    texts
});

fn contributor_texts() -> Vec<ProblemText> {
    let lists = [
        shared_problem_texts::PROBLEM_TEXTS,
        stoa_kernel::contributor_texts::PROBLEM_TEXTS,
        stoa_commerce::contributor_texts::PROBLEM_TEXTS,
        stoa_site::contributor_texts::PROBLEM_TEXTS,
        stoa_email::contributor_texts::PROBLEM_TEXTS,
        stoa_audience::contributor_texts::PROBLEM_TEXTS,
        stoa_tenancy::contributor_texts::PROBLEM_TEXTS,
        crate::contributor_texts::PROBLEM_TEXTS,
    ];
    lists.concat()
}

/// The code of a sentence for contributors, with its values.
pub fn contributor_text(sentence: &str) -> Option<ProblemTextOut> {
    if let Some(text) = CONTRIBUTOR_TEXTS.get(sentence) {
        return Some((*text).into());
    }
    let read = TEXTS_WITH_VALUES.iter().filter_map(|text| text.read(sentence)).find(is_read_well);
    // What is required is named beside the sentence.
    let is_required = || sentence.ends_with(" is required.").then(|| shared_problem_texts::REQUIRED.into());
    read.map(|said| (&said).into()).or_else(is_required)
}

/// The codes of sentences for contributors, by the sentence; those without a code are left out.
pub fn contributor_texts_of(sentences: &[String]) -> BTreeMap<String, ProblemTextOut> {
    sentences.iter().filter_map(|sentence| Some((sentence.clone(), contributor_text(sentence)?))).collect()
}

/// The response, without logging.
pub fn quiet(failure: Failure) -> Response {
    let code = failure.code;
    let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let retry_after = retry_after(&failure);
    let detail = if code == ErrorCode::Internal { code.title().to_owned() } else { failure.detail };
    let mut extra = failure.extra;
    extra.remove(RETRY_AFTER);
    let texts = failure.said.map(|texts| *texts).unwrap_or_default();
    // The code of the kind of error says as much.
    let detail_text = texts.detail.as_ref().filter(|said| said.code() != code.code());
    let detail_text = detail_text.map(ProblemTextOut::from).or_else(|| contributor_text(&detail));
    let plain = failure.fields.iter().filter(|(field, _)| !texts.fields.contains_key(*field));
    let plain = plain.filter_map(|(field, message)| Some((field.clone(), contributor_text(message)?)));
    let said = texts.fields.iter().map(|(field, said)| (field.clone(), ProblemTextOut::from(said)));
    let error_texts = said.chain(plain).collect();
    let problem = Problem {
        kind: "about:blank",
        title: code.title().to_owned(),
        status: code.status(),
        code: code.code().to_owned(),
        error: detail.clone(),
        detail,
        errors: failure.fields,
        detail_text,
        error_texts,
        crumb_fail: (code == ErrorCode::CrumbInvalid).then_some(true),
        extra,
    };
    let mut response = (status, axum::Json(&problem)).into_response();
    response.extensions_mut().insert(code);
    if texts != SaidTexts::default() {
        let said = SaidProblem { problem: Arc::new(problem), texts: Arc::new(texts) };
        response.extensions_mut().insert(said);
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(seconds) = retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::response::IntoResponse as _;
    use stoa_kernel::Failure;

    use super::ApiError;

    #[test]
    fn sentences_for_contributors_have_codes() -> Result<(), Box<dyn std::error::Error>> {
        let mut checks = stoa_kernel::error::Checks::default();
        checks.require(false, "source", "This address is reserved.");
        checks.require(false, "target", "Somewhere else.");
        checks.require(false, "tags", "Enter at most 50 tags.");
        checks.require(false, "role", "Your role does not allow you to write site-settings.");
        checks.require(false, "layout", "Choose one of left, right.");
        let Err(failure) = checks.finish() else { return Err("nothing was refused".into()) };
        let response = ApiError(failure).into_response();
        let body = futures::executor::block_on(to_bytes(response.into_body(), 4096))?;
        let body: serde_json::Value = serde_json::from_slice(&body)?;
        assert_eq!(body["detailText"]["code"], "choose-one-of");
        assert_eq!(body["errorTexts"]["source"]["code"], "this-address-is-reserved");
        assert_eq!(body["errorTexts"]["target"], serde_json::Value::Null);
        assert_eq!(body["errors"]["target"], "Somewhere else.");
        assert_eq!(body["errorTexts"]["tags"]["code"], "enter-at-most-tags");
        assert_eq!(body["errorTexts"]["tags"]["params"]["count"], 50);
        let role = serde_json::json!({
            "code": "role-does-not-allow",
            "params": {"action": "write", "resource": "site-settings"},
        });
        assert_eq!(body["errorTexts"]["role"], role);
        assert_eq!(body["errorTexts"]["layout"]["params"]["choices"], "left, right");
        Ok(())
    }

    // spec: scope.error-shape.open
    #[test]
    fn internal_errors_have_no_detail() -> Result<(), Box<dyn std::error::Error>> {
        let cause = std::io::Error::other("the password of the database is hunter2");
        let response = ApiError(Failure::internal(cause)).into_response();
        assert_eq!(response.status(), 500);
        let body = futures::executor::block_on(to_bytes(response.into_body(), 4096))?;
        let body: serde_json::Value = serde_json::from_slice(&body)?;
        assert_eq!((&body["code"], &body["error"]), (&"internal".into(), &"Something went wrong on our side".into()));
        assert!(!body.to_string().contains("hunter2"), "{body}");
        Ok(())
    }
}
