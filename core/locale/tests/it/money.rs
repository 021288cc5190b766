//! Numbers and money.

use stoa_locale::{
    CurrencyCode, Locale, MoneyError, MoneyOptions, MoneyStyle, Number, NumberOptions, NumberStyle, PriceDisplay,
    RoundingMode,
};

#[track_caller]
fn money(tag: &str, amount: &str, code: &str, style: MoneyStyle) -> String {
    let options = MoneyOptions { style, ..MoneyOptions::default() };
    let currency = CurrencyCode::parse(code).unwrap();
    Locale::parse(tag).unwrap().format_money(&Number::parse(amount).unwrap(), currency, &options)
}

#[test]
fn styles_of_money() {
    use MoneyStyle::{Accounting, Code, Name, Short, Symbol};
    let cases = [
        ("en-US", "-1234.5", "USD", Symbol, "-$1,234.50"),
        ("en-US", "-1234.5", "USD", Accounting, "($1,234.50)"),
        ("en-US", "1", "USD", Name, "1.00 US dollars"),
        ("en-US", "-2", "USD", Name, "-2.00 US dollars"),
        ("en-US", "1234.5", "USD", Code, "USD\u{a0}1,234.50"),
        ("en-US", "1234.5", "USD", Short, "$1.2K"),
        ("en-US", "-1234.5", "USD", Short, "-$1.2K"),
        ("de", "1234.5", "EUR", Symbol, "1.234,50\u{a0}€"),
        ("fr-CA", "1234567.9", "CAD", Symbol, "1\u{a0}234\u{a0}567,90\u{a0}$"),
        ("ja", "1234.5", "JPY", Symbol, "￥1,234"),
        ("ja", "1234", "USD", Name, "1,234.00米ドル"),
        ("en", "1.2345", "BHD", Symbol, "BHD\u{a0}1.234"),
    ];
    for (tag, amount, code, style, expected) in cases {
        assert_eq!(money(tag, amount, code, style), expected, "{tag} {amount} {code}");
    }
}

/// As ICU formats them, with a mark after Latin symbols that end with a sign: browsers would draw `$US` without it.
#[test]
fn amounts_in_lines_from_right_to_left() {
    use MoneyStyle::{Accounting, Code, Short, Symbol};
    let cases = [
        ("ar-AE", "38", "USD", Symbol, "\u{200f}38.00\u{a0}US$\u{200e}"),
        ("ar-AE", "-1234.5", "USD", Symbol, "\u{200f}\u{200e}-1,234.50\u{a0}US$\u{200e}"),
        ("ar-AE", "38", "CAD", Symbol, "\u{200f}38.00\u{a0}CA$\u{200e}"),
        ("he", "38", "CAD", Symbol, "\u{200f}38.00\u{a0}\u{200f}CA$\u{200e}"),
        // A sign alone, Arabic letters, codes and lines from left to right need none.
        ("he", "38", "USD", Symbol, "\u{200f}38.00\u{a0}\u{200f}$"),
        ("ar-AE", "38", "EUR", Symbol, "\u{200f}38.00\u{a0}€"),
        ("ar-AE", "38", "AED", Symbol, "\u{200f}38.00\u{a0}د.إ.\u{200f}"),
        ("he", "38", "USD", Code, "\u{200f}38.00\u{a0}\u{200f}USD"),
        ("sv", "38", "USD", Symbol, "38,00\u{a0}US$"),
    ];
    for (tag, amount, code, style, expected) in cases {
        assert_eq!(money(tag, amount, code, style), expected, "{tag} {amount} {code}");
    }
    let refund = money("ar-AE", "-38", "USD", Accounting);
    assert!(refund.contains("US$\u{200e}"), "also in parentheses: {refund:?}");
    for (tag, style) in [("ar", Accounting), ("ar-EG", Symbol), ("ar-EG", Short), ("ar", Short)] {
        let text = money(tag, "1234.5", "USD", style);
        assert!(text.ends_with("US$\u{200e}"), "{tag} {style:?} {text:?}");
    }
}

#[test]
fn amount_after_text() {
    let dollars = CurrencyCode::parse("USD").unwrap();
    let mut text = "from 1 ".to_owned();
    for style in [MoneyStyle::Symbol, MoneyStyle::Name] {
        let options = MoneyOptions { style, ..MoneyOptions::default() };
        Locale::default().write_money(&Number::from(-3), dollars, &options, &mut text);
    }
    assert_eq!(text, "from 1 -$3.00-3.00 US dollars");
}

#[test]
fn fraction_digit_options() {
    let (locale, dollars) = (Locale::default(), CurrencyCode::parse("usd").unwrap());
    let whole = NumberOptions { maximum_fraction: Some(0), ..NumberOptions::default() };
    let ungrouped = NumberOptions { grouping: Some(false), ..NumberOptions::default() };
    let long = NumberOptions { style: NumberStyle::Long, ..NumberOptions::default() };
    let cases = [
        (MoneyStyle::Symbol, whole, "$1,234"),
        (MoneyStyle::Symbol, ungrouped, "$1234.25"),
        // Next to a symbol a number is always abbreviated without words.
        (MoneyStyle::Short, long, "$1.2K"),
    ];
    for (style, digits, expected) in cases {
        let options = MoneyOptions { style, digits, ..MoneyOptions::default() };
        let mut text = String::new();
        locale.write_money_text("1234.25", dollars, &options, &mut text);
        assert_eq!(text, expected, "{options:?}");
    }
    assert_eq!(dollars.to_string(), "USD");
}

// spec: money.rounding.open
#[test]
fn display_rounds_half_to_even() {
    for (amount, expected) in [("0.125", "$0.12"), ("0.135", "$0.14"), ("0.1251", "$0.13"), ("-0.125", "-$0.12")] {
        assert_eq!(money("en-US", amount, "USD", MoneyStyle::Symbol), expected);
    }
}

// spec: money.free-if-zero
#[test]
fn free_at_zero_needs_a_label() {
    let dollars = CurrencyCode::parse("USD").unwrap();
    let show = |amount: i64, label: Option<&str>| {
        let display =
            PriceDisplay { free_if_zero: true, free_label: label.map(str::to_owned), ..PriceDisplay::default() };
        Locale::default().format_price(&Number::from_minor(amount, 2), dollars, &display)
    };
    assert_eq!(show(0, None), Err(MoneyError::FreeLabelMissing));
    assert_eq!(show(0, Some("Free")), Ok("Free".to_owned()));
    assert_eq!(show(150, Some("Free")), Ok("$1.50".to_owned()));
}

#[test]
fn minor_units() {
    let cents = Number::from_minor(-123_450, 2);
    let dollars = CurrencyCode::parse("usd").unwrap();
    assert_eq!(Locale::default().format_money(&cents, dollars, &MoneyOptions::default()), "-$1,234.50");
    assert_eq!(dollars.fraction_digits(), 2);
    assert_eq!(CurrencyCode::parse("JPY").unwrap().fraction_digits(), 0);
    assert_eq!(CurrencyCode::parse("nope"), None);
}

#[test]
fn rounding_modes() {
    let cases = [
        (RoundingMode::Up, "1.5", "-1.5"),
        (RoundingMode::Down, "1.4", "-1.4"),
        (RoundingMode::Ceiling, "1.5", "-1.4"),
        (RoundingMode::Floor, "1.4", "-1.5"),
        (RoundingMode::HalfUp, "1.5", "-1.5"),
        (RoundingMode::HalfDown, "1.4", "-1.4"),
        (RoundingMode::HalfEven, "1.4", "-1.4"),
    ];
    for (rounding, up, down) in cases {
        let options = NumberOptions { rounding, maximum_fraction: Some(1), ..NumberOptions::default() };
        let format = |text: &str| Locale::default().format_number(&Number::parse(text).unwrap(), &options);
        assert_eq!((format("1.45").as_str(), format("-1.45").as_str()), (up, down), "{rounding:?}");
    }
}

#[test]
fn percent_signs() {
    let percent = |tag: &str, style| {
        let options = NumberOptions { style, ..NumberOptions::default() };
        Locale::parse(tag).unwrap().format_number(&Number::parse("0.125").unwrap(), &options)
    };
    assert_eq!(percent("en", NumberStyle::Percent), "12%");
    assert_eq!(percent("en", NumberStyle::Permille), "125‰");
    assert_eq!(percent("de", NumberStyle::Percent), "12\u{a0}%");
    assert_eq!(percent("en", NumberStyle::PercentScaled), "0%");
}

#[test]
fn invalid_numbers() {
    for text in ["", "abc", "1e9999999", "--1", "1,000", "NaN"] {
        assert_eq!(Number::parse(text), None, "{text}");
    }
    assert_eq!(Number::from_f64(f64::NAN), None);
    assert!(Number::parse("1.50").unwrap().equals(&Number::parse("1.5").unwrap()));
    assert!(Number::parse("-2").unwrap().compare(&Number::parse("1.5").unwrap()).is_lt());
}

#[test]
fn text_amounts_format_like_numbers() {
    let amounts = [
        "0",
        "0.00",
        "5",
        "12.5",
        "12.50",
        "0.05",
        "0.005",
        "999.99",
        "1000",
        "1234.56",
        "12345.67",
        "123456.78",
        "1234567.89",
        "12345678.90",
        "123456789.01",
        "1234567890.12",
        "-5.00",
        "1e3",
        "007.5",
        " 8.25 ",
    ];
    let tags = "en-US en-IN de de-CH fr es pl pt-PT hi ar-EG fa bn ja he xx";
    for tag in tags.split_whitespace() {
        let locale = Locale::parse(tag).unwrap();
        for code in ["USD", "EUR", "JPY", "KWD", "INR"] {
            let currency = CurrencyCode::parse(code).unwrap();
            for style in
                [MoneyStyle::Symbol, MoneyStyle::Accounting, MoneyStyle::Code, MoneyStyle::Name, MoneyStyle::Short]
            {
                let options = MoneyOptions { style, ..MoneyOptions::default() };
                for amount in amounts {
                    let mut written = String::from("before ");
                    locale.write_money_text(amount, currency, &options, &mut written);
                    let number = Number::parse(amount).unwrap();
                    let expected = format!("before {}", locale.format_money(&number, currency, &options));
                    assert_eq!(written, expected, "{tag} {code} {style:?} {amount}");
                }
            }
        }
    }
    let mut nothing = String::new();
    let currency = CurrencyCode::parse("USD").unwrap();
    Locale::default().write_money_text("5 apples", currency, &MoneyOptions::default(), &mut nothing);
    assert_eq!(nothing, "");
}
