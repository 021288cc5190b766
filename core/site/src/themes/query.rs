//! Queries in templates of the original form, independent of the page: items, or the categories of a collection.

use std::collections::BTreeMap;

/// Key of query results in page data, by number.
pub const QUERIES: &str = "stoa-queries";

const DEFAULT_ITEMS: usize = 20;
/// Maximum `limit` of a query.
const MAX_ITEMS: usize = 100;
/// Maximum `skip` of a query.
const MAX_SKIPPED: usize = 100;
/// Maximum number of tags or categories in a query.
const MAX_NAMES: usize = 20;
/// Expressions that refer to the collection of the current page.
const CURRENT_COLLECTION: [&str; 2] = ["{urlId}", "{collection.urlId}"];

/// A query of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The blog, shop or folder to query.
    pub source: Source,
    /// Whether it returns categories instead of items.
    pub wants_categories: bool,
    /// Only if the collection is in the folder with this slug.
    pub folder: Option<String>,
    /// Maximum number of items.
    pub limit: usize,
    /// Number of items to skip.
    pub skip: usize,
    /// Only featured items.
    pub featured: bool,
    /// Only items with one of these tags; none for all.
    pub tags: Vec<String>,
    /// Only items in one of these categories; none for all.
    pub categories: Vec<String>,
}

/// The blog, shop or folder to query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The one with this slug.
    Named(String),
    /// The one of the current page, or of the current page's item.
    Shown,
}

/// An invalid attribute.
pub(super) struct InvalidAttribute {
    pub(super) code: &'static str,
    pub(super) message: String,
    pub(super) help: String,
}

impl Query {
    /// Reads the attributes of a query; none if they name no source. Invalid attributes are reported and ignored.
    pub(super) fn of_items(
        attributes: &BTreeMap<&str, &str>,
        invalid_attributes: &mut Vec<InvalidAttribute>,
    ) -> Option<Self> {
        const KNOWN: [&str; 9] =
            ["collection", "source", "folder", "limit", "skip", "featured", "tag", "category", "template"];
        let mut reader = Reader { attributes, invalid_attributes };
        reader.report_unknown("query", &KNOWN);
        let folder = reader.address("folder");
        let collection = reader.source();
        let named_folder = folder.clone().map(Source::Named);
        let folder = folder.filter(|_| collection.is_some());
        Some(Self {
            source: collection.or(named_folder)?,
            wants_categories: false,
            folder,
            limit: reader.number("limit", 1, MAX_ITEMS).unwrap_or(DEFAULT_ITEMS),
            skip: reader.number("skip", 0, MAX_SKIPPED).unwrap_or(0),
            featured: reader.flag("featured"),
            tags: reader.names("tag"),
            categories: reader.names("category"),
        })
    }

    /// Reads the attributes of a category list; none if they name no source.
    pub(super) fn of_categories(
        attributes: &BTreeMap<&str, &str>,
        invalid_attributes: &mut Vec<InvalidAttribute>,
    ) -> Option<Self> {
        let mut reader = Reader { attributes, invalid_attributes };
        reader.report_unknown("category", &["collection", "source", "template"]);
        Some(Self {
            source: reader.source()?,
            wants_categories: true,
            folder: None,
            limit: MAX_ITEMS,
            skip: 0,
            featured: false,
            tags: Vec::new(),
            categories: Vec::new(),
        })
    }
}

struct Reader<'a> {
    attributes: &'a BTreeMap<&'a str, &'a str>,
    invalid_attributes: &'a mut Vec<InvalidAttribute>,
}

impl Reader<'_> {
    fn value(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(|value| value.trim())
    }

    fn complain(&mut self, name: &str, value: &str, help: String) {
        let message = format!("'{value}' is not a valid value for {name}.");
        self.invalid_attributes.push(InvalidAttribute { code: "invalid-attribute", message, help });
    }

    fn report_unknown(&mut self, tag: &str, known: &[&str]) {
        for name in self.attributes.keys().filter(|name| !known.contains(name)) {
            self.invalid_attributes.push(InvalidAttribute {
                code: "unsupported-attribute",
                message: format!("The attribute '{name}' of <squarespace:{tag}> has no effect."),
                help: format!("Known attributes: {}.", known.join(", ")),
            });
        }
    }

    /// `source` is an alias of `collection`.
    fn source(&mut self) -> Option<Source> {
        let name = ["collection", "source"].into_iter().find(|name| self.attributes.contains_key(*name))?;
        if self.value(name).is_some_and(|value| CURRENT_COLLECTION.contains(&value)) {
            return Some(Source::Shown);
        }
        self.address(name).map(Source::Named)
    }

    /// The last segment of a path.
    fn address(&mut self, name: &str) -> Option<String> {
        let value = self.value(name)?.trim_matches('/').to_owned();
        if value.contains(['{', '/']) {
            let help = format!(
                "Write the last part of an address, such as {name}=\"journal\", or collection=\"{{urlId}}\" for \
                that of the page."
            );
            self.complain(name, &value, help);
            return None;
        }
        (!value.is_empty()).then_some(value)
    }

    /// A number within bounds; one outside is reported and clamped.
    fn number(&mut self, name: &str, least: usize, most: usize) -> Option<usize> {
        let value = self.value(name)?.to_owned();
        let number = value.parse::<usize>().ok();
        if number.is_none_or(|number| !(least..=most).contains(&number)) {
            self.complain(name, &value, format!("Write a number from {least} to {most}."));
        }
        number.map(|number| number.clamp(least, most))
    }

    /// A flag is set by an attribute without a value, too.
    fn flag(&mut self, name: &str) -> bool {
        let Some(value) = self.value(name).map(str::to_owned) else { return false };
        match value.to_ascii_lowercase().as_str() {
            "" | "true" => true,
            "false" => false,
            _ => {
                self.complain(name, &value, "Write true or false.".to_owned());
                false
            }
        }
    }

    /// A comma-separated list of names.
    fn names(&mut self, name: &str) -> Vec<String> {
        let value = self.value(name).unwrap_or_default().to_owned();
        if value.contains('{') {
            let help = "Queries run before the page is rendered: write the literal name.";
            self.complain(name, &value, help.to_owned());
            return Vec::new();
        }
        let mut names: Vec<String> =
            value.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        if names.len() > MAX_NAMES {
            self.complain(name, &value, format!("Write at most {MAX_NAMES} names."));
            names.truncate(MAX_NAMES);
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(attributes: &[(&'static str, &'static str)]) -> (Option<Query>, Vec<&'static str>) {
        let attributes = attributes.iter().copied().collect();
        let mut invalid_attributes = Vec::new();
        let query = Query::of_items(&attributes, &mut invalid_attributes);
        (query, invalid_attributes.iter().map(|attribute| attribute.code).collect())
    }

    fn query(source: Source) -> Query {
        Query {
            source,
            wants_categories: false,
            folder: None,
            limit: DEFAULT_ITEMS,
            skip: 0,
            featured: false,
            tags: Vec::new(),
            categories: Vec::new(),
        }
    }

    #[test]
    fn query_attributes() {
        let journal = || query(Source::Named("journal".to_owned()));
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let cases = [
            (vec![("collection", "/journal")], journal()),
            (vec![("source", "journal"), ("limit", "3"), ("skip", "2")], Query { limit: 3, skip: 2, ..journal() }),
            (vec![("collection", "journal"), ("featured", "true")], Query { featured: true, ..journal() }),
            (vec![("collection", "journal"), ("featured", "")], Query { featured: true, ..journal() }),
            (vec![("collection", "journal"), ("featured", "false")], journal()),
            (
                vec![("collection", "journal"), ("tag", "kiln, glaze,"), ("category", "News")],
                Query { tags: names(&["kiln", "glaze"]), categories: names(&["News"]), ..journal() },
            ),
            (
                vec![("collection", "journal"), ("folder", "/visit/")],
                Query { folder: Some("visit".to_owned()), ..journal() },
            ),
            (vec![("folder", "visit")], query(Source::Named("visit".to_owned()))),
            (vec![("collection", "{urlId}")], query(Source::Shown)),
        ];
        for (attributes, expected) in cases {
            assert_eq!(items(&attributes), (Some(expected), Vec::new()), "{attributes:?}");
        }
    }

    #[test]
    fn invalid_query_values_reported_and_clamped() {
        let journal = || query(Source::Named("journal".to_owned()));
        let cases = [
            (("limit", "many"), journal()),
            (("limit", "0"), Query { limit: 1, ..journal() }),
            (("limit", "500"), Query { limit: 100, ..journal() }),
            (("skip", "-1"), journal()),
            (("skip", "101"), Query { skip: 100, ..journal() }),
            (("featured", "yes"), journal()),
            (("tag", "{tag}"), journal()),
            (("folder", "{urlId}"), journal()),
        ];
        for (attribute, expected) in cases {
            let found = items(&[("collection", "journal"), attribute]);
            assert_eq!(found, (Some(expected), vec!["invalid-attribute"]), "{attribute:?}");
        }
        assert_eq!(items(&[("collection", "journal"), ("sort", "x")]).1, ["unsupported-attribute"]);
        assert_eq!(items(&[("limit", "3")]), (None, Vec::new()));
        assert_eq!(items(&[("collection", "{other}")]), (None, vec!["invalid-attribute"]));
    }
}
