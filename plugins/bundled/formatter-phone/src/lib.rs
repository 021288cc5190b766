//! The formatters `phone_number`, which groups the digits of a phone number, and `phone_link`, which makes a link of it.
//! What is no phone number of a known country stays as it is.

mod plans;

use stoa_plugin_sdk::formatters::Formatters;
use stoa_plugin_sdk::{Error, ErrorCode, Value, error, escape_html, invalid_input, setting};

use plans::Country;

const COUNTRY: &str = "US";
/// In bytes. Nobody writes a longer number, and the text comes back as it is.
const LONGEST: usize = 4096;

struct Phone;

impl Formatters for Phone {
    fn apply(name: String, input: Value, args: Vec<Value>) -> Result<Value, Error> {
        Style::of_site(&name, &args)?.format(&input)
    }

    fn apply_many(name: String, inputs: Vec<Value>, args: Vec<Value>) -> Result<Vec<Value>, Error> {
        let style = Style::of_site(&name, &args)?;
        inputs.iter().map(|input| style.format(input)).collect()
    }
}

struct Style {
    /// For numbers without a country's code.
    country: &'static Country,
    national: bool,
    link: bool,
}

impl Style {
    /// From the site's settings; the first argument overrides the country.
    fn of_site(name: &str, args: &[Value]) -> Result<Self, Error> {
        let link = match name {
            "phone_number" => false,
            "phone_link" => true,
            _ => return Err(error(ErrorCode::NotSupported, format!("no formatter {name}"))),
        };
        let text_setting = |key: &str| setting(key).and_then(|value| value.as_str().map(str::to_owned));
        let country = match args.first() {
            None => text_setting("country").unwrap_or_else(|| COUNTRY.to_owned()),
            Some(Value::Text(country)) => country.clone(),
            Some(_) => return Err(invalid_input("the country must be a code such as DE")),
        };
        let country = plans::by_code(&country)
            .ok_or_else(|| invalid_input(format!("the numbers of `{country}` are not known: use a code such as DE")))?;
        Ok(Self { country, national: text_setting("style").as_deref() == Some("national"), link })
    }

    fn format(&self, input: &Value) -> Result<Value, Error> {
        let written = match input {
            Value::Text(text) if text.len() > LONGEST => {
                return Err(invalid_input("this is too long for a phone number"));
            }
            Value::Text(text) => text.trim().to_owned(),
            // Products and profiles may hold digits alone.
            Value::Integer(number) => number.to_string(),
            Value::None => return Ok(Value::None),
            _ => return Err(invalid_input("a phone number is text")),
        };
        let number = plans::read(&written, self.country);
        let shown = match &number {
            Some(number) if self.national && number.country.iso == self.country.iso => number.national(),
            Some(number) => number.international(),
            None => written.clone(),
        };
        Ok(Value::Text(match &number {
            _ if !self.link => shown,
            Some(number) => format!("<a href=\"tel:{}\">{}</a>", number.address(), escape_html(&shown)),
            None => escape_html(&shown),
        }))
    }
}

stoa_plugin_sdk::plugin!(formatters: Phone);
