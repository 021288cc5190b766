//! Structured data of a page (JSON-LD in its head).

mod business;
mod donation;
mod product;

use serde_json::{Map, Value, json};
use stoa_commerce::shipping_zones::Delivery;
use stoa_page::script_json;
use stoa_site::content::Collection;

use crate::page_call::PageCall;

const CONTEXT: &str = "https://schema.org";
const PRODUCT: i64 = 11;
const EVENT: i64 = 12;

/// Adds the structured data of a page to its head.
pub(super) fn describe(data: &mut Map<String, Value>, known: &StructuredInputs<'_>) {
    let page = Described { data, known };
    let things = [page.site(), page.business(), page.product(), page.post(), page.event(), page.breadcrumbs()];
    let lines: Vec<String> = things
        .into_iter()
        .flatten()
        .map(|thing| format!("<script type=\"application/ld+json\">{}</script>", script_json(&thing)))
        .collect();
    let Some(head) = data.get_mut("page").and_then(|page| page.get_mut("headLines")) else { return };
    let own = head.as_str().filter(|own| !own.is_empty()).map(str::to_owned);
    *head = own.into_iter().chain(lines).collect::<Vec<_>>().join("\n").into();
}

/// Facts that are not in the page's data.
pub(super) struct StructuredInputs<'a> {
    /// The request for it.
    pub(super) call: &'a PageCall,
    /// Public collections of the site.
    pub(super) collections: &'a [Collection],
    /// Shipping options of each variant of the page's product.
    pub(super) deliveries: &'a [Vec<Delivery>],
}

/// A page with its data.
struct Described<'a> {
    data: &'a Map<String, Value>,
    known: &'a StructuredInputs<'a>,
}

impl Described<'_> {
    fn text(&self, path: &str) -> &str {
        let (name, rest) = path.split_once('/').unwrap_or((path, ""));
        let found = self.data.get(name).and_then(|value| value.pointer(&format!("/{rest}")));
        found.and_then(Value::as_str).unwrap_or_default()
    }

    fn item(&self, fits: impl Fn(i64) -> bool) -> Option<&Value> {
        let item = self.data.get("item")?;
        item.get("recordType").and_then(Value::as_i64).is_some_and(fits).then_some(item)
    }

    fn address(&self, path: &str) -> String {
        format!("{}{}", self.known.call.origin, self.known.call.address(path))
    }

    fn post(&self) -> Option<Value> {
        let item = self.item(|own| own != PRODUCT && own != EVENT)?;
        let published = item.get("publishOn")?.as_i64()?;
        let changed = item.get("updatedOn").and_then(Value::as_i64).unwrap_or(published).max(published);
        let [published, changed] = [published, changed].map(|on| jiff::Timestamp::from_millisecond(on).ok());
        let text = |path: &str| item.pointer(path).and_then(Value::as_str).unwrap_or_default();
        let address = self.address(text("/fullUrl"));
        let mut article = json!({
            "@context": CONTEXT,
            "@type": "BlogPosting",
            "headline": text("/title"),
            "description": self.text("page/description"),
            "datePublished": published?.to_string(),
            "dateModified": changed.map(|on| on.to_string()),
            "mainEntityOfPage": address,
            "publisher": {"@type": "Organization", "name": self.text("website/siteTitle")},
        });
        let author = text("/author/displayName");
        let author = (!author.is_empty()).then(|| json!({"@type": "Person", "name": author}));
        let image = item.get("mainImage").and_then(|image| self.picture(image)).map(Value::from);
        if let Some(article) = article.as_object_mut() {
            article.extend(author.map(|author| ("author".to_owned(), author)));
            article.extend(image.map(|image| ("image".to_owned(), image)));
        }
        Some(article)
    }

    /// An event, if it has a start.
    fn event(&self) -> Option<Value> {
        let item = self.item(|own| own == EVENT)?;
        let moment = |name: &str| {
            let time = item.get(name).and_then(Value::as_i64)?;
            Some(jiff::Timestamp::from_millisecond(time).ok()?.to_string())
        };
        let text = |path: &str| item.pointer(path).and_then(Value::as_str).unwrap_or_default();
        let mut event = json!({
            "@context": CONTEXT,
            "@type": "Event",
            "name": text("/title"),
            "description": self.text("page/description"),
            "url": self.address(text("/fullUrl")),
            "startDate": moment("startDate")?,
            "organizer": {"@type": "Organization", "name": self.text("website/siteTitle"), "url": self.address("/")},
        });
        let lines = ["/location/addressLine1", "/location/addressLine2", "/location/addressCountry"].map(text);
        let address = lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join(", ");
        let named = text("/location/addressTitle");
        let place = (!address.is_empty() || !named.is_empty()).then(
            || json!({"@type": "Place", "name": if named.is_empty() { &address } else { named }, "address": address}),
        );
        let image = item.get("mainImage").and_then(|image| self.picture(image)).map(Value::from);
        if let Some(event) = event.as_object_mut() {
            event.extend(moment("endDate").map(|end| ("endDate".to_owned(), end.into())));
            event.extend(place.map(|place| ("location".to_owned(), place)));
            event.extend(image.map(|image| ("image".to_owned(), image)));
        }
        Some(event)
    }

    fn picture(&self, image: &Value) -> Option<String> {
        let address = image.get("assetUrl")?.as_str()?;
        Some(self.address(&format!("{address}?format=1500w")))
    }

    /// Breadcrumbs from the home page; none on the home page.
    fn breadcrumbs(&self) -> Option<Value> {
        let collection = self.text("collection/fullUrl");
        let mut steps = vec![(self.text("website/siteTitle"), "/")];
        if !collection.is_empty() && collection != "/" {
            steps.push((self.text("collection/title"), collection));
        }
        let item = self.text("item/fullUrl");
        if !item.is_empty() {
            steps.push((self.text("item/title"), item));
        }
        let elements: Vec<Value> = steps
            .iter()
            .zip(1..)
            .map(|((name, path), position)| {
                json!({"@type": "ListItem", "position": position, "name": name, "item": self.address(path)})
            })
            .collect();
        let leads = elements.len() > 1;
        leads.then(|| json!({"@context": CONTEXT, "@type": "BreadcrumbList", "itemListElement": elements}))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(data: Value) -> Vec<Value> {
        let Value::Object(mut data) = data else { return Vec::new() };
        let call = PageCall { origin: "https://domain.com".to_owned(), ..PageCall::default() };
        describe(&mut data, &StructuredInputs { call: &call, collections: &[], deliveries: &[] });
        let lines = data.get("page").and_then(|page| page.get("headLines")).and_then(Value::as_str).unwrap_or_default();
        lines
            .lines()
            .filter_map(|line| {
                let json = line.strip_prefix("<script type=\"application/ld+json\">")?.strip_suffix("</script>")?;
                serde_json::from_str(json).ok()
            })
            .collect()
    }

    #[test]
    fn product_structured_data() {
        let found = described(json!({
            "page": {"description": "A mug", "isHome": false, "headLines": "<meta name=\"a\" content=\"b\">"},
            "website": {"siteTitle": "Juniper"},
            "collection": {"title": "Shop", "fullUrl": "/shop"},
            "item": {"recordType": 11, "title": "Mug </script>", "fullUrl": "/shop/mug", "soldOut": true,
                "items": [{"assetUrl": "/assets/a/mug.jpg"}],
                "structuredContent": {"fromPriceMoney": {"value": "32.00", "currency": "USD"}, "variants": [{"sku": "M1"}]}},
        }));
        let [product, way] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(product["offers"]["price"], "32.00");
        assert_eq!(product["offers"]["availability"], "https://schema.org/OutOfStock");
        assert_eq!(product["image"][0], "https://domain.com/assets/a/mug.jpg?format=1500w");
        assert_eq!(product["name"], "Mug </script>");
        assert_eq!(product["brand"]["name"], "Juniper");
        assert!(product["offers"].get("shippingDetails").is_none(), "nothing is known about it");
        assert_eq!(way["itemListElement"][2]["item"], "https://domain.com/shop/mug");
    }

    #[test]
    fn post_and_home_structured_data() {
        let post = described(json!({
            "page": {"headLines": ""}, "website": {"siteTitle": "Juniper"},
            "item": {"recordType": 1, "title": "Why", "fullUrl": "/journal/why", "publishOn": 1_767_225_600_000_i64,
                "updatedOn": 1_767_312_000_000_i64,
                "author": {"displayName": "Ada"}, "mainImage": null},
        }));
        assert_eq!(post[0]["datePublished"], "2026-01-01T00:00:00Z");
        assert_eq!(post[0]["dateModified"], "2026-01-02T00:00:00Z");
        assert_eq!(post[0]["author"]["name"], "Ada");
        let home = described(json!({"page": {"isHome": true, "headLines": ""}, "website": {"siteTitle": "Juniper"},
            "collection": {"fullUrl": "/"}}));
        let [site, business] = home.as_slice() else { panic!("{home:?}") };
        assert_eq!((&site["@type"], &site["publisher"]["@id"]), (&json!("WebSite"), &business["@id"]));
        let expected = json!({"@context": CONTEXT, "@type": "Organization", "@id": "https://domain.com/#organization",
            "name": "Juniper", "url": "https://domain.com/"});
        assert_eq!(*business, expected, "nothing else is known");
    }
}
