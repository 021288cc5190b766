//! Delivery options from a table: each row has a price for countries, a weight and a value of the goods.

mod table;

use stoa_plugin_sdk::carts::{Cart, Place};
use stoa_plugin_sdk::json::Value;
use stoa_plugin_sdk::shipping::{Rate, Shipping};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, Money, error, setting};

use table::{Parcel, Row, code_of, fits};

struct TableRates;

impl Shipping for TableRates {
    fn rates(cart: Cart, destination: Place, ctx: CallContext) -> Result<Vec<Rate>, Error> {
        let rows = setting("rows").unwrap_or(Value::Null);
        let rows: Vec<Row> = rows.as_array().into_iter().flatten().filter_map(Row::read).collect();
        if rows.is_empty() {
            return Err(error(ErrorCode::NotConfigured, "the table of delivery prices has no rows"));
        }
        let Some(parcel) = Parcel::of(&cart) else { return Ok(Vec::new()) };
        Ok(options(&rows, &parcel, &destination, &ctx))
    }
}

/// The first row that fits makes the option of its name; rows below it with the same name are for other cases.
fn options(rows: &[Row], parcel: &Parcel, destination: &Place, ctx: &CallContext) -> Vec<Rate> {
    let scale = 10_f64.powi(i32::from(ctx.currency_exponent));
    let mut found: Vec<Rate> = Vec::new();
    for row in rows.iter().filter(|row| fits(row, parcel, destination, scale)) {
        if found.iter().any(|rate| rate.label == row.name) {
            continue;
        }
        let price = Money { minor: row.price(parcel, scale), currency: ctx.currency.clone() };
        let code = code_of(&row.name, rows, |code| found.iter().any(|rate| rate.code == code));
        found.push(Rate { code, label: row.name.clone(), price, min_days: row.min_days, max_days: row.max_days });
    }
    found
}

stoa_plugin_sdk::plugin!(shipping: TableRates);

#[cfg(test)]
mod tests {
    use stoa_plugin_sdk::json::json;

    use super::*;

    fn rows() -> Vec<Row> {
        let table = json!([
            {"name": "Parcel", "countries": "DE", "upToKilograms": 2, "price": 4.9, "minDays": 1, "maxDays": 2},
            {"name": "Parcel", "countries": "de", "fromValue": 50, "price": 0},
            {"name": "Parcel", "countries": "DE", "price": 6.49, "pricePerKilogram": 1.0},
            {"name": "Expreß", "countries": "DE, AT", "price": 19},
            {"name": "Islands", "countries": "DE", "postalCodes": "27498, 2546", "price": 12},
            {"name": "World", "countries": "*", "price": 29.95},
            {"name": "", "price": 1}
        ]);
        table.as_array().unwrap().iter().filter_map(Row::read).collect()
    }

    fn ctx(currency: &str, exponent: u8) -> CallContext {
        CallContext {
            site_id: "site".to_owned(),
            locale: "de".to_owned(),
            currency: currency.to_owned(),
            currency_exponent: exponent,
            timezone: "UTC".to_owned(),
            offset_minutes: 0,
            live: true,
            preview: false,
            now_ms: 0,
        }
    }

    fn shown(grams: u64, value: i64, country: &str, postal_code: &str, ctx: &CallContext) -> Vec<(String, i64)> {
        let place = Place { country: country.to_owned(), region: String::new(), postal_code: postal_code.to_owned() };
        let rates = options(&rows(), &Parcel { grams, value }, &place, ctx);
        rates.into_iter().map(|rate| (rate.code, rate.price.minor)).collect()
    }

    fn expected(options: &[(&str, i64)]) -> Vec<(String, i64)> {
        options.iter().map(|(code, price)| ((*code).to_owned(), *price)).collect()
    }

    #[test]
    fn rows_by_weight_value_and_country() {
        let euro = ctx("EUR", 2);
        assert_eq!(
            shown(2000, 4000, "DE", "10115", &euro),
            expected(&[("parcel", 490), ("expre", 1900), ("world", 2995)])
        );
        assert_eq!(shown(2001, 5000, "DE", "10115", &euro)[0], ("parcel".to_owned(), 0));
        // Three kilograms are begun.
        assert_eq!(shown(2001, 4999, "DE", "10115", &euro)[0], ("parcel".to_owned(), 649 + 300));
        assert_eq!(shown(100, 100, "AT", "1010", &euro), expected(&[("expre", 1900), ("world", 2995)]));
        assert_eq!(shown(100, 100, "JP", "", &euro), expected(&[("world", 2995)]));
    }

    #[test]
    fn postal_codes_by_their_beginning() {
        let codes = |postal: &str| {
            let found = shown(100, 100, "DE", postal, &ctx("EUR", 2));
            found.iter().any(|(code, _)| code == "islands")
        };
        assert!(codes("27498") && codes("25 469") && !codes("2549") && !codes(""));
    }

    #[test]
    fn currencies_without_decimals() {
        assert_eq!(shown(100, 100, "JP", "", &ctx("JPY", 0)), expected(&[("world", 30)]));
    }

    #[test]
    fn codes_are_unique_and_plain() {
        let table = json!([
            {"name": "宅配便", "price": 1}, {"name": "航空便", "price": 2}, {"name": "Post!", "price": 3}, {"name": "post", "price": 4}
        ]);
        let rows: Vec<Row> = table.as_array().unwrap().iter().filter_map(Row::read).collect();
        let place = Place { country: "JP".to_owned(), region: String::new(), postal_code: String::new() };
        let rates = options(&rows, &Parcel { grams: 0, value: 0 }, &place, &ctx("JPY", 0));
        let codes: Vec<&str> = rates.iter().map(|rate| rate.code.as_str()).collect();
        assert_eq!(codes, ["option-1", "option-2", "post", "post-4"]);
    }
}
