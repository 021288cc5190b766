//! The page that explains the installments. Its content comes from a provider, so it is sanitised: no scripts or other
//! active content.

use super::model::InstallmentExplanation;

const STYLE: &str = "body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem}\
    h1{font-size:1.4rem;line-height:1.25}";

impl InstallmentExplanation {
    /// The whole page as sanitised HTML.
    pub fn document(&self) -> String {
        let language = ammonia::clean_text(&self.locale.replace('_', "-"));
        let title = ammonia::clean_text(&self.title);
        let content = ammonia::clean(&self.html);
        format!(
            "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
             <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"robots\" content=\"noindex\">\
             <style>{STYLE}</style></head><body><main>{content}</main></body></html>"
        )
    }
}
