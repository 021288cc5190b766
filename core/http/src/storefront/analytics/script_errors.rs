//! Errors of scripts in visitors' browsers.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value};
use stoa_analytics::script_errors::ScriptError;
use stoa_kernel::{ErrorCode, Failure};
use utoipa::ToSchema;

use super::fields::text_of;
use super::intake::Reporter;
use super::speed::path_of;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::ApiJson;
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

/// Maximum number of errors in one call.
const MAX_ERRORS: usize = 50;
/// Longest message, in characters.
const MAX_MESSAGE: usize = 1_000;
/// Longest stack, in characters.
const MAX_STACK: usize = 5_000;
/// Texts of at least so many letters and digits may be secrets: tokens, keys.
const SECRET_LENGTH: usize = 24;
/// What stands in place of something that may be a secret.
const SCRUBBED: &str = "…";

/// An error.
#[derive(Debug, Deserialize, ToSchema)]
#[expect(dead_code, reason = "the members that are not stored are part of the format")]
pub struct ReportedScriptError {
    /// Name of the event.
    event: String,
    /// The error: `message`, `stack`, and `url` or `pagePath` of the page.
    #[schema(value_type = Object)]
    data: Map<String, Value>,
    /// When it happened, milliseconds.
    #[schema(value_type = Option<f64>)]
    timestamp: Option<Value>,
}

/// The routes of this module.
pub(super) fn routes() -> ApiRouter {
    let policy = changes(Invalidates::Nothing).limited(RateLimit::ANALYTICS).without_site_password();
    ApiRouter::new().routes(routes!(script_errors_record: policy))
}

/// Record errors of scripts
///
/// What looks like a secret in messages and stacks is not stored: queries of addresses, long tokens, e-mail addresses.
#[utoipa::path(post, path = "/api/events/RecordJavascriptErrors", operation_id = "script_errors_record",
    tag = "visitor-events", request_body = Vec<ReportedScriptError>,
    responses((status = 204, description = "The errors were accepted"), (status = 403, body = Problem)))]
async fn script_errors_record(
    State(state): State<AppState>,
    reporter: Reporter,
    ApiJson(errors): ApiJson<Vec<ReportedScriptError>>,
) -> ApiResult<StatusCode> {
    if errors.len() > MAX_ERRORS {
        return Err(Failure::new(ErrorCode::BadRequest, "Send at most 50 errors.").into());
    }
    if reporter.counts_in_figures() && reporter.rules.analytics.reports_script_errors {
        for ReportedScriptError { data, .. } in &errors {
            let text = |name: &str| text_of(data, name).unwrap_or_default();
            let message = scrubbed(&text("message"), MAX_MESSAGE);
            if message.is_empty() {
                continue;
            }
            let page = text_of(data, "pagePath").or_else(|| text_of(data, "url")).map(|url| path_of(&url));
            let error = ScriptError {
                at: reporter.now,
                message,
                stack: scrubbed(&text("stack"), MAX_STACK),
                page,
                browser: reporter.browser().map(str::to_owned),
            };
            state.analytics.record_error(&reporter.website, error);
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// A text without queries of addresses, without e-mail addresses and without long tokens.
fn scrubbed(text: &str, most: usize) -> String {
    let text: String = text.chars().take(most).collect();
    text.split_inclusive(|sign: char| sign.is_whitespace() || matches!(sign, '"' | '\'' | '(' | ')' | '<' | '>'))
        .map(scrubbed_word)
        .collect()
}

fn scrubbed_word(word: &str) -> String {
    let end = word.len() - word.chars().next_back().filter(|sign| !sign.is_alphanumeric()).map_or(0, char::len_utf8);
    let (inner, rest) = word.split_at(end);
    let is_address = inner.contains("://") || inner.starts_with('/');
    let (path, position) = match inner.find(['?', '#']) {
        Some(at) if is_address => (inner.get(..at).unwrap_or_default(), position_of(inner)),
        _ => (inner, ""),
    };
    if path.contains('@') && path.contains('.') && !is_address {
        return format!("{SCRUBBED}{rest}");
    }
    let parts = path.split_inclusive(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_' && sign != '-');
    let parts = parts.map(|part| {
        let token = part.trim_end_matches(|sign: char| !sign.is_ascii_alphanumeric());
        let is_secret = token.len() >= SECRET_LENGTH && token.bytes().any(|byte| byte.is_ascii_digit());
        if is_secret { part.replace(token, SCRUBBED) } else { part.to_owned() }
    });
    format!("{}{position}{rest}", parts.collect::<String>())
}

/// Line and column after the query of a script's address, such as `:3:14`.
fn position_of(address: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((before, column)) = address.rsplit_once(':').filter(|(_, column)| is_number(column)) else { return "" };
    let start = match before.rsplit_once(':').filter(|(_, line)| is_number(line)) {
        Some((_, line)) => address.len() - line.len() - column.len() - 2,
        None => address.len() - column.len() - 1,
    };
    address.get(start..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_stored() {
        for (text, kept) in [
            ("x is undefined", "x is undefined"),
            ("at f (https://domain.com/a.js?v=secret:3:14)", "at f (https://domain.com/a.js:3:14)"),
            ("ada@domain.com is wrong", "… is wrong"),
            ("token \"abcdefghijkl0123456789mnopq\" expired", "token \"…\" expired"),
            ("at /order/abcdefghijkl0123456789mnopq/paid", "at /order/…/paid"),
        ] {
            assert_eq!(scrubbed(text, MAX_STACK), kept);
        }
        assert_eq!(scrubbed(&"x ".repeat(9_000), MAX_STACK).chars().count(), MAX_STACK);
    }
}
