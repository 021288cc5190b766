//! Whether a plugin answers as a case expects.

use serde_json::Value as Json;
use stoa_plugin_host::{GuestErrorCode, PluginError, PluginErrorKind};

use super::{Answer, Case};
use crate::kit::shorten;

/// What differs from the case, in a sentence.
pub(super) fn compare(case: &Case, result: Result<Answer, PluginError>) -> Result<(), String> {
    let answer = match (result, &case.fails) {
        (Ok(_), Some(wanted)) => return Err(format!("no error, where `{wanted}` was expected")),
        (Ok(answer), None) => answer,
        (Err(error), wanted) => return compare_error(&error, wanted.as_deref()),
    };
    let text = answer.value.as_str().map_or_else(|| answer.value.to_string(), str::to_owned);
    if let Some(wanted) = case.equals.as_ref().filter(|wanted| **wanted != answer.value) {
        return Err(format!("is {}, not {}", shorten(&answer.value.to_string()), shorten(&wanted.to_string())));
    }
    if let Some(wanted) = case.data.as_ref().filter(|wanted| answer.data.as_ref() != Some(wanted)) {
        let found = answer.data.as_ref().map_or_else(|| "nothing".to_owned(), Json::to_string);
        return Err(format!("the data for the script is {}, not {}", shorten(&found), shorten(&wanted.to_string())));
    }
    if let Some(missing) = case.contains.iter().find(|part| !text.contains(part.as_str())) {
        return Err(format!("`{missing}` is missing in {text}"));
    }
    if let Some(found) = case.excludes.iter().find(|part| text.contains(part.as_str())) {
        return Err(format!("`{found}` is in {text}"));
    }
    if let Some(wanted) = case.status.filter(|wanted| Some(*wanted) != answer.status) {
        return Err(format!("the status is {:?}, not {wanted:?}", answer.status));
    }
    if let Some(wanted) = case.availability.filter(|wanted| Some(*wanted) != answer.availability) {
        return Err(format!("the availability is {:?}, not {wanted:?}", answer.availability));
    }
    Ok(())
}

fn compare_error(error: &PluginError, wanted: Option<&str>) -> Result<(), String> {
    let code = match &error.kind {
        PluginErrorKind::Guest(guest) => name_of(guest.code),
        other => return Err(other.to_string()),
    };
    if wanted == Some(code.as_str()) { Ok(()) } else { Err(error.kind.to_string()) }
}

/// `invalid-input`, as in the contract.
fn name_of(code: GuestErrorCode) -> String {
    serde_json::to_value(code).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}
