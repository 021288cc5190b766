//! Address fields of each country: which exist, which are required, and their local names.
//!
//! The data comes from the address metadata of libaddressinput; `data/README.md` describes its source and how to update
//! it. Deviations from it are in the lists below, each with its reason.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex_lite::Regex;
use serde::{Deserialize, Serialize};
use stoa_kernel::Said;

use crate::problem_texts::{
    CITY_MISSING, POSTAL_CODE_INVALID, POSTAL_CODE_MISSING, POSTAL_CODE_UNLIKE, REGION_MISSING,
};

/// An address field that only some countries have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// City.
    City,
    /// State, province, prefecture.
    Region,
    /// Postal code.
    PostalCode,
}

/// An address field of a country.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddressPart {
    /// The field.
    pub part: Part,
    /// Whether it is required.
    pub is_required: bool,
    /// Its English name within a sentence, by which the words of each language are found.
    pub name: &'static str,
}

/// Address fields of a country, besides name and street, which all countries have.
#[derive(Debug)]
pub(crate) struct AddressRule {
    /// In the order in which they are written in Latin script.
    pub parts: Vec<AddressPart>,
    /// A valid postal code.
    pub postal_code_example: Option<String>,
    /// Regular expression for postal codes without separators; empty when unknown.
    postal_code_form: String,
    /// Prefixes that people write before postal codes, whether or not they are part of the code.
    postal_code_marks: Vec<String>,
}

/// A country in the data.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Entry {
    fmt: Option<String>,
    lfmt: Option<String>,
    require: Option<String>,
    zip: String,
    zipex: Option<String>,
    postprefix: String,
    zip_name_type: Option<String>,
    state_name_type: Option<String>,
    locality_name_type: Option<String>,
}

/// Defaults for countries without these entries in the data.
const USUAL_FORMAT: &str = "%N%n%O%n%A%n%C";
const USUAL_REQUIRED: &str = "AC";
/// Format and required fields where the data has no city, since its forms take it as part of the street lines. Shops of
/// these countries ask for it separately, carriers and payment providers expect one, and stored addresses have it: in
/// Japan each address has a municipality, in the Emirates those outside the large cities.
const WITH_CITY: [(&str, &str, &str); 2] =
    [("AE", "%N%n%O%n%A%n%C%n%S", "AS"), ("JP", "%N%n%O%n%A%n%C, %S%n%Z", "ACSZ")];
/// Name of postal codes in the United States, and in the territories and states that their post serves.
const ZIP: &str = "zip";
/// Countries that call a postal code a postcode. It is only a label: the data names it "postal" for all countries other
/// than those with ZIP codes, PIN codes and eircodes.
const WITH_POSTCODE: [&str; 6] = ["AU", "GB", "GG", "IM", "JE", "NZ"];

static RULES: LazyLock<HashMap<String, AddressRule>> = LazyLock::new(|| {
    let entries: HashMap<String, Entry> =
        serde_json::from_str(include_str!("../data/addresses.json")).unwrap_or_default();
    entries.into_iter().map(|(country, entry)| (country.clone(), AddressRule::new(&country, entry))).collect()
});
static USUAL: LazyLock<AddressRule> = LazyLock::new(|| AddressRule::new("", Entry::default()));

/// Address fields of a country.
pub(crate) fn rule(country: &str) -> &'static AddressRule {
    RULES.get(country).unwrap_or(&USUAL)
}

impl AddressRule {
    fn new(country: &str, entry: Entry) -> Self {
        let own = WITH_CITY.iter().find(|(own, ..)| *own == country);
        let known = entry.lfmt.as_deref().or(entry.fmt.as_deref()).unwrap_or(USUAL_FORMAT);
        let format = own.map_or(known, |(_, format, _)| *format);
        let required = own.map_or(entry.require.as_deref().unwrap_or(USUAL_REQUIRED), |(_, _, required)| *required);
        // Their state is the territory itself.
        let is_territory = entry.zip_name_type.as_deref() == Some(ZIP) && country != "US";
        let part = |letter: char| {
            let (part, name) = match letter {
                'C' => (Part::City, city_name(entry.locality_name_type.as_deref())),
                'S' => (Part::Region, region_name(entry.state_name_type.as_deref())),
                'Z' => (Part::PostalCode, postal_code_name(country, entry.zip_name_type.as_deref())),
                _ => return None,
            };
            let is_implied = part == Part::Region && is_territory;
            Some(AddressPart { part, is_required: required.contains(letter) && !is_implied, name })
        };
        let parts = format.split('%').skip(1).filter_map(|field| field.chars().next()).filter_map(part).collect();
        Self {
            parts,
            postal_code_form: unspaced(&entry.zip),
            postal_code_example: entry.zipex,
            postal_code_marks: vec![country.to_owned(), bare(&entry.postprefix)],
        }
    }

    /// Message when a required field is blank.
    pub(crate) fn missing(&self, part: Part) -> Option<Said> {
        let required = self.named(part).filter(|own| own.is_required)?;
        let text = match part {
            Part::City => CITY_MISSING,
            Part::Region => REGION_MISSING,
            Part::PostalCode => POSTAL_CODE_MISSING,
        };
        Some(text.with("name", required.name))
    }

    /// Message when a postal code is invalid.
    pub(crate) fn postal_code_error(&self, code: &str) -> Option<Said> {
        let name = self.named(Part::PostalCode)?.name;
        if code.is_empty() || self.is_postal_code(code) {
            return None;
        }
        Some(match self.postal_code_example.as_deref() {
            Some(example) => POSTAL_CODE_UNLIKE.with("name", name).with("example", example),
            None => POSTAL_CODE_INVALID.with("name", name),
        })
    }

    fn named(&self, part: Part) -> Option<&AddressPart> {
        self.parts.iter().find(|own| own.part == part)
    }

    /// Whether a postal code is valid, with or without separators, and with or without the country's prefix, whether or
    /// not it is part of the code: `LV-1073` may be written `1073`, and `00100` of Finland `FI-00100`.
    fn is_postal_code(&self, code: &str) -> bool {
        let Ok(form) = Regex::new(&format!("^(?:{})$", self.postal_code_form)) else { return true };
        let code = bare(code);
        let spelt = |mark: &String| {
            let without = code.strip_prefix(mark.as_str()).unwrap_or(&code);
            form.is_match(without) || form.is_match(&format!("{mark}{code}"))
        };
        self.postal_code_form.is_empty() || form.is_match(&code) || self.postal_code_marks.iter().any(spelt)
    }
}

fn city_name(kind: Option<&str>) -> &'static str {
    match kind {
        Some("suburb") => "suburb",
        Some("post_town") => "post town",
        Some("district") => "district",
        _ => "city",
    }
}

fn region_name(kind: Option<&str>) -> &'static str {
    match kind {
        None | Some("do_si") => "province",
        Some("area") => "area",
        Some("county") => "county",
        Some("department") => "department",
        Some("district") => "district",
        Some("emirate") => "emirate",
        Some("island") => "island",
        Some("oblast") => "oblast",
        Some("parish") => "parish",
        Some("prefecture") => "prefecture",
        Some("state") => "state",
        Some(_) => "region",
    }
}

fn postal_code_name(country: &str, kind: Option<&str>) -> &'static str {
    match kind {
        Some(ZIP) => "ZIP code",
        Some("pin") => "PIN code",
        Some("eircode") => "eircode",
        _ if WITH_POSTCODE.contains(&country) => "postcode",
        _ => "postal code",
    }
}

/// A postal code in upper case without separators; full-width characters, as Japanese keyboards write them, are
/// converted to ASCII.
fn bare(code: &str) -> String {
    let narrow = |sign: char| match sign {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - 0xfee0).unwrap_or(sign),
        sign => sign,
    };
    let is_between =
        |sign: char| sign.is_whitespace() || matches!(sign, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{30fc}');
    code.chars().map(narrow).filter(|&sign| !is_between(sign)).collect::<String>().to_uppercase()
}

/// A postal code pattern without its optional spaces and hyphens.
fn unspaced(pattern: &str) -> String {
    let (mut kept, mut rest) = (String::new(), pattern);
    while let Some(sign) = rest.chars().next() {
        let length = match sign {
            '[' => rest.find(']').map_or(rest.len(), |end| end + 1),
            '\\' => rest.chars().take(2).map(char::len_utf8).sum::<usize>(),
            sign => sign.len_utf8(),
        };
        let Some((token, after)) = rest.split_at_checked(length) else { break };
        if token.chars().all(|sign| " -\\[]".contains(sign)) {
            rest = after.strip_prefix('?').unwrap_or(after);
        } else {
            kept.push_str(token);
            rest = after;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{AddressPart, Part, RULES, rule, unspaced};
    use crate::countries;

    /// The fields of a country, optional ones in parentheses.
    fn asked(country: &str) -> String {
        let shown =
            |part: &AddressPart| if part.is_required { part.name.to_owned() } else { format!("({})", part.name) };
        rule(country).parts.iter().map(shown).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn address_fields_by_country() {
        let cases = [
            ("US", "city, state, ZIP code"),
            ("CA", "city, province, postal code"),
            ("DE", "postal code, city"),
            ("IE", "city, (county), (eircode)"),
            ("GB", "post town, postcode"),
            ("AU", "suburb, state, postcode"),
            ("IN", "city, PIN code, state"),
            ("JP", "city, prefecture, postal code"),
            ("HK", "(district), area"),
            ("AE", "(city), emirate"),
            ("SG", "postal code"),
            ("MO", ""),
            ("QA", "city"),
            ("AG", "(city)"),
            ("IT", "postal code, city, province"),
            ("RU", "city, oblast, postal code"),
            ("PF", "postal code, city, island"),
            ("VI", "city, (state), ZIP code"),
            ("UM", "city, (state), (ZIP code)"),
            ("MY", "postal code, city, (state)"),
            ("XX", "city"),
        ];
        for (country, names) in cases {
            assert_eq!(asked(country), names, "{country}");
        }
        let missing = |country: &str, part| rule(country).missing(part).map(|said| said.to_string());
        assert_eq!(missing("US", Part::PostalCode).unwrap(), "Enter the ZIP code.");
        assert_eq!(missing("AE", Part::Region).unwrap(), "Enter the emirate.");
        assert_eq!((missing("IE", Part::PostalCode), missing("HK", Part::PostalCode)), (None, None));
    }

    #[test]
    fn postal_codes_are_validated_without_separators() {
        let fine = [
            ("US", "10001-1234"),
            ("US", "100011234"),
            ("CA", "k1a0b1"),
            ("GB", "sw1a1aa"),
            ("IE", "D02X285"),
            ("PL", "00950"),
            ("PT", "2725 079"),
            ("JP", "１０４－００６１"),
            ("LV", "1073"),
            ("FI", "FI-00100"),
            ("LU", "L-4750"),
            ("FR", ""),
            ("AE", "anything"),
        ];
        for (country, code) in fine {
            assert_eq!(rule(country).postal_code_error(code), None, "{country} {code}");
        }
        for (country, code) in [("US", "1000"), ("US", "SW1A 1AA"), ("DE", "1234"), ("SG", "12345"), ("GB", "10001")] {
            assert!(rule(country).postal_code_error(code).is_some(), "{country} {code}");
        }
        let told = rule("IE").postal_code_error("Dublin 24").unwrap().to_string();
        assert_eq!(told, "Enter a valid eircode, such as A65 F4E2.");
    }

    #[test]
    fn address_data_parses_completely() {
        let (mut without, mut optional) = (0, 0);
        for (country, _) in countries::ALL {
            let rule = RULES.get(country).unwrap_or_else(|| panic!("no data of {country}"));
            let postal_code = rule.named(Part::PostalCode);
            without += u32::from(postal_code.is_none());
            optional += u32::from(postal_code.is_some_and(|own| !own.is_required));
            let form = regex_lite::Regex::new(&rule.postal_code_form);
            assert!(form.is_ok(), "{country}: {}", rule.postal_code_form);
            if let Some(example) = &rule.postal_code_example {
                assert_eq!(rule.postal_code_error(example), None, "{country}");
            }
        }
        assert_eq!((without, optional), (67, 104));
        assert_eq!(unspaced(r"(\d{5})(?:[ \-](\d{4}))?|[A-C] ?\d-?\d|\-"), r"(\d{5})(?:(\d{4}))?|[A-C]\d\d|");
    }
}
