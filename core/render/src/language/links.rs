//! Links of a rendered page that stay in its language. Templates, custom code of owners and texts name the addresses of
//! the primary language, so the finished HTML is changed, and only that of pages in other languages.

use std::borrow::Cow;

use lol_html::html_content::Element;
use lol_html::{ElementContentHandlers, HandlerResult, LocalHandlerTypes, Selector, Settings, rewrite_str};

use super::PageLanguage;

/// Elements with an address that browsers open, and the element that tells scripts the prefix.
const CHANGED: &str = "html, a[href], area[href], form[action], link[href]";
/// Relations of link elements that name pages.
const PAGES: [&str; 3] = ["alternate", "next", "prev"];

/// The HTML of a page whose links to pages of the site lead to pages in its language. Links with `hreflang` are
/// unchanged: they lead to another language.
pub(crate) fn link_within(html: String, language: &PageLanguage, origin: &str) -> String {
    match rewritten(&html, language, origin) {
        Ok(changed) => changed,
        Err(error) => {
            tracing::warn!(%error, "links could not be changed to those of the page's language");
            html
        }
    }
}

fn rewritten(
    html: &str,
    language: &PageLanguage,
    origin: &str,
) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let selector: Selector = CHANGED.parse()?;
    let handlers: ElementContentHandlers<'_, LocalHandlerTypes> = ElementContentHandlers::default()
        .element(|element: &mut Element<'_, '_, LocalHandlerTypes>| change(element, language, origin));
    let settings = Settings::new().with_strict(false).append_element_content_handler((Cow::Owned(selector), handlers));
    Ok(rewrite_str(html, settings)?)
}

fn change(element: &mut Element<'_, '_, LocalHandlerTypes>, language: &PageLanguage, origin: &str) -> HandlerResult {
    let name = element.tag_name();
    match name.as_str() {
        "html" => element.set_attribute("data-language-prefix", &language.prefix)?,
        "form" if is_sent(element) => {}
        "form" => set(element, "action", language, origin)?,
        "link" if !names_page(element) => {}
        _ if element.has_attribute("hreflang") || element.has_attribute("download") => {}
        _ => set(element, "href", language, origin)?,
    }
    Ok(())
}

/// Whether a form changes data: its address is not that of a page.
fn is_sent(form: &Element<'_, '_, LocalHandlerTypes>) -> bool {
    form.get_attribute("method").is_some_and(|method| !method.eq_ignore_ascii_case("get"))
}

fn names_page(link: &Element<'_, '_, LocalHandlerTypes>) -> bool {
    let relations = link.get_attribute("rel").unwrap_or_default();
    relations.split_ascii_whitespace().any(|relation| PAGES.contains(&relation))
}

fn set(
    element: &mut Element<'_, '_, LocalHandlerTypes>,
    attribute: &str,
    language: &PageLanguage,
    origin: &str,
) -> HandlerResult {
    let Some(url) = element.get_attribute(attribute) else { return Ok(()) };
    let path = url.strip_prefix(origin).filter(|path| !origin.is_empty() && path.starts_with('/'));
    let changed = match path {
        Some(path) => format!("{origin}{}", language.address(path)),
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
    use super::link_within;

    fn changed(html: &str) -> String {
        link_within(html.to_owned(), &french(), "https://shop.example")
    }

    #[test]
    fn links_to_pages_get_the_prefix() {
        for (html, expected) in [
            ("<html lang=\"fr\">", "<html lang=\"fr\" data-language-prefix=\"/fr\">"),
            ("<a href=\"/shop?a=1&amp;b=2\">x</a>", "<a href=\"/fr/shop?a=1&amp;b=2\">x</a>"),
            ("<a href=\"https://shop.example/shop\">x</a>", "<a href=\"https://shop.example/fr/shop\">x</a>"),
            ("<map><area href='/shop'></map>", "<map><area href=\"/fr/shop\"></map>"),
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
            "<form method=\"post\" action=\"/wishlist\"></form>",
            "<link rel=\"stylesheet\" href=\"/shop.css\"> <img src=\"/shop.png\">",
            "<link rel=\"canonical\" href=\"https://shop.example/fr/shop\">",
            "<script type=\"application/json\">{\"html\":\"<a href=\\\"/shop\\\">\"}</script>",
            "<!-- <a href=\"/shop\"> --> <textarea><a href=\"/shop\"></textarea>",
        ] {
            assert_eq!(changed(html), html);
        }
    }
}
