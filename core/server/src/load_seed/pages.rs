//! Documents of pages: a few sections of texts, pictures, quotes and products. Pure.

use serde_json::{Value, json};
use stoa_commerce::load_seed::{Random, ShopSetting, sentences};

const LEADS: [&str; 8] = [
    "How it is made",
    "Where it comes from",
    "Who makes it",
    "What it is for",
    "How to look after it",
    "What our neighbors say",
    "When we are open",
    "Why it takes so long",
];

/// Sections with ids that are unique on their page.
#[derive(Default)]
struct Sections(Vec<Value>);

/// The home page of a site.
pub fn home(random: &mut Random, title: &str, shop: &ShopSetting) -> Value {
    let mut sections = Sections::default();
    sections.add(
        "default",
        "full",
        "none",
        vec![block(
            "hero",
            &json!({
                "asset": picture(random, shop), "layout": "overlay", "heading": title, "headingLevel": "h1",
                "html": format!("<p>{}</p>", sentences(random, 2)), "buttonLabel": "See the shop",
                "buttonUrl": "/shop", "height": "large", "overlay": 30,
            }),
        )],
    );
    sections.products(shop, 8);
    sections.beside(random, shop);
    sections.quote(random);
    sections.document()
}

/// Another page.
pub fn page(random: &mut Random, title: &str, shop: &ShopSetting) -> Value {
    let mut sections = Sections::default();
    let text = format!("<h1>{title}</h1><p>{}</p>", sentences(random, 5));
    sections.add("default", "narrow", "large", vec![block("text", &json!({"html": text}))]);
    for _ in 0..random.between(2, 5) {
        match random.below(4) {
            0 => sections.quote(random),
            1 => sections.products(shop, 4),
            _ => sections.beside(random, shop),
        }
    }
    sections.document()
}

fn block(kind: &str, settings: &Value) -> Value {
    json!({"kind": kind, "settings": settings})
}

fn picture(random: &mut Random, shop: &ShopSetting) -> String {
    let place = random.place(shop.pictures.len());
    shop.pictures.get(place).map(ToString::to_string).unwrap_or_default()
}

impl Sections {
    /// Adds a section of one row, each block in a column of its own.
    fn add(&mut self, tone: &str, width: &str, padding: &str, blocks: Vec<Value>) {
        let number = self.0.len() + 1;
        let span = 12 / blocks.len().max(1);
        let columns = blocks.into_iter().enumerate().map(|(place, mut block)| {
            if let Value::Object(members) = &mut block {
                members.insert("id".to_owned(), json!(format!("b{number}-{}", place + 1)));
            }
            json!({"span": span, "blocks": [block]})
        });
        let columns: Vec<Value> = columns.collect();
        self.0.push(json!({
            "id": format!("s{number}"),
            "settings": {"tone": tone, "width": width, "padding": padding},
            "rows": [{"id": format!("r{number}"), "columns": columns}],
        }));
    }

    fn products(&mut self, shop: &ShopSetting, count: i64) {
        let settings = json!({
            "collection": shop.store, "title": "In the shop", "headingLevel": "h2", "count": count, "layout": "grid",
            "columns": 4, "mobileColumns": 2, "linkLabel": "See everything", "linkUrl": "/shop",
        });
        self.add("default", "wide", "large", vec![block("products", &settings)]);
    }

    fn beside(&mut self, random: &mut Random, shop: &ShopSetting) {
        let image = block("image", &json!({"asset": picture(random, shop), "aspectRatio": "four-three"}));
        let html = format!("<h2>{}</h2><p>{}</p>", random.word(&LEADS), sentences(random, 4));
        let text = block("text", &json!({"html": html}));
        let blocks = if random.once_in(2) { vec![image, text] } else { vec![text, image] };
        self.add("muted", "wide", "large", blocks);
    }

    fn quote(&mut self, random: &mut Random) {
        let settings = json!({"text": sentences(random, 2), "source": "A customer", "style": "large"});
        self.add("default", "narrow", "large", vec![block("quote", &settings)]);
    }

    fn document(self) -> Value {
        json!({"version": 1, "sections": self.0})
    }
}
