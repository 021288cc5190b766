//! The predicates `has_discount`, whether a product costs less than it did, and `is_long`, whether a text takes a while.

use stoa_plugin_sdk::json::{self, Value as Json};
use stoa_plugin_sdk::predicates::Predicates;
use stoa_plugin_sdk::{Error, ErrorCode, Value, error, invalid_input};

const WORDS: i64 = 300;

struct ShopPredicates;

impl Predicates for ShopPredicates {
    fn test(name: String, input: Value, args: Vec<Value>) -> Result<bool, Error> {
        match name.as_str() {
            "has_discount" => has_discount(&input, number(args.first())?.unwrap_or(1)),
            "is_long" => is_long(&input, number(args.first())?.unwrap_or(WORDS)),
            _ => Err(error(ErrorCode::NotSupported, format!("no predicate {name}"))),
        }
    }
}

/// A whole number from 1 on; none without an argument.
fn number(argument: Option<&Value>) -> Result<Option<i64>, Error> {
    match argument {
        None => Ok(None),
        Some(Value::Integer(number)) if *number > 0 => Ok(Some(*number)),
        Some(_) => Err(invalid_input("the argument has to be a whole number from 1 on")),
    }
}

/// Whether a variant of a product is reduced by this percentage or more.
fn has_discount(product: &Value, percent: i64) -> Result<bool, Error> {
    let product: Json = match product {
        Value::Json(text) => json::from_str(text).map_err(|fault| invalid_input(fault.to_string()))?,
        Value::None => return Ok(false),
        _ => return Err(invalid_input("has_discount takes a product")),
    };
    let variants = product.pointer("/structuredContent/variants").or_else(|| product.get("variants"));
    let variants = variants.and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    Ok(variants.iter().any(|variant| {
        let amount = |key: &str| variant.get(key).and_then(Json::as_i64).map(i128::from);
        let on_sale = variant.get("onSale") == Some(&Json::Bool(true));
        let reduced = |(full, sale): (i128, i128)| full > 0 && (full - sale) * 100 >= full * i128::from(percent);
        on_sale && amount("price").zip(amount("salePrice")).is_some_and(reduced)
    }))
}

/// Whether a text has more than this number of words.
fn is_long(text: &Value, words: i64) -> Result<bool, Error> {
    match text {
        Value::Text(text) => {
            let most = usize::try_from(words).unwrap_or(usize::MAX);
            Ok(text.split_whitespace().take(most.saturating_add(1)).count() > most)
        }
        Value::None => Ok(false),
        _ => Err(invalid_input("is_long takes text")),
    }
}

stoa_plugin_sdk::plugin!(predicates: ShopPredicates);
