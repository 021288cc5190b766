//! Options of number and money formatters, as written after the name.

use stoa_locale::{MoneyOptions, MoneyStyle, NumberOptions, NumberStyle, RoundingMode};

/// Splits `key:value`; a word without a colon has an empty value.
pub(super) fn pair(option: &str) -> (&str, &str) {
    option.split_once(':').unwrap_or((option, ""))
}

fn count(value: &str) -> Option<u8> {
    let number: i64 = value.parse().ok()?;
    u8::try_from(number.clamp(0, 50)).ok()
}

/// Reads an option for digits or rounding. Unknown ones are ignored.
pub(super) fn digit_option(key: &str, value: &str, digits: &mut NumberOptions) {
    match key.to_ascii_lowercase().as_str() {
        "group" | "grouping" | "usegrouping" => digits.grouping = Some(!matches!(value, "false" | "no")),
        "no-group" | "no-grouping" => digits.grouping = Some(false),
        "round" | "rounding" => {
            digits.rounding = match value {
                "up" => RoundingMode::Up,
                "down" | "truncate" => RoundingMode::Down,
                "ceiling" | "ceil" => RoundingMode::Ceiling,
                "floor" => RoundingMode::Floor,
                "half-up" => RoundingMode::HalfUp,
                "half-down" => RoundingMode::HalfDown,
                _ => RoundingMode::HalfEven,
            }
        }
        "minint" | "minimumintegerdigits" => digits.minimum_integer = count(value),
        "minfrac" | "minimumfractiondigits" => digits.minimum_fraction = count(value),
        "maxfrac" | "maximumfractiondigits" => digits.maximum_fraction = count(value),
        "minsig" | "minimumsignificantdigits" => digits.minimum_significant = count(value),
        "maxsig" | "maximumsignificantdigits" => digits.maximum_significant = count(value),
        _ => {}
    }
}

pub(super) fn number_options<'a>(items: impl Iterator<Item = &'a str>) -> NumberOptions {
    let mut options = NumberOptions::default();
    for (key, value) in items.map(pair) {
        if key != "style" {
            digit_option(key, value, &mut options);
            continue;
        }
        options.style = match value {
            "percent" => NumberStyle::Percent,
            "percent-scaled" => NumberStyle::PercentScaled,
            "permille" => NumberStyle::Permille,
            "permille-scaled" => NumberStyle::PermilleScaled,
            "short" => NumberStyle::Short,
            "long" => NumberStyle::Long,
            _ => NumberStyle::Decimal,
        };
    }
    options
}

pub(super) fn money_options<'a>(items: impl Iterator<Item = &'a str>) -> MoneyOptions {
    let mut options = MoneyOptions::default();
    for (key, value) in items.map(pair) {
        match key {
            "style" => {
                options.style = match value {
                    "accounting" => MoneyStyle::Accounting,
                    "name" => MoneyStyle::Name,
                    "code" => MoneyStyle::Code,
                    "short" => MoneyStyle::Short,
                    _ => MoneyStyle::Symbol,
                }
            }
            "symbol" => options.narrow = value == "narrow",
            _ => digit_option(key, value, &mut options.digits),
        }
    }
    options
}
