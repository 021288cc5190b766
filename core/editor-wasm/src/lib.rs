//! The template engine for browsers, used by the admin's preview and the storefront's client-side parts.
//!
//! A thin wrapper over `stoa-template` and `stoa-page`: input and output are JSON text. It contains no rules of its
//! own.

mod request;

use serde::de::Error as _;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use stoa_locale::LocaleData;
use stoa_page::{Edit, LivePage};
use stoa_template::{ParseOptions, Template};

use request::{Request, problems};

/// Loads the data of a language. Load English first: it contains the data that all languages share.
///
/// # Errors
///
/// If the bytes are no locale data of this version of the engine.
#[wasm_bindgen(js_name = loadLocale)]
pub fn load_locale(blob: Vec<u8>) -> Result<(), JsError> {
    Ok(LocaleData::shared().add(blob)?)
}

/// All errors of a template, as a JSON array.
#[wasm_bindgen]
pub fn check(source: &str) -> String {
    checked(source)
}

/// Renders a template. Takes a request as JSON, returns `{"html": …, "errors": […]}`.
///
/// # Errors
///
/// If the text is no request.
#[wasm_bindgen]
pub fn render(request: &str) -> Result<String, JsError> {
    Ok(rendered(request)?)
}

/// A page that is rendered again after each edit.
#[wasm_bindgen]
pub struct PagePreview(LivePage);

#[wasm_bindgen]
impl PagePreview {
    /// Parses the preview data (`material`) of the server, as JSON.
    ///
    /// # Errors
    ///
    /// If the text is no preview data.
    #[wasm_bindgen(constructor)]
    pub fn new(material: &str) -> Result<Self, JsError> {
        let page = LivePage::from_json(serde_json::from_str(material)?);
        Ok(Self(page.map_err(|reason| JsError::new(&reason))?))
    }

    /// Renders the page. Takes an edit as JSON, returns `{"html": …, "errors": […], "questions": … or null}`.
    ///
    /// # Errors
    ///
    /// If the text is no edit.
    pub fn draw(&mut self, edit: &str) -> Result<String, JsError> {
        let edit = Edit::from_json(serde_json::from_str(edit)?).map_err(|reason| JsError::new(&reason))?;
        Ok(self.0.draw(&edit).into_json().to_string())
    }

    /// Adds the server's answers to questions, as JSON.
    ///
    /// # Errors
    ///
    /// If the text is no answers.
    pub fn learn(&mut self, answers: &str) -> Result<(), JsError> {
        self.0.learn(serde_json::from_str(answers)?);
        Ok(())
    }
}

/// [`check`] for callers outside a browser.
pub fn checked(source: &str) -> String {
    problems(&Template::validate(source, &ParseOptions::default())).to_string()
}

/// [`render`] for callers outside a browser.
///
/// # Errors
///
/// If the text is no request.
pub fn rendered(request: &str) -> serde_json::Result<String> {
    let request = Request::read(serde_json::from_str(request)?);
    let request = request.ok_or_else(|| serde_json::Error::custom("a request has a template"))?;
    Ok(request.render().to_string())
}
