//! Postal address formats of countries.

use stoa_locale::Locale;

use crate::address::Address;
use crate::countries::Country;
use crate::{countries, parts};

/// Address formats by country. Lines are separated by `|`: `N` name, `A` street lines, `C` town, `S` state, `Z` postal
/// code, `P` postal code with Japan's postal mark, `L` country. Other characters are separators, written only between
/// parts that are not empty.
const LAYOUTS: [(&[&str], &str); 22] = [
    (&["US", "PR", "GU", "VI", "MP", "AS", "UM", "FM", "MH", "PW"], "N|A|C, S Z|L"),
    (&["CA", "AU", "CC", "CX", "NF"], "N|A|C S Z|L"),
    (&["GB", "GG", "JE", "IM", "GI", "FK", "SH", "ZA", "KE", "LK", "MT", "BM"], "N|A|C|Z|L"),
    (&["IE"], "N|A|C|S|Z|L"),
    (&["NZ", "SG", "IL", "SA", "JO", "LB", "BH", "NP", "MV", "BD", "BN", "KH", "PK"], "N|A|C Z|L"),
    (&["IT", "ES", "SM", "VA", "UY"], "N|A|Z C S|L"),
    (&["AR", "CL", "MY", "CR", "DO", "MZ", "NG"], "N|A|Z C|S|L"),
    (&["BR"], "N|A|C-S|Z|L"),
    (&["MX"], "N|A|Z C, S|L"),
    (&["CO"], "N|A|C, S, Z|L"),
    (&["VE"], "N|A|C Z, S|L"),
    (&["PE"], "N|A|C Z|S|L"),
    (&["IN"], "N|A|C Z|S|L"),
    (&["TH"], "N|A|C|S Z|L"),
    (&["PH"], "N|A|C|Z S|L"),
    (&["ID", "VN"], "N|A|C|S Z|L"),
    (&["TR"], "N|A|Z C/S|L"),
    (&["RU", "UA", "BY", "KZ", "EG", "IQ", "TW", "KR"], "N|A|C|S|Z|L"),
    (&["JP"], "N|A|C, S Z|L"),
    (&["CN"], "N|A|C|S, Z|L"),
    (&["HU"], "N|C|A|Z|L"),
    (&["HK", "MO", "AE", "QA", "PA", "BS", "JM", "FJ", "AG"], "N|A|C|S|L"),
];
/// Formats for addresses in East Asian scripts, which start with the country and end with the name.
const EAST_ASIAN_LAYOUTS: [(&[&str], &str); 4] =
    [(&["JP"], "L|P|SC|A|N"), (&["CN", "TW"], "L|Z|SC|A|N"), (&["KR"], "L|S C|A|N|Z"), (&["HK", "MO"], "L|SC|A|N")];
/// Most countries put the postal code before the town.
const USUAL: &str = "N|A|Z C|S|L";

/// The name of a country in a language; the code itself if it is none.
pub fn country_name(code: &str, language: &str) -> String {
    let english = countries::name(code);
    let own = |locale: Locale| locale.country_name(code);
    let own = if is_english(language) { None } else { Locale::parse(language).ok().and_then(own) };
    own.or_else(|| english.map(str::to_owned)).unwrap_or_else(|| code.to_owned())
}

/// Countries with their names in a language, sorted by name.
pub fn named_countries(codes: impl Iterator<Item = &'static str>, language: &str) -> Vec<Country> {
    let mut named: Vec<Country> = codes.map(|code| country(code, language)).collect();
    if !is_english(language) {
        named.sort_by_cached_key(|country| country.name.to_lowercase());
    }
    named
}

fn country(code: &'static str, language: &str) -> Country {
    let rule = parts::rule(code);
    Country {
        code,
        name: country_name(code, language),
        parts: &rule.parts,
        postal_code_example: rule.postal_code_example.as_deref(),
    }
}

fn is_english(language: &str) -> bool {
    language.split(['-', '_']).next().is_some_and(|base| base.eq_ignore_ascii_case("en"))
}

/// The lines of an address in the order of its country's format, with the country in the reader's language.
pub(crate) fn lines(address: &Address, language: &str) -> Vec<String> {
    let downward = uses_east_asian_script(address);
    let country = country_name(&address.country, language);
    let mut lines = Vec::new();
    for line in layout(&address.country, downward).split('|') {
        match line {
            "A" => lines.extend([address.line1.clone(), address.line2.clone()]),
            "N" if downward => lines.push(format!("{} {}", address.last_name, address.first_name).trim().to_owned()),
            "N" => lines.push(address.name()),
            "L" => lines.push(country.clone()),
            parts => lines.push(joined(address, parts)),
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

fn layout(country: &str, downward: bool) -> &'static str {
    let of = |layouts: &[(&[&str], &'static str)]| {
        layouts.iter().find(|(countries, _)| countries.contains(&country)).map(|(_, layout)| *layout)
    };
    downward.then(|| of(&EAST_ASIAN_LAYOUTS)).flatten().or_else(|| of(&LAYOUTS)).unwrap_or(USUAL)
}

/// Whether an address is written in Chinese, Japanese or Korean characters.
fn uses_east_asian_script(address: &Address) -> bool {
    let texts = [&address.line1, &address.city, &address.region];
    let own = |sign: char| matches!(sign, '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}');
    texts.into_iter().any(|text| text.chars().any(own))
}

/// Parts of an address on one line; the separator before an empty part is left out.
fn joined(address: &Address, parts: &str) -> String {
    let (mut line, mut between) = (String::new(), String::new());
    for sign in parts.chars() {
        let marked;
        let part = match sign {
            'C' => &address.city,
            'S' => &address.region,
            'Z' => &address.postal_code,
            'P' if !address.postal_code.is_empty() => {
                marked = format!("〒{}", address.postal_code);
                &marked
            }
            'P' => continue,
            sign => {
                between.push(sign);
                continue;
            }
        };
        if !part.is_empty() {
            line.push_str(if line.is_empty() { "" } else { &between });
            line.push_str(part);
        }
        between.clear();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{country_name, lines};
    use crate::address::Address;

    /// Town, state, postal code and country.
    fn at(line1: &str, [city, region, postal_code, country]: [&str; 4]) -> Address {
        let text = |text: &str| text.to_owned();
        Address {
            first_name: text("Ada"),
            last_name: text("Byron"),
            line1: text(line1),
            city: text(city),
            region: text(region),
            postal_code: text(postal_code),
            country: text(country),
            ..Address::default()
        }
    }

    #[test]
    fn format_per_country() {
        let cases: [(Address, &[&str]); 8] = [
            (at("Am Ufer 3", ["Konstanz", "", "78462", "DE"]), &["Am Ufer 3", "78462 Konstanz", "Germany"]),
            (at("1 Main St", ["Portland", "OR", "97201", "US"]), &["1 Main St", "Portland, OR 97201", "United States"]),
            (at("2 Mill Ln", ["Leeds", "", "LS1 4AP", "GB"]), &["2 Mill Ln", "Leeds", "LS1 4AP", "United Kingdom"]),
            (at("3 rue Haute", ["Lyon", "", "69001", "FR"]), &["3 rue Haute", "69001 Lyon", "France"]),
            (
                at("1-2 Ginza", ["Chuo-ku", "Tokyo", "104-0061", "JP"]),
                &["1-2 Ginza", "Chuo-ku, Tokyo 104-0061", "Japan"],
            ),
            (
                at("Av. Belgrano 9", ["Rosario", "Santa Fe", "S2000", "AR"]),
                &["Av. Belgrano 9", "S2000 Rosario", "Santa Fe", "Argentina"],
            ),
            (at("4 Rua A", ["Santos", "SP", "11010", "BR"]), &["4 Rua A", "Santos-SP", "11010", "Brazil"]),
            (at("5 Queen St", ["Apia", "", "", "WS"]), &["5 Queen St", "Apia", "Samoa"]),
        ];
        for (address, below) in cases {
            let written = lines(&address, "en-US");
            assert_eq!(written.first().map(String::as_str), Some("Ada Byron"));
            assert_eq!(written.get(1..).unwrap_or_default(), below, "{}", address.country);
        }
    }

    #[test]
    fn empty_parts_leave_no_separator() {
        let without_state = at("1 Main St", ["Portland", "", "97201", "US"]);
        assert_eq!(lines(&without_state, "en"), ["Ada Byron", "1 Main St", "Portland 97201", "United States"]);
        let without_code = at("1 Main St", ["Portland", "OR", "", "US"]);
        assert_eq!(lines(&without_code, "en"), ["Ada Byron", "1 Main St", "Portland, OR", "United States"]);
        assert!(lines(&Address::default(), "en").is_empty());
    }

    #[test]
    fn japanese_script_address_order() {
        let own = Address {
            first_name: "花子".to_owned(),
            last_name: "山田".to_owned(),
            ..at("銀座1-2", ["中央区", "東京都", "104-0061", "JP"])
        };
        assert_eq!(lines(&own, "ja"), ["日本", "〒104-0061", "東京都中央区", "銀座1-2", "山田 花子"]);
    }

    #[test]
    fn country_names_are_localised() {
        for (language, said) in
            [("en", "Germany"), ("de-AT", "Deutschland"), ("fr", "Allemagne"), ("es", "Alemania"), ("ja", "ドイツ")]
        {
            assert_eq!(country_name("DE", language), said);
        }
        assert_eq!((country_name("XX", "en").as_str(), country_name("DE", "no tag").as_str()), ("XX", "Germany"));
    }
}
