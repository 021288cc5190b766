//! The product export of WooCommerce: variations are lines of their own, which name the line of their product.

use std::collections::{HashMap, HashSet};

use stoa_plugin_sdk::product_row;
use stoa_plugin_sdk::product_rows::{Kind, ProductRow, RowStock};

use crate::amount::Unit;
use crate::columns::Columns;
use crate::found::{Found, Problem, Refused};
use crate::html;
use crate::table::Record;
use crate::values::{self, Shop, filled};

const NEEDED: [&[&str]; 4] = [&["type"], &["sku"], &["name"], &["regular price"]];
/// Attributes for which the export has columns; the plugin reads as many.
const ATTRIBUTES: usize = 6;

/// Places of the columns.
struct Places {
    id: Option<usize>,
    kind: Option<usize>,
    sku: Option<usize>,
    name: Option<usize>,
    published: Option<usize>,
    visibility: Option<usize>,
    excerpt: Option<usize>,
    description: Option<usize>,
    sale_dates: [Option<usize>; 2],
    in_stock: Option<usize>,
    pieces: Option<usize>,
    backorders: Option<usize>,
    weight: Option<(usize, Unit)>,
    sale: Option<usize>,
    price: Option<usize>,
    categories: Option<usize>,
    tags: Option<usize>,
    parent: Option<usize>,
    /// Names and values.
    attributes: Vec<(usize, usize)>,
}

impl Places {
    fn of(columns: &Columns) -> Self {
        let attribute = |number: usize| {
            let any = |word: &str| columns.any(&[format!("attribute {number} {word}").as_str()]);
            any("name").zip(any("value(s)"))
        };
        let weight = columns.bracketed("weight").and_then(|(place, unit)| Some((place, Unit::named(unit)?)));
        Self {
            id: columns.any(&["id"]),
            kind: columns.any(&["type"]),
            sku: columns.any(&["sku"]),
            name: columns.any(&["name"]),
            published: columns.any(&["published"]),
            visibility: columns.any(&["visibility in catalog"]),
            excerpt: columns.any(&["short description"]),
            description: columns.any(&["description"]),
            sale_dates: [columns.any(&["date sale price starts"]), columns.any(&["date sale price ends"])],
            in_stock: columns.any(&["in stock?"]),
            pieces: columns.any(&["stock"]),
            backorders: columns.any(&["backorders allowed?"]),
            weight,
            sale: columns.any(&["sale price"]),
            price: columns.any(&["regular price"]),
            categories: columns.any(&["categories"]),
            tags: columns.any(&["tags"]),
            parent: columns.any(&["parent"]),
            attributes: (1..=ATTRIBUTES).filter_map(attribute).collect(),
        }
    }
}

/// A product with variations, which has no price of its own.
struct Parent {
    line: u32,
    sku: String,
    /// Whether its variations have their pieces together.
    shares_stock: bool,
    /// Its texts, until the first variation takes them.
    texts: Option<ProductRow>,
}

/// A variation, with its parent's ID or SKU.
struct Variation {
    parent: String,
    /// Whether it has a number of pieces of its own.
    is_counted: bool,
    row: Result<ProductRow, Refused>,
}

/// Reads the lines of such a file. Variations wait for their parents, which may stand below them.
pub(crate) struct Woo<'a> {
    shop: &'a Shop,
    places: Places,
    parents: Vec<Parent>,
    /// Places of the parents by `id:` with their ID, and by SKU.
    known: HashMap<String, usize>,
    variations: Vec<Variation>,
}

impl<'a> Woo<'a> {
    /// None if the headings are those of another system.
    pub(crate) fn of(columns: &Columns, shop: &'a Shop) -> Option<Self> {
        columns.have(&NEEDED).then(|| Self {
            shop,
            places: Places::of(columns),
            parents: Vec::new(),
            known: HashMap::new(),
            variations: Vec::new(),
        })
    }

    /// What a line says; none if it waits for others.
    pub(crate) fn read(&mut self, record: &Record) -> Option<Found> {
        let words = record.cell(self.places.kind).to_lowercase();
        let kinds: Vec<&str> = words.split(',').map(str::trim).collect();
        let sku = self.sku(record);
        let refused =
            |problem: Problem| Refused { line: record.line, sku: sku.clone(), product: String::new(), problem };
        // A variation that is switched off is not sold there.
        if kinds.contains(&"variation") && record.cell(self.places.published) == "0" {
            return None;
        }
        if kinds.contains(&"variation") {
            let parent = values::sku(record.cell(self.places.parent));
            let is_counted = !self.pieces(record).is_empty();
            // Without a SKU, too, it tells of its product, which is refused as a whole.
            let row = self.named_variant(&sku, record, &kinds).map_err(refused);
            self.variations.push(Variation { parent, is_counted, row });
            return None;
        }
        if sku.is_empty() {
            return Some(Found::Refused(refused(Problem::new("noSku"))));
        }
        if kinds.contains(&"variable") {
            let problem = self.add_parent(&sku, record, &kinds).err()?;
            return Some(Found::Refused(Refused { product: sku.clone(), ..refused(problem) }));
        }
        let row = if kinds.contains(&"simple") {
            self.product(&sku, record, &kinds)
        } else {
            Err(Problem::new("notKind").with("type", record.cell(self.places.kind)))
        };
        Some(row.map_or_else(|problem| Found::Refused(refused(problem)), Found::Row))
    }

    /// The variations with their products, and the products without any.
    pub(crate) fn rest(self) -> impl Iterator<Item = Found> {
        let Self { mut parents, known, variations, .. } = self;
        let named: HashSet<usize> =
            variations.iter().filter_map(|variation| known.get(&variation.parent).copied()).collect();
        let alone: Vec<Found> = parents
            .iter()
            .enumerate()
            .filter(|(place, _)| !named.contains(place))
            .map(|(_, parent)| {
                let problem = Problem::new("noVariations");
                let (line, sku) = (parent.line, parent.sku.clone());
                Found::Refused(Refused { line, sku, product: String::new(), problem })
            })
            .collect();
        let joined = variations.into_iter().map(move |Variation { parent, is_counted, row }| {
            let found = known.get(&parent).and_then(|place| parents.get_mut(*place));
            match (row, found) {
                (Ok(row), Some(own)) => {
                    // Nobody can tell how many of the pieces together are of this variation.
                    let is_known = is_counted || !own.shares_stock;
                    let stock = row.stock.filter(|stock| is_known || matches!(stock, RowStock::Pieces(_)));
                    Found::Row(with_product(ProductRow { stock, ..row }, own))
                }
                (Err(refused), own) => {
                    let product = own.map(|own| own.sku.clone()).unwrap_or_default();
                    Found::Refused(Refused { product, ..refused })
                }
                (Ok(row), None) => {
                    let problem = Problem::new("noParent").with("parent", &parent);
                    Found::Refused(Refused { line: row.line, sku: row.sku, product: String::new(), problem })
                }
            }
        });
        alone.into_iter().chain(joined)
    }

    /// The SKU, or one of the ID.
    fn sku(&self, record: &Record) -> String {
        let (sku, id) = (values::sku(record.cell(self.places.sku)), record.cell(self.places.id));
        if sku.is_empty() && !id.is_empty() { values::made_sku("id", [id]) } else { sku }
    }

    fn add_parent(&mut self, sku: &str, record: &Record, kinds: &[&str]) -> Result<(), Problem> {
        let place = self.parents.len();
        let id = record.cell(self.places.id);
        if !id.is_empty() {
            self.known.insert(format!("id:{id}"), place);
        }
        self.known.insert(sku.to_owned(), place);
        let mut texts = product_row(record.line, "");
        texts.kind = kind(kinds);
        let described = self.describe(&mut texts, record);
        let shares_stock = !self.pieces(record).is_empty() && !self.is_endless(record);
        self.parents.push(Parent { line: record.line, sku: sku.to_owned(), shares_stock, texts: Some(texts) });
        described
    }

    /// A product without variations.
    fn product(&self, sku: &str, record: &Record, kinds: &[&str]) -> Result<ProductRow, Problem> {
        let mut row = self.variant(sku, record, kinds)?;
        self.describe(&mut row, record)?;
        Ok(row)
    }

    /// Name, texts, tags and categories.
    fn describe(&self, row: &mut ProductRow, record: &Record) -> Result<(), Problem> {
        let name = filled(record.cell(self.places.name)).ok_or_else(|| Problem::new("noName"))?;
        row.name = Some(name);
        row.published = self.published(record);
        row.excerpt = filled(&html::of(record.cell(self.places.excerpt)));
        row.description = filled(&html::of(record.cell(self.places.description)));
        let last = |path: String| path.rsplit('>').next().map(|name| name.trim().to_owned()).unwrap_or_default();
        let categories = values::list(record.cell(self.places.categories)).into_iter().map(last);
        self.shop.sort(row, values::list(record.cell(self.places.tags)), categories.collect());
        Ok(())
    }

    fn named_variant(&self, sku: &str, record: &Record, kinds: &[&str]) -> Result<ProductRow, Problem> {
        if sku.is_empty() { Err(Problem::new("noSku")) } else { self.variant(sku, record, kinds) }
    }

    /// What is sold under a SKU.
    fn variant(&self, sku: &str, record: &Record, kinds: &[&str]) -> Result<ProductRow, Problem> {
        let mut row = product_row(record.line, sku);
        let price = self.shop.price("Regular price", record.cell(self.places.price))?;
        let sale = self.shop.price("Sale price", record.cell(self.places.sale))?;
        // A sale here has no end, so that one with dates would never end.
        let has_dates = self.places.sale_dates.iter().any(|date| !record.cell(*date).is_empty());
        let price = price.ok_or_else(|| Problem::new("noPrice"))?;
        values::set_price(&mut row, price, sale.filter(|_| !has_dates));
        row.stock = self.stock(record)?;
        row.kind = kind(kinds);
        if let Some((place, unit)) = self.places.weight {
            row.weight_grams = values::weight("Weight", record.cell(Some(place)), unit)?;
        }
        if kinds.contains(&"variation") {
            row.options = self.options(record)?;
        }
        Ok(row)
    }

    fn options(&self, record: &Record) -> Result<Vec<(String, String)>, Problem> {
        let pairs = self.places.attributes.iter();
        let named = pairs.map(|(name, value)| (record.cell(Some(*name)), record.cell(Some(*value))));
        let one = |(name, value): (&str, &str)| match value {
            "" => Err(Problem::new("anyValue").with("option", name)),
            _ => Ok((name.to_owned(), value.to_owned())),
        };
        named.filter(|(name, _)| !name.is_empty()).map(one).collect()
    }

    /// 1 is published, 0 private and -1 a draft. What its catalog hides is hidden here.
    fn published(&self, record: &Record) -> Option<bool> {
        let is_hidden = record.cell(self.places.visibility).eq_ignore_ascii_case("hidden");
        filled(record.cell(self.places.published)).map(|published| published == "1" && !is_hidden)
    }

    /// Without a number, it is what the product says of being in stock.
    fn stock(&self, record: &Record) -> Result<Option<RowStock>, Problem> {
        let pieces = values::stock("Stock", self.pieces(record))?;
        Ok(match (pieces, record.cell(self.places.in_stock)) {
            (Some(_), _) if self.is_endless(record) => Some(RowStock::Untracked),
            (Some(pieces), _) => Some(RowStock::Pieces(pieces)),
            (None, "1" | "backorder") => Some(RowStock::Untracked),
            (None, "0") => Some(RowStock::Pieces(0)),
            (None, _) => None,
        })
    }

    /// The number of pieces; empty if there is none. A variation may say that it has those of its product.
    fn pieces<'r>(&self, record: &'r Record) -> &'r str {
        let cell = record.cell(self.places.pieces);
        if cell.eq_ignore_ascii_case("parent") { "" } else { cell }
    }

    /// Whether it is sold without end.
    fn is_endless(&self, record: &Record) -> bool {
        let backorders = record.cell(self.places.backorders);
        !backorders.is_empty() && backorders != "0"
    }
}

fn with_product(row: ProductRow, parent: &mut Parent) -> ProductRow {
    let product = parent.sku.clone();
    let Some(texts) = parent.texts.take() else { return ProductRow { product, ..row } };
    ProductRow {
        product,
        name: texts.name,
        kind: texts.kind.or(row.kind),
        published: texts.published,
        excerpt: texts.excerpt,
        description: texts.description,
        tags: texts.tags,
        categories: texts.categories,
        ..row
    }
}

fn kind(kinds: &[&str]) -> Option<Kind> {
    if kinds.contains(&"downloadable") {
        Some(Kind::Digital)
    } else {
        kinds.contains(&"virtual").then_some(Kind::Service)
    }
}
