//! The rules of the owner, and what they take off each line.

use stoa_plugin_sdk::carts::Line;
use stoa_plugin_sdk::json::Value;

const LONGEST_LABEL: usize = 100;
const PERCENT: i128 = 100;

pub(crate) struct Rule {
    /// Shown to shoppers.
    pub(crate) label: String,
    /// Tag or category of the goods; empty for all.
    word: String,
    /// Whether pieces of different products count together.
    mixed: bool,
    percent: u64,
    kind: Kind,
}

enum Kind {
    /// From this number of pieces on.
    Quantity(u64),
    /// Of each group, the cheapest pieces.
    BuyGet { buy: u64, get: u64 },
}

impl Rule {
    /// None for a rule that gives nothing.
    pub(crate) fn read(entry: &Value) -> Option<Self> {
        let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().trim();
        let number = |key: &str| entry.get(key).and_then(Value::as_u64).filter(|number| *number > 0);
        let kind = match text("kind") {
            "buy-get" => Kind::BuyGet { buy: number("buy")?, get: number("get")? },
            _ => Kind::Quantity(number("pieces")?),
        };
        let label: String = text("label").chars().take(LONGEST_LABEL).collect();
        let percent = number("percent")?.min(100);
        (!label.is_empty()).then_some(Self {
            label,
            word: text("word").to_lowercase(),
            mixed: entry.get("mixed") == Some(&Value::Bool(true)),
            percent,
            kind,
        })
    }

    fn covers(&self, line: &Line) -> bool {
        let is_word = |known: &String| known.to_lowercase() == self.word;
        line.discountable && (self.word.is_empty() || line.tags.iter().chain(&line.categories).any(is_word))
    }

    /// Pieces that count together, by their places in the cart.
    fn groups(&self, lines: &[Line]) -> Vec<Vec<usize>> {
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        for (place, line) in lines.iter().enumerate().filter(|(_, line)| self.covers(line)) {
            let product = if self.mixed { "" } else { line.product_id.as_str() };
            match groups.iter_mut().find(|(known, _)| *known == product) {
                Some((_, places)) => places.push(place),
                None => groups.push((product, vec![place])),
            }
        }
        groups.into_iter().map(|(_, places)| places).collect()
    }
}

/// What a rule takes off each line, in minor units, rounded down.
pub(crate) fn reductions(rule: &Rule, lines: &[Line]) -> Vec<i64> {
    let mut amounts = vec![0; lines.len()];
    for mut places in rule.groups(lines) {
        let pieces: u64 =
            places.iter().filter_map(|place| lines.get(*place)).map(|line| u64::from(line.quantity)).sum();
        // The dearest first, so that the end of each group is its cheapest part.
        places.sort_by_key(|place| std::cmp::Reverse(lines.get(*place).map(|line| line.unit_price.minor)));
        let mut before = 0;
        for place in places {
            let (Some(line), Some(amount)) = (lines.get(place), amounts.get_mut(place)) else { continue };
            let behind = before + u64::from(line.quantity);
            let reduced = match rule.kind {
                Kind::Quantity(least) if pieces >= least => u64::from(line.quantity),
                Kind::Quantity(_) => 0,
                Kind::BuyGet { buy, get } => {
                    let whole = pieces / (buy + get) * (buy + get);
                    reduced_of(behind.min(whole), buy, get) - reduced_of(before.min(whole), buy, get)
                }
            };
            *amount = share(line.unit_price.minor, reduced, rule.percent);
            before = behind;
        }
    }
    amounts
}

/// How many of the first pieces are reduced.
fn reduced_of(pieces: u64, buy: u64, get: u64) -> u64 {
    pieces / (buy + get) * get + (pieces % (buy + get)).saturating_sub(buy)
}

fn share(price: i64, pieces: u64, percent: u64) -> i64 {
    let amount = i128::from(price.max(0)) * i128::from(pieces) * i128::from(percent) / PERCENT;
    i64::try_from(amount).unwrap_or(i64::MAX)
}
