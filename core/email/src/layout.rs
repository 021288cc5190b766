//! Layout of e-mails: plain text and HTML, written together. User input is escaped in HTML, and reduced to one line in
//! subjects.

use std::fmt::Write as _;

use super::context::EmailContext;
use super::custom_texts::EmailText;
use super::kinds::Kind;
use crate::texts::{DefaultText, fill};

/// An e-mail to be queued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email {
    /// Kind, such as `order-confirmed`.
    pub kind: &'static str,
    /// Recipient.
    pub to: String,
    /// Subject line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// HTML.
    pub html: String,
    /// Reply-To address, if replies do not go to the sender.
    pub reply_to: Option<String>,
    /// URL for unsubscribing from e-mails of this kind, for the `List-Unsubscribe` header; none if there is nothing to
    /// unsubscribe from.
    pub unsubscribe_url: Option<String>,
}

/// Values of the placeholders of an e-mail, by name.
pub(crate) type Values<'a> = &'a [(&'static str, &'a str)];

/// Styles of e-mails, with colours for light and dark mode. Mail clients that do not support media queries show the
/// light colours.
const STYLE: &str = "body{margin:0;background:#f4f4f2;color:#1f1f1f}\
    .sheet{box-sizing:border-box;max-width:600px;margin:0 auto;padding:32px 24px}\
    .paper{background:#ffffff;border:1px solid #e4e4e0;border-radius:8px;padding:32px 28px}\
    h1{font-size:22px;line-height:1.3;margin:0 0 16px}p{margin:0 0 16px;overflow-wrap:anywhere}\
    table{width:100%;border-collapse:collapse;margin:0 0 16px}td{padding:8px 0;vertical-align:top;overflow-wrap:anywhere}\
    td+td{padding-left:16px;white-space:nowrap}tr+tr td{border-top:1px solid #e4e4e0}ul{margin:0 0 16px;padding-left:20px}\
    [dir=rtl] td+td{padding:8px 16px 8px 0}[dir=rtl] ul{padding:0 20px 0 0}\
    .quiet{color:#5c5c58;font-size:14px}.quiet a{color:inherit}\
    @media (max-width:480px){.sheet{padding:16px 12px}.paper{padding:24px 18px}}\
    @media (prefers-color-scheme:dark){body{background:#161614!important;color:#ececea!important}\
    .paper{background:#20201e!important;border-color:#383834!important}tr+tr td{border-color:#383834!important}\
    .quiet{color:#a8a8a2!important}.plain{color:#ececea!important}}";
const FONT: &str = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans JP',sans-serif;\
    font-size:16px;line-height:1.6";
/// Colour of buttons if the site has no accent colour.
const PLAIN_BUTTON: &str = "#1f1f1f";

/// The body of an e-mail, as text and as HTML.
pub struct Body<'a> {
    head: &'a EmailContext,
    kind: &'static str,
    parts: EmailText,
    text: String,
    html: String,
}

impl<'a> Body<'a> {
    /// Starts an e-mail with its heading and opening.
    pub fn of(kind: &Kind, head: &'a EmailContext, values: Values<'_>) -> Self {
        Self::worded(kind, head, values, kind.default_text(head.texts()))
    }

    /// As [`Body::of`], with other default texts, used unless the owner has customised them.
    pub fn worded(kind: &Kind, head: &'a EmailContext, values: Values<'_>, default_text: DefaultText<'_>) -> Self {
        let own = head.custom_texts.get(kind.name, head.texts().language()).cloned();
        let parts = own.unwrap_or_else(|| EmailText::usual(default_text));
        let mut values = values.to_vec();
        values.push(("site", &head.site.title));
        let filled = EmailText {
            subject: fill(&parts.subject, &values),
            heading: fill(&parts.heading, &values),
            opening: fill(&parts.opening, &values),
            closing: fill(&parts.closing, &values),
        };
        let mut body = Self { head, kind: kind.name, parts: filled, text: String::new(), html: String::new() };
        body.heading();
        body.paragraphs(&body.parts.opening.clone());
        body
    }

    fn heading(&mut self) {
        let heading = &self.parts.heading;
        let _ = writeln!(self.text, "{heading}");
        let _ = write!(self.html, "<h1>{}</h1>", escaped(heading));
    }

    /// Paragraphs separated by blank lines.
    pub fn paragraphs(&mut self, text: &str) {
        for paragraph in text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
            self.paragraph(paragraph);
        }
    }

    /// One paragraph; its line breaks are preserved.
    pub fn paragraph(&mut self, text: &str) {
        let _ = write!(self.text, "\n{text}\n");
        let _ = write!(self.html, "<p>{}</p>", linked(text).replace('\n', "<br>"));
    }

    /// The button for the main action.
    pub fn button(&mut self, label: &str, url: &str) {
        let _ = write!(self.text, "\n{label}: {url}\n");
        let accent = self.head.design.accent.as_deref().unwrap_or(PLAIN_BUTTON);
        let _ = write!(
            self.html,
            "<p><a href=\"{}\" style=\"display:inline-block;background:{accent};color:{};text-decoration:none;\
             padding:12px 20px;border-radius:6px;border:1px solid #ffffff40\">{}</a></p>",
            escaped(url),
            text_on(accent),
            escaped(label),
        );
    }

    /// A secondary link.
    pub fn link(&mut self, label: &str, url: &str) {
        let _ = write!(self.text, "\n{label}: {url}\n");
        let _ = write!(
            self.html,
            "<p><a class=\"plain\" href=\"{}\" style=\"color:#1f1f1f\">{}</a></p>",
            escaped(url),
            escaped(label)
        );
    }

    /// Starts a table.
    pub fn table(&mut self) {
        self.text.push('\n');
        self.html.push_str("<table role=\"presentation\" cellspacing=\"0\">");
    }

    /// Ends a table.
    pub fn end_table(&mut self) {
        self.html.push_str("</table>");
    }

    /// A table row.
    pub fn row(&mut self, label: &str, value: &str) {
        let _ = writeln!(self.text, "{label}: {value}");
        let end = if self.head.texts().is_right_to_left() { "left" } else { "right" };
        let _ = write!(self.html, "<tr><td>{}</td><td align=\"{end}\">{}</td></tr>", escaped(label), escaped(value));
    }

    /// A table row with details of the row above.
    pub fn row_below(&mut self, label: &str, value: &str) {
        let _ = writeln!(self.text, "  {label}: {value}");
        let _ =
            write!(self.html, "<tr><td colspan=\"2\" class=\"quiet\">{}: {}</td></tr>", escaped(label), escaped(value));
    }

    /// Lines below a label.
    pub fn lines(&mut self, label: &str, lines: &[String]) {
        let _ = write!(self.text, "\n{label}:\n{}\n", lines.join("\n"));
        let html: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
        let _ = write!(self.html, "<p>{}:<br>{}</p>", escaped(label), html.join("<br>"));
    }

    /// A list with a label.
    pub fn list(&mut self, label: &str, entries: impl Iterator<Item = String>) {
        let _ = write!(self.text, "\n{label}:\n");
        let _ = write!(self.html, "<p>{}:</p><ul>", escaped(label));
        for entry in entries {
            let _ = writeln!(self.text, "{entry}");
            let _ = write!(self.html, "<li>{}</li>", escaped(&entry));
        }
        self.html.push_str("</ul>");
    }

    /// A label with a value, for form submissions.
    pub fn answer(&mut self, label: &str, value: &str) {
        let _ = write!(self.text, "\n{label}: {value}\n");
        let value = escaped(value).replace('\n', "<br>");
        let _ = write!(self.html, "<p><strong>{}</strong><br>{value}</p>", escaped(label));
    }

    /// Finishes the e-mail to a recipient.
    pub fn finish(mut self, to: &str) -> Email {
        self.paragraphs(&self.parts.closing.clone());
        let Self { head, kind, parts, text, html } = self;
        let (title, home) = (&head.site.title, head.home_url());
        let subject = one_line(&parts.subject);
        // Mail clients drop the attributes of the root element and the body, so the first element has it too.
        let dir = head.texts().dir_attribute();
        let html = format!(
            "<!doctype html><html lang=\"{}\"{dir}><head><meta charset=\"utf-8\"><title>{}</title>\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><style>{STYLE}</style></head>\
             <body style=\"{FONT}\"><div class=\"sheet\"{dir}>{}<div class=\"paper\">{html}</div>\
             <p class=\"quiet\" style=\"margin:16px 4px 0\">{} · <a href=\"{}\">{}</a></p></div></body></html>",
            escaped(&head.site.language),
            escaped(&subject),
            logo(head),
            escaped(title),
            escaped(&home),
            escaped(&home),
        );
        let text = format!("{text}\n-- \n{title}\n{home}\n");
        Email { kind, to: to.to_owned(), subject, text, html, reply_to: None, unsubscribe_url: None }
    }
}

fn logo(head: &EmailContext) -> String {
    let Some(url) = &head.design.logo else { return String::new() };
    let title = escaped(&head.site.title);
    format!(
        "<p style=\"margin:0 4px 16px\"><img src=\"{}\" alt=\"{title}\" height=\"40\" style=\"max-width:100%\"></p>",
        escaped(url)
    )
}

/// Black or white, whichever has the better contrast on a background colour.
fn text_on(colour: &str) -> &'static str {
    let part = |from: usize| colour.get(from..from + 2).and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or(0);
    let brightness = 299 * part(1) + 587 * part(3) + 114 * part(5);
    if brightness > 150_000 { "#111111" } else { "#ffffff" }
}

fn one_line(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect()
}

/// Text as HTML, with URLs turned into links.
fn linked(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let address = word.trim_end();
        let end = address.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '。', '、']).len();
        let (address, rest) = word.split_at(end);
        if address.starts_with("https://") || address.starts_with("http://") {
            let address = escaped(address);
            let _ = write!(html, "<a class=\"plain\" href=\"{address}\" style=\"color:#1f1f1f\">{address}</a>");
        } else {
            html.push_str(&escaped(address));
        }
        html.push_str(&escaped(rest));
    }
    html
}

/// Text escaped for HTML, including attributes.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::{Body, linked, text_on};
    use crate::context::EmailContext;
    use crate::kinds::ORDER_CONFIRMED;
    use crate::site_info::SiteInfo;

    #[test]
    fn languages_from_right_to_left_turn_the_layout() {
        let html = |language: &str| {
            let site = SiteInfo {
                title: "Juniper".to_owned(),
                contact_email: String::new(),
                language: language.to_owned(),
                currency: "EUR".parse().unwrap(),
                time_zone: "UTC".to_owned(),
            };
            let head = EmailContext::plain(site, "https://juniper.example");
            let mut body = Body::of(&ORDER_CONFIRMED, &head, &[("number", "7")]);
            body.row("a", "b");
            body.finish("ada@example.com").html
        };
        let hebrew = html("he");
        for part in ["<html lang=\"he\" dir=\"rtl\">", "<div class=\"sheet\" dir=\"rtl\">", "<td align=\"left\">b"] {
            assert!(hebrew.contains(part), "{part}: {hebrew}");
        }
        let german = html("de-CH");
        assert!(german.contains("<html lang=\"de-CH\">") && german.contains("<td align=\"right\">b"), "{german}");
    }

    #[test]
    fn addresses_in_texts_can_be_followed_and_nothing_else_becomes_html() {
        let html = linked("See https://a.example/x?a=1&b=2. <b>");
        assert!(html.contains("href=\"https://a.example/x?a=1&amp;b=2\""), "{html}");
        assert!(html.ends_with("</a>. &lt;b&gt;"), "{html}");
        assert!(!linked("javascript:alert(1)").contains("<a"));
        assert!(!linked("https://x\"onclick=\"").contains("\"onclick"), "no way out of the attribute");
    }

    #[test]
    fn labels_of_buttons_can_be_read() {
        assert_eq!([text_on("#ffffff"), text_on("#1f1f1f"), text_on("#ffd000")], ["#111111", "#ffffff", "#111111"]);
    }
}
