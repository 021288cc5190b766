//! What pages need in order to show a captcha.

use serde::Serialize;
use serde_json::{Map, Value, json};

/// Data that pages need to show a captcha. All fields are empty without a captcha service.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptchaSettings {
    /// `checkbox`, a visible challenge, or `enterprise`, an invisible one.
    pub kind: String,
    /// Site key at the service.
    pub site_key: String,
    /// URL of the service's script.
    pub script_url: String,
    /// Origins of the service's scripts and frames, for the pages' content security policy.
    #[serde(skip)]
    pub sources: Vec<String>,
}

impl CaptchaSettings {
    /// Adds it to the site data for templates.
    pub(crate) fn show_in(&self, data: &mut Map<String, Value>) {
        if let Some(Value::Object(website)) = data.get_mut("website") {
            website.insert("captchaSettings".to_owned(), json!(self));
        }
    }
}
