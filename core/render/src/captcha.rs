use serde::Serialize;
use serde_json::{Map, Value, json};

/// What pages need to show a captcha. All of it is empty where no service is set up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptchaFace {
    /// `checkbox`, a puzzle to be solved, or `enterprise`, which shows none.
    pub kind: String,
    /// Names the site to the service.
    pub site_key: String,
    /// Script of the service.
    pub script_url: String,
    /// Where its scripts and frames come from, as the pages' policy names it.
    #[serde(skip)]
    pub sources: Vec<String>,
}

impl CaptchaFace {
    /// Puts it beside what templates know of the site.
    pub(crate) fn show_in(&self, data: &mut Map<String, Value>) {
        if let Some(Value::Object(website)) = data.get_mut("website") {
            website.insert("captchaSettings".to_owned(), json!(self));
        }
    }
}
