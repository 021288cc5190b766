//! The template engine for browsers: the admin's preview and the storefront's client-side parts call it.
//!
//! A thin wrapper over `stoa-template`: what goes in and comes out is JSON text. It holds no rule of its own.

mod request;

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use stoa_locale::LocaleData;
use stoa_template::{ParseOptions, Template};

use request::{Problem, Rendered};

/// Loads the data of a language. English comes first: it holds what all languages share.
///
/// # Errors
///
/// If the bytes are no blob of this version of the engine.
#[wasm_bindgen(js_name = loadLocale)]
pub fn load_locale(blob: Vec<u8>) -> Result<(), JsError> {
    Ok(LocaleData::shared().add(blob)?)
}

/// All problems of a source, as a JSON array.
///
/// # Errors
///
/// If they cannot be written as JSON.
#[wasm_bindgen]
pub fn check(source: &str) -> Result<String, JsError> {
    Ok(checked(source)?)
}

/// Renders a template. Takes a request as JSON, answers with `{"html": …, "errors": […]}`.
///
/// # Errors
///
/// If the text is no request.
#[wasm_bindgen]
pub fn render(request: &str) -> Result<String, JsError> {
    Ok(rendered(request)?)
}

/// [`check`] for callers outside a browser.
///
/// # Errors
///
/// If the problems cannot be written as JSON.
pub fn checked(source: &str) -> serde_json::Result<String> {
    let problems = Template::validate(source, &ParseOptions::default());
    serde_json::to_string(&problems.iter().map(Problem::from).collect::<Vec<_>>())
}

/// [`render`] for callers outside a browser.
///
/// # Errors
///
/// If the text is no request.
pub fn rendered(request: &str) -> serde_json::Result<String> {
    serde_json::to_string(&Rendered::of(&serde_json::from_str(request)?))
}
