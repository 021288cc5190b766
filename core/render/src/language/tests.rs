//! Addresses of pages in other languages, and the names of languages.

use std::sync::Arc;

use stoa_kernel::language_address::AddressWords;

use super::{LanguagePath, PageLanguage, language_name};

pub(super) fn french() -> PageLanguage {
    let mut words = AddressWords::default();
    words.add_page("news", "actualites");
    PageLanguage {
        tag: "fr".to_owned(),
        prefix: "/fr".to_owned(),
        prefixes: vec!["/fr".to_owned(), "/pt-br".to_owned()],
        hides_untranslated: false,
        is_draft: false,
        words: Arc::new(words),
    }
}

#[test]
fn addresses_of_pages_get_the_prefix() {
    for (url, expected) in [
        ("/", "/fr"),
        ("/?page=2", "/fr?page=2"),
        ("/#end", "/fr#end"),
        ("/shop/mug?x=1", "/fr/shop/mug?x=1"),
        ("/cart", "/fr/cart"),
        ("/mailing-list", "/fr/mailing-list"),
        ("/french", "/fr/french"),
        ("/news/hello?x=1", "/fr/actualites/hello?x=1"),
    ] {
        assert_eq!(french().address(url), expected);
    }
    for unchanged in [
        "",
        "shop",
        "#end",
        "//elsewhere.example/shop",
        "/\\elsewhere.example",
        "https://elsewhere.example/",
        "mailto:a@b.example",
        "/api/1/x",
        "/assets/ast_1/a.png",
        "/static/islands/a.js",
        "/sitemap.xml?part=1",
        "/checkout/downloads/t/f",
        "/cookie-settings",
        "/mailing-list/leave?key=k",
        "/fr",
        "/fr/shop",
        "/fr?x=1",
        "/pt-br/shop",
    ] {
        assert_eq!(french().address(unchanged), unchanged);
    }
}

// spec: multilingual.addresses.open
#[test]
fn queries_lead_to_pages_of_the_language_alone() {
    let mut words = AddressWords::default();
    words.add_page("news", "actualites");
    words.add_label("home", "maison");
    let language = PageLanguage { words: Arc::new(words), ..french() };
    for (path, query, expected, moved_to) in [
        ("/news", "tag=home", "tag=home", Some("/fr/actualites?tag=maison")),
        ("/news", "tag=maison", "tag=home", None),
        ("/fr", "tag=home", "tag=home", Some("/fr/fr?tag=maison")),
        ("/\\x", "tag=home", "tag=home", None),
        ("//x", "tag=home", "tag=home", None),
        ("/admin", "tag=home", "tag=home", None),
        ("/admin", "tag=maison", "tag=maison", None),
    ] {
        let mut found = LanguagePath { language: language.clone(), path: path.to_owned(), moved_to: None };
        assert_eq!(found.with_query(query), expected, "{path}?{query}");
        assert_eq!(found.moved_to.as_deref(), moved_to, "{path}?{query}");
    }
}

#[test]
fn names_of_languages() {
    for (tag, name) in [("fr", "Français"), ("pt-BR", "Português (Brasil)"), ("sr-Latn", "Srpski"), ("tlh", "tlh")] {
        assert_eq!(language_name(tag), name);
    }
}
