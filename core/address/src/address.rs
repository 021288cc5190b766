//! Postal addresses and e-mail addresses of customers.

use serde::{Deserialize, Serialize};
use stoa_kernel::error::Checks;
use stoa_kernel::shared_problem_texts::{
    COUNTRY_MISSING, EMAIL_BLANK, EMAIL_INVALID, FIRST_NAME_MISSING, LAST_NAME_MISSING, LINE_TOO_LONG, STREET_MISSING,
};
use stoa_kernel::{Failure, ProblemText, Said};

use crate::parts::Part;
use crate::{countries, format, parts, regions};

/// Maximum length of a line, in characters.
pub(crate) const MAX_LINE: usize = 200;

/// A postal address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Address {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Street and house number.
    pub line1: String,
    /// Additional line: flat, floor or company.
    pub line2: String,
    /// City.
    pub city: String,
    /// State, province, prefecture.
    pub region: String,
    /// Postal code.
    pub postal_code: String,
    /// ISO 3166-1 alpha-2 code.
    pub country: String,
    /// Phone number.
    pub phone: String,
}

impl Address {
    /// Validates the address for delivery and returns it trimmed.
    ///
    /// # Errors
    /// Field errors, named `prefix` plus the field's name.
    pub fn checked(self, prefix: &str) -> Result<Self, Failure> {
        let trimmed = |text: String| text.trim().to_owned();
        let address = Address {
            first_name: trimmed(self.first_name),
            last_name: trimmed(self.last_name),
            line1: trimmed(self.line1),
            line2: trimmed(self.line2),
            city: trimmed(self.city),
            region: trimmed(self.region),
            postal_code: trimmed(self.postal_code),
            country: trimmed(self.country).to_uppercase(),
            phone: trimmed(self.phone),
        };
        let mut checks = Checks::default();
        address.check(prefix, &[], &mut checks);
        checks.finish()?;
        Ok(address)
    }

    /// Adds field errors; fields in `not_asked` may be blank. A field that the country does not use is not checked:
    /// older addresses, and those of other programs, may have one.
    pub fn check(&self, prefix: &str, not_asked: &[&str], checks: &mut Checks) {
        let field = |name: &str| format!("{prefix}{name}");
        for (name, text, blank) in self.parts() {
            if let Some(said) = blank.filter(|_| !not_asked.contains(&name)) {
                checks.require_said(!text.is_empty(), &field(name), said);
            }
            let plain = text.chars().count() <= MAX_LINE && !text.chars().any(char::is_control);
            checks.require_said(plain, &field(name), LINE_TOO_LONG.with("count", MAX_LINE));
        }
        if let Some(said) = regions::error_message(&self.country, &self.region) {
            checks.require_said(false, &field("region"), said);
        }
        if let Some(said) = parts::rule(&self.country).postal_code_error(&self.postal_code) {
            checks.require_said(false, &field("postalCode"), said);
        }
        checks.require_said(countries::name(&self.country).is_some(), &field("country"), COUNTRY_MISSING);
    }

    /// Field name, value, and the message when a required value is blank.
    fn parts(&self) -> [(&'static str, &str, Option<Said>); 8] {
        let rule = parts::rule(&self.country);
        let always = |text: ProblemText| Some(Said::from(text));
        [
            ("firstName", &self.first_name, always(FIRST_NAME_MISSING)),
            ("lastName", &self.last_name, always(LAST_NAME_MISSING)),
            ("line1", &self.line1, always(STREET_MISSING)),
            ("line2", &self.line2, None),
            ("city", &self.city, rule.missing(Part::City)),
            ("region", &self.region, rule.missing(Part::Region)),
            ("postalCode", &self.postal_code, rule.missing(Part::PostalCode)),
            ("phone", &self.phone, None),
        ]
    }

    /// First and last name.
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name).trim().to_owned()
    }

    /// The address as written on a parcel in its country, one string per line; the country's name is in the given
    /// language.
    pub fn lines(&self, language: &str) -> Vec<String> {
        format::lines(self, language)
    }
}

/// Validates an e-mail address and returns it trimmed.
///
/// # Errors
/// A field error on `field` when it is blank or invalid.
pub fn checked_email(field: &str, email: &str) -> Result<String, Failure> {
    let email = email.trim();
    let mut checks = Checks::default();
    checks.require_said(!email.is_empty(), field, EMAIL_BLANK);
    checks.require_said(is_email(email), field, EMAIL_INVALID);
    checks.finish()?;
    Ok(email.to_owned())
}

/// 3 to 256 characters: a local part, an at sign, and a domain with a dot.
fn is_email(email: &str) -> bool {
    let Some((local, domain)) = email.rsplit_once('@') else { return false };
    let local_fine = !local.is_empty()
        && !local.contains('@')
        && local
            .chars()
            .all(|letter| !letter.is_whitespace() && !letter.is_control() && !"<>(),;:\"\\[]".contains(letter));
    let labels: Vec<&str> = domain.split('.').collect();
    let label_fine = |label: &&str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
    };
    let last_long = labels.last().is_some_and(|last| last.chars().count() >= 2);
    (3..=256).contains(&email.chars().count())
        && local_fine
        && labels.len() >= 2
        && labels.iter().all(label_fine)
        && last_long
}

#[cfg(test)]
mod tests {
    use super::{Address, checked_email};

    fn address() -> Address {
        let text = |text: &str| text.to_owned();
        Address {
            first_name: text(" Ada "),
            last_name: text("Byron"),
            line1: text("1 Main St"),
            city: text("Portland"),
            region: text("OR"),
            postal_code: text("97201"),
            country: text("us"),
            ..Address::default()
        }
    }

    #[test]
    fn address_parts_by_country() {
        let refused = |country: &str, parts: [&str; 3]| {
            let [city, region, postal_code] = parts.map(str::to_owned);
            let own = Address { city, region, postal_code, country: country.to_owned(), ..address() };
            own.checked("").err().map(|failure| failure.fields.into_values().collect::<Vec<_>>()).unwrap_or_default()
        };
        let fine = [
            ("IE", ["Galway", "", ""]),
            ("HK", ["", "Kowloon", ""]),
            ("AE", ["", "Dubai", ""]),
            ("AE", ["Al Ain", "Abu Dhabi", "00000"]),
            ("SG", ["", "", "546080"]),
            ("DE", ["Konstanz", "Baden", "78462"]),
            ("GB", ["Leeds", "", "ls1 4ap"]),
        ];
        for (country, parts) in fine {
            assert!(refused(country, parts).is_empty(), "{country} {parts:?}");
        }
        let wrong = [
            ("US", ["Portland", "OR", ""], "Enter the ZIP code."),
            ("US", ["Portland", "OR", "1000"], "Enter a valid ZIP code, such as 95014."),
            ("DE", ["Konstanz", "", ""], "Enter the postal code."),
            ("IE", ["Galway", "", "Galway"], "Enter a valid eircode, such as A65 F4E2."),
            ("GB", ["", "", "LS1 4AP"], "Enter the post town."),
            ("JP", ["", "Kyoto", "604-8046"], "Enter the city."),
            ("AE", ["Dubai", "", ""], "Enter the emirate."),
        ];
        for (country, parts, message) in wrong {
            assert_eq!(refused(country, parts), [message], "{country} {parts:?}");
        }
    }

    #[test]
    fn addresses_are_trimmed_and_checked_by_country() {
        let checked = address().checked("").unwrap();
        assert_eq!((checked.first_name.as_str(), checked.country.as_str()), ("Ada", "US"));
        assert_eq!(checked.lines("en-US"), ["Ada Byron", "1 Main St", "Portland, OR 97201", "United States"]);
        let blank = Address { region: String::new(), ..address() };
        let refused = blank.clone().checked("address.").unwrap_err();
        assert_eq!(refused.fields.keys().collect::<Vec<_>>(), ["address.region"]);
        assert!(Address { country: "DE".to_owned(), ..blank }.checked("").is_ok());
        assert!(Address { country: "XX".to_owned(), ..address() }.checked("").is_err());
        let at = |country: &str, region: &str| {
            let postal_code = match country {
                "CA" => "K1A 0B1".to_owned(),
                "AU" => "2000".to_owned(),
                _ => address().postal_code,
            };
            Address { country: country.to_owned(), region: region.to_owned(), postal_code, ..address() }
        };
        for (country, region) in [("US", "n.c."), ("US", "puerto rico"), ("CA", "Québec"), ("AU", "Victoria")] {
            let own = at(country, region);
            assert!(own.checked("").is_ok(), "{region}");
        }
        for (country, region) in [("US", "Nort Carolina"), ("US", "QC"), ("CA", "OR"), ("AU", "ZZ")] {
            let own = at(country, region);
            let refused = own.checked("address.").unwrap_err();
            assert_eq!(refused.fields.keys().collect::<Vec<_>>(), ["address.region"], "{region}");
        }
        assert!(Address { line1: "a\nBcc: b".to_owned(), ..address() }.checked("").is_err());
    }

    #[test]
    fn emails_are_plausible() {
        for fine in ["a@b.co", " ada@example.com ", "a.b+c@sub.example.museum"] {
            assert!(checked_email("email", fine).is_ok(), "{fine}");
        }
        for wrong in ["", "a", "a@b", "@b.co", "a@b..co", "a b@c.de", "a@b.c", "a@-b.co", "a@b.co\r\nBcc: x@y.zz"] {
            assert!(checked_email("email", wrong).is_err(), "{wrong}");
        }
        assert!(checked_email("email", &format!("{}@example.com", "a".repeat(245))).is_err());
        assert!(checked_email("email", &format!("{}@example.com", "a".repeat(244))).is_ok());
    }
}
