//! The product export of Shopify: the lines of a product have the same handle, the first of them its texts. Lines may have
//! a picture alone.

use std::collections::HashMap;

use stoa_plugin_sdk::product_row;
use stoa_plugin_sdk::product_rows::{Kind, ProductRow, RowStock};

use crate::amount::Unit;
use crate::columns::Columns;
use crate::found::{Found, Problem, Refused};
use crate::table::Record;
use crate::values::{self, Shop, filled};

const HANDLE: [&str; 2] = ["handle", "url handle"];
const TITLE: [&str; 1] = ["title"];
const PRICE: [&str; 2] = ["variant price", "price"];
/// What every export has, in each version.
const NEEDED: [&[&str]; 3] = [&HANDLE, &TITLE, &PRICE];
/// Name and value of the only option of a product without options.
const NO_OPTION: (&str, &str) = ("Title", "Default Title");

/// Places of the columns.
struct Places {
    handle: Option<usize>,
    title: Option<usize>,
    description: Option<usize>,
    kind: Option<usize>,
    tags: Option<usize>,
    published: Option<usize>,
    status: Option<usize>,
    /// Names and values.
    options: [(Option<usize>, Option<usize>); 3],
    sku: Option<usize>,
    grams: Option<usize>,
    tracker: Option<usize>,
    pieces: Option<usize>,
    policy: Option<usize>,
    price: Option<usize>,
    compared: Option<usize>,
    is_shipped: Option<usize>,
    is_gift_card: Option<usize>,
}

impl Places {
    fn of(columns: &Columns) -> Self {
        let option = |number: usize| {
            let any = |word: &str| columns.any(&[format!("option{number} {word}").as_str()]);
            (any("name"), any("value"))
        };
        Self {
            handle: columns.any(&HANDLE),
            title: columns.any(&TITLE),
            description: columns.any(&["body (html)", "body html", "description"]),
            kind: columns.any(&["type", "custom product type"]),
            tags: columns.any(&["tags"]),
            published: columns.any(&["published", "published on online store"]),
            status: columns.any(&["status"]),
            options: [option(1), option(2), option(3)],
            sku: columns.any(&["variant sku", "sku"]),
            grams: columns.any(&["variant grams", "weight value (grams)"]),
            tracker: columns.any(&["variant inventory tracker", "inventory tracker"]),
            pieces: columns.any(&["variant inventory qty", "inventory quantity"]),
            policy: columns.any(&["variant inventory policy", "continue selling when out of stock"]),
            price: columns.any(&PRICE),
            compared: columns.any(&["variant compare at price", "compare-at price", "compare at price"]),
            is_shipped: columns.any(&["variant requires shipping", "requires shipping"]),
            is_gift_card: columns.any(&["gift card"]),
        }
    }
}

/// What the lines of a product so far have said.
struct Begun {
    line: u32,
    title: String,
    options: [String; 3],
}

/// Reads the lines of such a file.
pub(crate) struct Shopify<'a> {
    shop: &'a Shop,
    places: Places,
    /// By handle.
    begun: HashMap<String, Begun>,
}

impl<'a> Shopify<'a> {
    /// None if the headings are those of another system.
    pub(crate) fn of(columns: &Columns, shop: &'a Shop) -> Option<Self> {
        columns.have(&NEEDED).then(|| Self { shop, places: Places::of(columns), begun: HashMap::new() })
    }

    /// What a line says; none if that is nothing for the shop.
    pub(crate) fn read(&mut self, record: &Record) -> Option<Found> {
        let (handle, title) = (record.cell(self.places.handle), record.cell(self.places.title));
        let sku = values::sku(record.cell(self.places.sku));
        let refused = |problem: Problem| {
            let (sku, product) = (sku.clone(), handle.to_owned());
            Found::Refused(Refused { line: record.line, sku, product, problem })
        };
        if handle.is_empty() {
            return Some(refused(Problem::new("noHandle")));
        }
        let begun = self.begun.get(handle);
        if let Some(other) = begun.filter(|begun| !title.is_empty() && !begun.title.is_empty() && begun.title != title)
        {
            let problem = Problem::new("sameHandle").with("handle", handle).with("title", &other.title);
            return Some(refused(problem.with("line", &other.line.to_string())));
        }
        let has_variant = !sku.is_empty()
            || !record.cell(self.places.price).is_empty()
            || self.places.options.iter().any(|(_, value)| !record.cell(*value).is_empty());
        if begun.is_some() && !has_variant {
            return None;
        }
        self.begin(handle, title, record);
        Some(self.row(handle, &sku, record).map_or_else(refused, Found::Row))
    }

    /// Keeps what later lines of the product do not repeat.
    fn begin(&mut self, handle: &str, title: &str, record: &Record) {
        let begun = self.begun.entry(handle.to_owned()).or_insert_with(|| Begun {
            line: record.line,
            title: title.to_owned(),
            options: Default::default(),
        });
        if begun.title.is_empty() {
            begun.title = title.to_owned();
        }
        for (known, (name, _)) in begun.options.iter_mut().zip(&self.places.options) {
            if let Some(name) = filled(record.cell(*name)) {
                *known = name;
            }
        }
    }

    fn row(&self, handle: &str, sku: &str, record: &Record) -> Result<ProductRow, Problem> {
        let options = self.options(handle, record);
        let sku = if sku.is_empty() {
            values::made_sku(handle, options.iter().map(|(_, value)| value.as_str()))
        } else {
            sku.to_owned()
        };
        let mut row = product_row(record.line, sku);
        let price = self.shop.price("Price", record.cell(self.places.price))?.ok_or_else(|| Problem::new("noPrice"))?;
        match self.shop.price("Compare At Price", record.cell(self.places.compared))? {
            Some(regular) if regular.minor > price.minor => values::set_price(&mut row, regular, Some(price)),
            _ => values::set_price(&mut row, price, None),
        }
        row.product = handle.to_owned();
        row.name = filled(record.cell(self.places.title));
        row.description = filled(record.cell(self.places.description));
        row.published = self.published(record);
        row.kind = self.kind(record);
        row.options = options;
        row.stock = self.stock(record)?;
        row.weight_grams = values::weight("Grams", record.cell(self.places.grams), Unit::Grams)?;
        let kinds = filled(record.cell(self.places.kind)).into_iter().collect();
        self.shop.sort(&mut row, values::list(record.cell(self.places.tags)), kinds);
        Ok(row)
    }

    fn options(&self, handle: &str, record: &Record) -> Vec<(String, String)> {
        let Some(begun) = self.begun.get(handle) else { return Vec::new() };
        let named = begun.options.iter().zip(&self.places.options);
        let pairs = named.map(|(name, (_, value))| (name.as_str(), record.cell(*value)));
        let is_one =
            |(name, value): &(&str, &str)| !name.is_empty() && !value.is_empty() && (*name, *value) != NO_OPTION;
        pairs.filter(is_one).map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// Only what is active there is shown here. Lines that say neither leave it as it is.
    fn published(&self, record: &Record) -> Option<bool> {
        let (published, status) = (record.cell(self.places.published), record.cell(self.places.status));
        if published.is_empty() && status.is_empty() {
            return None;
        }
        let is_active = status.is_empty() || status.eq_ignore_ascii_case("active");
        Some(is_active && (published.is_empty() || is_true(published)))
    }

    fn kind(&self, record: &Record) -> Option<Kind> {
        if is_true(record.cell(self.places.is_gift_card)) {
            return Some(Kind::GiftCard);
        }
        let shipped = record.cell(self.places.is_shipped);
        if shipped.is_empty() || is_true(shipped) {
            return None;
        }
        Some(if self.shop.has_services { Kind::Service } else { Kind::Digital })
    }

    /// What is sold without end has no number here.
    fn stock(&self, record: &Record) -> Result<Option<RowStock>, Problem> {
        let policy = record.cell(self.places.policy);
        let is_tracked = self.places.tracker.is_none() || !record.cell(self.places.tracker).is_empty();
        if !is_tracked || policy.eq_ignore_ascii_case("continue") || is_true(policy) {
            return Ok(Some(RowStock::Untracked));
        }
        Ok(values::stock("Inventory Qty", record.cell(self.places.pieces))?.map(RowStock::Pieces))
    }
}

fn is_true(cell: &str) -> bool {
    ["true", "yes", "1"].iter().any(|word| cell.eq_ignore_ascii_case(word))
}
