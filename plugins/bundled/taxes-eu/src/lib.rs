//! Value added tax of the European Union for sellers in a member state: rates of the destination, reverse charge for
//! businesses, and no tax on deliveries to other countries.

mod number;
mod rates;
mod register;

use stoa_plugin_sdk::carts::{Cart, Line, Place};
use stoa_plugin_sdk::json::Value;
use stoa_plugin_sdk::taxes::{Tax, Taxes};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, Money, error, locales, setting};

use rates::{Class, Member, is_outside, member};

locales!("en", "de", "fr", "es", "it", "pt-BR", "nl", "ja", "zh-Hans", "ar", "he");

struct EuVat;

impl Taxes for EuVat {
    fn calculate(cart: Cart, shipping: Option<Money>, destination: Place, ctx: CallContext) -> Result<Vec<Tax>, Error> {
        let settings = Settings::of_site()?;
        let ask = |number: &number::VatNumber| settings.lookup && register::is_invalid(number);
        let order =
            Order { cart: &cart, has_shipping: shipping.is_some(), destination: &destination, locale: &ctx.locale };
        Ok(taxes(&settings, &order, ask))
    }
}

struct Settings {
    home: &'static Member,
    /// Rates of the destination (One Stop Shop), or those of the seller below the threshold.
    at_destination: bool,
    reverse_charge: bool,
    lookup: bool,
    /// Tags or categories with their class.
    classes: Vec<(String, Class)>,
    /// Rates of the owner in place of the table's: country, class, basis points.
    own: Vec<(String, Class, u32)>,
}

impl Settings {
    fn of_site() -> Result<Self, Error> {
        let text = |key: &str| setting(key).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
        let flag = |key: &str| setting(key) == Some(Value::Bool(true));
        let list = |key: &str| setting(key).and_then(|value| value.as_array().cloned()).unwrap_or_default();
        let country = text("country");
        let home = member(&country).ok_or_else(|| error(ErrorCode::NotConfigured, "choose the country of the shop"))?;
        let word =
            |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().trim().to_lowercase();
        let class = |entry: &Value| Class::named(&word(entry, "class"));
        let classes = list("classes").into_iter().filter_map(|entry| {
            let (name, class) = (word(&entry, "word"), class(&entry)?);
            (!name.is_empty()).then_some((name, class))
        });
        let own = list("ownRates").into_iter().filter_map(|entry| {
            let percent = entry.get("percent").and_then(Value::as_f64)?;
            Some((word(&entry, "country").to_uppercase(), class(&entry)?, basis_points(percent)?))
        });
        Ok(Self {
            home,
            at_destination: text("scheme") != "origin",
            reverse_charge: flag("reverseCharge"),
            lookup: flag("lookup"),
            classes: classes.collect(),
            own: own.collect(),
        })
    }

    /// The class of a line, by its tags first.
    fn class_of(&self, line: &Line) -> Class {
        let words = line.tags.iter().chain(&line.categories).map(|word| word.to_lowercase());
        let found = words.filter_map(|word| self.classes.iter().find(|(known, _)| *known == word)).next();
        found.map_or(Class::Standard, |(_, class)| *class)
    }

    fn rate(&self, country: &Member, class: Class) -> u32 {
        let own = self.own.iter().find(|(code, known, _)| code == country.code && *known == class);
        own.map_or_else(|| country.rate(class), |(_, _, rate)| *rate)
    }
}

/// 25.5 gives 2550.
fn basis_points(percent: f64) -> Option<u32> {
    (0.0..=100.0).contains(&percent).then(|| (percent * 100.0).round() as u32)
}

/// What is taxed.
struct Order<'a> {
    cart: &'a Cart,
    has_shipping: bool,
    destination: &'a Place,
    locale: &'a str,
}

/// `is_refused` says that the register does not know a number.
fn taxes(settings: &Settings, order: &Order<'_>, is_refused: impl Fn(&number::VatNumber) -> bool) -> Vec<Tax> {
    let Order { cart, has_shipping, destination, locale } = *order;
    let taxed: Vec<&Line> = cart.lines.iter().filter(|line| line.taxable).collect();
    let Some(there) = member(&destination.country).filter(|there| !is_outside(there, &destination.postal_code)) else {
        return Vec::new();
    };
    if taxed.is_empty() {
        return Vec::new();
    }
    let number = cart.customer.tax_id.as_deref().and_then(number::read);
    let abroad = there.code != settings.home.code;
    // The number has to be of the country to which the goods go.
    let business = number.filter(|number| number.country.code == there.code && abroad && settings.reverse_charge);
    if business.is_some_and(|number| !is_refused(&number)) {
        let lines = taxed.iter().map(|line| line.id.clone()).collect();
        let name = text(locale, "reverse-charge");
        return vec![Tax { name, rate_basis_points: 0, lines, on_shipping: has_shipping }];
    }
    let country = if settings.at_destination { there } else { settings.home };
    let mut found: Vec<Tax> = Vec::new();
    for line in taxed {
        let rate = settings.rate(country, settings.class_of(line));
        match found.iter_mut().find(|tax| tax.rate_basis_points == rate) {
            Some(tax) => tax.lines.push(line.id.clone()),
            None => found.push(Tax {
                name: text(locale, "vat").replace("{country}", country.code),
                rate_basis_points: rate,
                lines: vec![line.id.clone()],
                on_shipping: false,
            }),
        }
    }
    // Delivery follows the goods; for goods of several rates, the highest.
    if has_shipping && let Some(highest) = found.iter_mut().max_by_key(|tax| tax.rate_basis_points) {
        highest.on_shipping = true;
    }
    found.retain(|tax| tax.rate_basis_points > 0);
    found
}

stoa_plugin_sdk::plugin!(taxes: EuVat);

#[cfg(test)]
mod tests;
