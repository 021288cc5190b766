//! The rows of the table.

use stoa_plugin_sdk::carts::{Cart, Place};
use stoa_plugin_sdk::json::Value;

const LONGEST_NAME: usize = 100;
const LONGEST_CODE: usize = 36;
const GRAMS: u64 = 1000;

/// What is shipped.
pub(crate) struct Parcel {
    pub(crate) grams: u64,
    /// In minor units.
    pub(crate) value: i64,
}

impl Parcel {
    /// None when nothing is shipped.
    pub(crate) fn of(cart: &Cart) -> Option<Self> {
        let mut shipped = cart.lines.iter().filter(|line| line.shipped).peekable();
        shipped.peek()?;
        Some(shipped.fold(Self { grams: 0, value: 0 }, |parcel, line| Self {
            grams: parcel.grams + u64::from(line.weight_grams) * u64::from(line.quantity),
            value: parcel.value.saturating_add(line.total.minor),
        }))
    }
}

/// A row with its limits; an absent one is none.
pub(crate) struct Row {
    pub(crate) name: String,
    countries: Vec<String>,
    postal_codes: Vec<String>,
    from_kilograms: Option<f64>,
    up_to_kilograms: Option<f64>,
    from_value: Option<f64>,
    below_value: Option<f64>,
    price: f64,
    price_per_kilogram: f64,
    pub(crate) min_days: Option<u16>,
    pub(crate) max_days: Option<u16>,
}

impl Row {
    /// None for a row without a name or a price.
    pub(crate) fn read(entry: &Value) -> Option<Self> {
        let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().trim();
        let words = |key: &str| -> Vec<String> {
            let parts = text(key).split([',', ';']).map(plain).filter(|part| !part.is_empty());
            parts.collect()
        };
        // Zero is what an empty field of the form says.
        let number = |key: &str| entry.get(key).and_then(Value::as_f64).filter(|number| *number > 0.0);
        let days = |key: &str| {
            entry.get(key).and_then(Value::as_u64).and_then(|days| u16::try_from(days).ok()).filter(|days| *days > 0)
        };
        let name: String = text("name").chars().take(LONGEST_NAME).collect();
        let (min_days, max_days) = (days("minDays"), days("maxDays"));
        (!name.is_empty()).then_some(Self {
            name,
            countries: words("countries"),
            postal_codes: words("postalCodes"),
            from_kilograms: number("fromKilograms"),
            up_to_kilograms: number("upToKilograms"),
            from_value: number("fromValue"),
            below_value: number("belowValue"),
            price: number("price").unwrap_or_default(),
            price_per_kilogram: number("pricePerKilogram").unwrap_or_default(),
            min_days,
            max_days: max_days.map(|days| days.max(min_days.unwrap_or_default())),
        })
    }

    /// In minor units; each kilogram that is begun counts.
    pub(crate) fn price(&self, parcel: &Parcel, scale: f64) -> i64 {
        let kilograms = parcel.grams.div_ceil(GRAMS);
        minor(self.price, scale).saturating_add(minor(self.price_per_kilogram * kilograms as f64, scale))
    }
}

/// Whether a row is for a parcel to a place.
pub(crate) fn fits(row: &Row, parcel: &Parcel, place: &Place, scale: f64) -> bool {
    let country = plain(&place.country);
    let postal_code = plain(&place.postal_code);
    let kilograms = parcel.grams as f64 / GRAMS as f64;
    let in_country = row.countries.is_empty() || row.countries.iter().any(|known| known == "*" || *known == country);
    let in_area = row.postal_codes.is_empty() || row.postal_codes.iter().any(|start| postal_code.starts_with(start));
    in_country
        && in_area
        && row.from_kilograms.is_none_or(|least| kilograms >= least)
        && row.up_to_kilograms.is_none_or(|most| kilograms <= most)
        && row.from_value.is_none_or(|least| parcel.value >= minor(least, scale))
        && row.below_value.is_none_or(|limit| parcel.value < minor(limit, scale))
}

/// The option's own name: its label in plain letters, else its number in the table.
pub(crate) fn code_of(name: &str, rows: &[Row], is_taken: impl Fn(&str) -> bool) -> String {
    let number = rows.iter().position(|row| row.name == name).unwrap_or_default() + 1;
    let mut code = String::new();
    for letter in name.to_ascii_lowercase().chars() {
        if letter.is_ascii_lowercase() || letter.is_ascii_digit() {
            code.push(letter);
        } else if letter.is_ascii() && !code.is_empty() && !code.ends_with('-') {
            code.push('-');
        }
    }
    code.truncate(LONGEST_CODE);
    let code = code.trim_end_matches('-');
    match code {
        "" => format!("option-{number}"),
        code if is_taken(code) => format!("{code}-{number}"),
        code => code.to_owned(),
    }
}

/// Upper-case letters without spaces.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).flat_map(char::to_uppercase).collect()
}

fn minor(amount: f64, scale: f64) -> i64 {
    (amount * scale).round() as i64
}
