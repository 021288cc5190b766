//! Links of a rendered page that stay in its language. Templates, custom code of owners and texts name the addresses of
//! the primary language, so the finished HTML is changed, and only that of pages in other languages.

use std::borrow::Cow;

use lol_html::html_content::Element;
use lol_html::{ElementContentHandlers, HandlerResult, LocalHandlerTypes, Selector, Settings, rewrite_str};
use stoa_page::escape_html;

use super::PageLanguage;

/// Elements with an address that browsers open, and the element that tells scripts the prefixes.
const CHANGED: &str = "html, a[href], area[href], form, link[href]";
/// Relations of link elements that name pages.
const PAGES: [&str; 3] = ["alternate", "next", "prev"];
/// The page of a form for browsers without scripts.
const FORM_PAGE: &str = "/api/comments/form?";
/// The pages on which visitors accept or decline cookies, and being counted.
const CHOICES: [&str; 2] = ["/cookie-settings", "/~visits"];

/// Where a page in another language is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PagePosition {
    pub(crate) language: PageLanguage,
    /// Origin of the site.
    pub(crate) origin: String,
    /// Path of the page in the primary language.
    pub(crate) path: String,
}

/// The HTML of a page whose links to pages of the site lead to pages in its language. Links with `hreflang` are
/// unchanged: they lead to another language. Forms that change data are sent to addresses without a prefix, which name
/// the language so that the answer is in it.
pub(crate) fn link_within(html: String, position: &PagePosition) -> String {
    match rewritten(&html, position) {
        Ok(changed) => changed,
        Err(error) => {
            tracing::warn!(%error, "links could not be changed to those of the page's language");
            html
        }
    }
}

fn rewritten(html: &str, position: &PagePosition) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let selector: Selector = CHANGED.parse()?;
    let handlers: ElementContentHandlers<'_, LocalHandlerTypes> = ElementContentHandlers::default()
        .element(|element: &mut Element<'_, '_, LocalHandlerTypes>| change(element, position));
    let settings = Settings::new().with_strict(false).append_element_content_handler((Cow::Owned(selector), handlers));
    Ok(rewrite_str(html, settings)?)
}

fn change(element: &mut Element<'_, '_, LocalHandlerTypes>, position: &PagePosition) -> HandlerResult {
    let name = element.tag_name();
    match name.as_str() {
        "html" => {
            element.set_attribute("data-language-prefix", &position.language.prefix)?;
            element.set_attribute("data-language-prefixes", &position.language.prefixes.join(" "))?;
        }
        "form" if is_sent(element) => {
            let action = match element.get_attribute("action") {
                Some(action) if !matches!(action.as_str(), "" | "?") => action,
                _ => escape_html(&position.path),
            };
            if action.starts_with('/') && !action.starts_with("//") {
                element.set_attribute("action", &naming_language(&action, position))?;
            }
        }
        "form" => set(element, "action", position)?,
        "link" if !names_page(element) => {}
        _ if element.has_attribute("hreflang") || element.has_attribute("download") => {}
        "a" if element.get_attribute("href").is_some_and(|address| names_form(&address)) => {
            let address = element.get_attribute("href").unwrap_or_default();
            element.set_attribute("href", &naming_language(&address, position))?;
        }
        _ => set(element, "href", position)?,
    }
    Ok(())
}

/// An address, as it stands in HTML, that names the language of the page.
fn naming_language(address: &str, position: &PagePosition) -> String {
    let (address, anchor) =
        address.split_once('#').map_or((address, None), |(address, anchor)| (address, Some(anchor)));
    let separator = if address.contains('?') { "&amp;" } else { "?" };
    let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
    format!("{address}{separator}language={}{anchor}", position.language.tag)
}

/// Whether an address is that of a page with a form, which has no prefix.
fn names_form(address: &str) -> bool {
    CHOICES.contains(&address) || address.starts_with(FORM_PAGE)
}

/// Whether a form changes data: its address is not that of a page.
fn is_sent(form: &Element<'_, '_, LocalHandlerTypes>) -> bool {
    form.get_attribute("method").is_some_and(|method| !method.eq_ignore_ascii_case("get"))
}

fn names_page(link: &Element<'_, '_, LocalHandlerTypes>) -> bool {
    let relations = link.get_attribute("rel").unwrap_or_default();
    relations.split_ascii_whitespace().any(|relation| PAGES.contains(&relation))
}

fn set(element: &mut Element<'_, '_, LocalHandlerTypes>, attribute: &str, position: &PagePosition) -> HandlerResult {
    let PagePosition { language, origin, .. } = position;
    let Some(url) = element.get_attribute(attribute) else { return Ok(()) };
    let path = url.strip_prefix(origin.as_str()).filter(|_| !origin.is_empty());
    let changed = match path {
        // The home page needs no slash after the origin.
        Some(path) if path.is_empty() || path.starts_with(['?', '#']) => {
            format!("{origin}{}", language.address(&format!("/{path}")))
        }
        Some(path) if path.starts_with('/') => format!("{origin}{}", language.address(path)),
        Some(_) => return Ok(()),
        None => language.address(&url),
    };
    if changed != url {
        element.set_attribute(attribute, &changed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::french;
    use super::{PagePosition, link_within};

    fn changed(html: &str) -> String {
        let (origin, path) = ("https://shop.example".to_owned(), "/commerce/reviews/t".to_owned());
        link_within(html.to_owned(), &PagePosition { language: french(), origin, path })
    }

    #[test]
    fn links_to_pages_get_the_prefix() {
        for (html, expected) in [
            (
                "<html lang=\"fr\">",
                "<html lang=\"fr\" data-language-prefix=\"/fr\" data-language-prefixes=\"/fr /pt-br\">",
            ),
            ("<a href=\"/shop?a=1&amp;b=2\">x</a>", "<a href=\"/fr/shop?a=1&amp;b=2\">x</a>"),
            ("<a href=\"https://shop.example/shop\">x</a>", "<a href=\"https://shop.example/fr/shop\">x</a>"),
            ("<a href=\"https://shop.example\">x</a>", "<a href=\"https://shop.example/fr\">x</a>"),
            ("<a href=\"https://shop.example?a=1\">x</a>", "<a href=\"https://shop.example/fr?a=1\">x</a>"),
            ("<map><area href='/shop'></map>", "<map><area href=\"/fr/shop\"></map>"),
            (
                "<form method=\"post\" action=\"?\"></form>",
                "<form method=\"post\" action=\"/commerce/reviews/t?language=fr\"></form>",
            ),
            (
                "<form method=\"post\" action=\"/wishlist\"></form>",
                "<form method=\"post\" action=\"/wishlist?language=fr\"></form>",
            ),
            (
                "<a href=\"/api/comments/form?targetId=a&amp;parentId=b\">x</a>",
                "<a href=\"/api/comments/form?targetId=a&amp;parentId=b&amp;language=fr\">x</a>",
            ),
            ("<a href=\"/cookie-settings\">x</a>", "<a href=\"/cookie-settings?language=fr\">x</a>"),
            ("<a href=\"/~visits\">x</a>", "<a href=\"/~visits?language=fr\">x</a>"),
            ("<a href=\"/news\">x</a>", "<a href=\"/fr/actualites\">x</a>"),
            ("<form action=\"/search\"></form>", "<form action=\"/fr/search\"></form>"),
            (
                "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/blog?format=rss\">",
                "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/fr/blog?format=rss\">",
            ),
        ] {
            assert_eq!(changed(html), expected);
        }
    }

    #[test]
    fn everything_else_is_unchanged() {
        for html in [
            "<a href=\"/\" hreflang=\"en\">English</a>",
            "<a href=\"/fr/shop\">x</a> <a href=\"#end\">x</a> <a href=\"https://shop.example.org/shop\">x</a>",
            "<a href=\"/assets/ast_1/a.pdf\">x</a> <a href=\"/file\" download>x</a>",
            "<form method=\"post\" action=\"https://elsewhere.example/send\"></form>",
            "<link rel=\"stylesheet\" href=\"/shop.css\"> <img src=\"/shop.png\">",
            "<link rel=\"canonical\" href=\"https://shop.example/fr/shop\">",
            "<script type=\"application/json\">{\"html\":\"<a href=\\\"/shop\\\">\"}</script>",
            "<!-- <a href=\"/shop\"> --> <textarea><a href=\"/shop\"></textarea>",
        ] {
            assert_eq!(changed(html), html);
        }
    }
}
