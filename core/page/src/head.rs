//! What the program adds to a page's head and to the end of its body.

use serde::Serialize;
use serde_json::{Map, Value, json};
use stoa_document::escape_html;

use crate::escape::script_json;
use crate::island_messages::PLACE;

/// Codes of page types on which a popup may be shown: lists, pages of blocks, posts and products.
const INTERRUPTED: [i64; 3] = [1, 2, 50];

/// URLs of the islands' scripts and styles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IslandFiles {
    /// Module scripts.
    pub scripts: Vec<String>,
    /// Style sheets.
    pub styles: Vec<String>,
    /// The module script that shows blocks of plugins in frames, for pages that have such blocks; empty without one.
    pub clients: String,
}

/// What blocks of plugins add to the head and the end of a page.
#[derive(Clone, Copy)]
pub(crate) struct PluginParts<'a> {
    /// Style elements.
    pub(crate) lines: &'a [String],
    /// Whether a block is shown in a frame.
    pub(crate) has_clients: bool,
}

/// Input for the head and the end of the body.
pub(crate) struct Frame<'a> {
    pub(crate) data: &'a Map<String, Value>,
    pub(crate) styles: &'a [String],
    /// The theme's settings as one CSS rule; empty without settings.
    pub(crate) properties: &'a str,
    /// URLs of fonts to preload.
    pub(crate) fonts: &'a [String],
    pub(crate) islands: &'a IslandFiles,
    pub(crate) plugins: PluginParts<'a>,
    pub(crate) share_image: Option<&'a str>,
    pub(crate) indexed: bool,
}

impl Frame<'_> {
    fn text(&self, group: &str, name: &str) -> &str {
        self.data.get(group).and_then(|group| group.get(name)).and_then(Value::as_str).unwrap_or_default()
    }

    fn title(&self) -> String {
        let (page, site) = (self.text("page", "title"), self.text("website", "siteTitle"));
        let home = self.data.get("page").and_then(|page| page.get("isHome")).and_then(Value::as_bool) == Some(true);
        match (page.is_empty(), home && page == site) {
            (true, _) | (_, true) => site.to_owned(),
            _ => format!("{page} — {site}"),
        }
    }

    /// Lines for the head element.
    pub(crate) fn headers(&self) -> String {
        let mut lines = vec!["<meta charset=\"utf-8\">".to_owned()];
        lines.extend([
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">".to_owned(),
            format!("<title>{}</title>", escape_html(&self.title())),
        ]);
        let description = self.text("page", "description");
        if !description.is_empty() {
            lines.push(format!("<meta name=\"description\" content=\"{}\">", escape_html(description)));
        }
        let canonical = self.text("page", "canonicalUrl");
        if !canonical.is_empty() {
            lines.push(format!("<link rel=\"canonical\" href=\"{}\">", escape_html(canonical)));
            self.languages(&mut lines);
        }
        if !self.indexed {
            lines.push("<meta name=\"robots\" content=\"noindex\">".to_owned());
        }
        lines.push("<link rel=\"icon\" href=\"/favicon.svg\">".to_owned());
        if self.data.get("website").and_then(|website| website.get("hasStartScreenIcon")) == Some(&Value::Bool(true)) {
            lines.push("<link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">".to_owned());
        }
        self.open_graph(&mut lines);
        self.feeds(&mut lines);
        for font in self.fonts {
            let font = escape_html(font);
            lines.push(format!("<link rel=\"preload\" href=\"{font}\" as=\"font\" type=\"font/woff2\" crossorigin>"));
        }
        for style in self.styles.iter().chain(&self.islands.styles) {
            lines.push(format!("<link rel=\"stylesheet\" href=\"{}\">", escape_html(style)));
        }
        if !self.properties.is_empty() {
            lines.push(format!("<style>{}</style>", self.properties));
        }
        let own = self.text("page", "headLines");
        if !own.is_empty() {
            lines.push(own.to_owned());
        }
        lines.extend(self.plugins.lines.iter().cloned());
        lines.join("\n")
    }

    fn open_graph(&self, lines: &mut Vec<String>) {
        let item = self.data.get("item");
        let kind = match item.and_then(|item| item.get("recordType")).and_then(Value::as_i64) {
            Some(11) => "product",
            Some(12) | None => "website",
            Some(_) => "article",
        };
        let origin = self.text("website", "baseUrl");
        let image = self.share_image.map(|image| format!("{origin}{image}?format=1500w"));
        let properties = [
            ("og:site_name", self.text("website", "siteTitle").to_owned()),
            ("og:title", self.text("page", "title").to_owned()),
            ("og:description", self.text("page", "description").to_owned()),
            ("og:url", self.text("page", "canonicalUrl").to_owned()),
            ("og:type", kind.to_owned()),
            ("og:image", image.unwrap_or_default()),
        ];
        for (name, value) in properties.iter().filter(|(_, value)| !value.is_empty()) {
            lines.push(format!("<meta property=\"{name}\" content=\"{}\">", escape_html(value)));
        }
        let card = if self.share_image.is_some() { "summary_large_image" } else { "summary" };
        lines.push(format!("<meta name=\"twitter:card\" content=\"{card}\">"));
    }

    /// The same page in other languages, for search engines.
    fn languages(&self, lines: &mut Vec<String>) {
        for version in self.data.get("languages").and_then(Value::as_array).into_iter().flatten() {
            let part = |name: &str| escape_html(version.get(name).and_then(Value::as_str).unwrap_or_default());
            let url = part("absoluteUrl");
            lines.push(format!("<link rel=\"alternate\" hreflang=\"{}\" href=\"{url}\">", part("code")));
            if version.get("isPrimary") == Some(&Value::Bool(true)) {
                lines.push(format!("<link rel=\"alternate\" hreflang=\"x-default\" href=\"{url}\">"));
            }
            if version.get("active") == Some(&Value::Bool(true)) {
                let locale = part("code").replace('-', "_");
                lines.push(format!("<meta property=\"og:locale\" content=\"{locale}\">"));
            }
        }
    }

    fn feeds(&self, lines: &mut Vec<String>) {
        let feeds = self.data.get("collection").and_then(|collection| collection.get("feeds")?.as_array());
        for feed in feeds.into_iter().flatten() {
            let part = |name: &str| escape_html(feed.get(name).and_then(Value::as_str).unwrap_or_default());
            lines.push(format!(
                "<link rel=\"alternate\" type=\"{}\" title=\"{}\" href=\"{}\">",
                part("type"),
                part("title"),
                part("url")
            ));
        }
    }

    /// Lines for the end of the body.
    pub(crate) fn footers(&self) -> String {
        let mut lines = vec!["<div data-stoa-island=\"cart-pill\"></div>".to_owned()];
        lines.extend(self.cookie_banner());
        lines.extend(self.popup());
        let context = script_json(&self.context());
        lines.push(format!("<script type=\"application/json\" id=\"stoa-context\">{context}</script>"));
        if !self.islands.scripts.is_empty() {
            lines.push(PLACE.to_owned());
        }
        let clients = Some(&self.islands.clients).filter(|script| self.plugins.has_clients && !script.is_empty());
        for script in self.islands.scripts.iter().chain(clients) {
            lines.push(format!("<script type=\"module\" src=\"{}\"></script>", escape_html(script)));
        }
        lines.join("\n")
    }

    /// The element that loads the popup when it is due; none on pages that must not be interrupted.
    fn popup(&self) -> Option<String> {
        let kind = self.data.get("page").and_then(|page| page.get("type")).and_then(Value::as_i64)?;
        let popup = self.data.get("header")?.get("popupOverlay")?;
        if popup.get("enabled") != Some(&Value::Bool(true)) || !INTERRUPTED.contains(&kind) {
            return None;
        }
        let attribute = |name: &str| match popup.get(name) {
            Some(Value::String(text)) => format!(" data-{name}=\"{}\"", escape_html(text)),
            Some(Value::Number(number)) => format!(" data-{name}=\"{number}\""),
            _ => String::new(),
        };
        let rules: String = ["version", "trigger", "seconds", "percent", "days"].map(attribute).concat();
        let asked = popup.pointer("/newsletter/enabled") == Some(&Value::Bool(true));
        let captcha =
            self.data.get("website").and_then(|website| website.pointer("/captchaSettings/scriptUrl")?.as_str());
        let captcha = captcha
            .filter(|script| asked && !script.is_empty())
            .map(|script| format!(" data-captcha-script=\"{}\"", escape_html(script)));
        let captcha = captcha.unwrap_or_default();
        Some(format!("<div data-stoa-island=\"popup\"{rules}{captcha} hidden></div>"))
    }

    /// The cookie banner. It stays hidden until a script finds that the visitor has not answered it: the page is the
    /// same for everyone.
    fn cookie_banner(&self) -> Option<String> {
        let settings = self.data.get("websiteSettings")?;
        if settings.pointer("/cookieSettings/isCookieBannerEnabled") != Some(&Value::Bool(true)) {
            return None;
        }
        let word = |name: &str| {
            let banner = settings.get("cookieBanner").and_then(|banner| banner.get(name));
            escape_html(banner.and_then(Value::as_str).unwrap_or_default())
        };
        let (text, accept, decline) = (word("text"), word("acceptLabel"), word("declineLabel"));
        let (label, policy) = (word("settingsLabel"), word("policyUrl"));
        let more = match policy.as_str() {
            "" => String::new(),
            address => format!(" <a href=\"{address}\">{}</a>", word("policyLabel")),
        };
        Some(format!(
            "<section class=\"stoa-cookies\" data-stoa-island=\"cookie-banner\" aria-label=\"{label}\" tabindex=\"-1\" hidden>\
             <p class=\"stoa-cookies__text\">{text}{more}</p><div class=\"stoa-cookies__choice\">\
             <button type=\"button\" class=\"stoa-button\" data-cookie-choice=\"false\">{decline}</button>\
             <button type=\"button\" class=\"stoa-button\" data-cookie-choice=\"true\">{accept}</button></div>\
             <p class=\"stoa-cookies__status\" role=\"status\"></p></section>"
        ))
    }

    fn context(&self) -> Value {
        let store = self.data.get("websiteSettings").and_then(|settings| settings.get("storeSettings"));
        let page = |name: &str| self.data.get("page").and_then(|page| page.get(name)).cloned().unwrap_or_default();
        json!({
            "websiteId": self.text("website", "id"),
            "currency": store.and_then(|store| store.get("selectedCurrency")).cloned().unwrap_or_default(),
            "locale": self.text("website", "language"),
            "pageType": page("type"),
            "pageId": page("id"),
            "pageTitle": page("title"),
            "storeSettings": store.cloned().unwrap_or_default(),
            "flags": self.data.get("flags").cloned().unwrap_or_else(|| json!({})),
            "product": self.data.get("item").and_then(product),
        })
    }
}

/// Product data for scripts; none on other pages.
fn product(item: &Value) -> Option<Value> {
    let content = item.get("structuredContent")?;
    let price = |holder: &Value| {
        let name = if holder.get("onSale") == Some(&Value::Bool(true)) { "salePriceMoney" } else { "priceMoney" };
        let money = holder.get(name)?;
        Some(json!({"decimalValue": money.get("value"), "currencyCode": money.get("currency")}))
    };
    let variant = |variant: &Value| json!({"sku": variant.get("sku"), "price": price(variant), "attributes": variant.get("attributes")});
    Some(json!({
        "id": item.get("id"),
        "name": item.get("title"),
        "productType": content.get("productType")?,
        "price": price(content),
        "variants": content.get("variants")?.as_array()?.iter().map(variant).collect::<Vec<_>>(),
    }))
}
