//! How phone numbers of countries are written: code and trunk prefix by ITU-T E.164 and the national numbering plans, as
//! published by the ITU, read in 2026. Grouping follows the national custom. A complete list would be larger than the
//! rest of the plugin by far; numbers of other lengths stay in one group, and other countries as they are.

/// Digits of a significant number, from the first to the last group.
struct Groups {
    /// First digits; empty for all others.
    prefix: &'static str,
    groups: &'static [usize],
}

pub(crate) struct Country {
    /// ISO 3166.
    pub(crate) iso: &'static str,
    code: &'static str,
    /// Dialled before the number within the country, and left out from abroad.
    trunk: &'static str,
    lengths: std::ops::RangeInclusive<usize>,
    plans: &'static [Groups],
}

macro_rules! country {
    ($iso:literal, $code:literal, $trunk:literal, $lengths:expr, $($prefix:literal => $groups:expr),+) => {
        Country {
            iso: $iso,
            code: $code,
            trunk: $trunk,
            lengths: $lengths,
            plans: &[$(Groups { prefix: $prefix, groups: &$groups }),+],
        }
    };
}

const COUNTRIES: [Country; 30] = [
    country!("US", "1", "1", 10..=10, "" => [3, 3, 4]),
    country!("CA", "1", "1", 10..=10, "" => [3, 3, 4]),
    country!("GB", "44", "0", 9..=10, "2" => [2, 4, 4], "3" => [3, 3, 4], "7" => [4, 6], "8" => [3, 3, 4], "11" => [3, 3, 4], "" => [4, 6]),
    country!("IE", "353", "0", 7..=9, "1" => [1, 3, 4], "8" => [2, 3, 4]),
    country!("DE", "49", "0", 6..=11, "30" => [2, 4, 4], "40" => [2, 4, 4], "69" => [2, 4, 4], "89" => [2, 4, 4],
        "15" => [3, 4, 4], "16" => [3, 4, 4], "17" => [3, 4, 4], "800" => [3, 3, 4]),
    country!("AT", "43", "0", 4..=13, "1" => [1, 3, 4], "6" => [3, 3, 4]),
    country!("CH", "41", "0", 9..=9, "" => [2, 3, 2, 2]),
    country!("FR", "33", "0", 9..=9, "" => [1, 2, 2, 2, 2]),
    country!("BE", "32", "0", 8..=9, "4" => [3, 2, 2, 2], "2" => [1, 3, 2, 2]),
    country!("NL", "31", "0", 9..=9, "6" => [1, 4, 4], "10" => [2, 3, 4], "20" => [2, 3, 4], "30" => [2, 3, 4], "70" => [2, 3, 4]),
    country!("LU", "352", "", 6..=9, "6" => [3, 3, 3], "" => [2, 2, 2]),
    country!("IT", "39", "", 6..=11, "3" => [3, 3, 4], "06" => [2, 4, 4], "02" => [2, 4, 4]),
    country!("ES", "34", "", 9..=9, "" => [3, 3, 3]),
    country!("PT", "351", "", 9..=9, "" => [3, 3, 3]),
    country!("PL", "48", "", 9..=9, "" => [3, 3, 3]),
    country!("CZ", "420", "", 9..=9, "" => [3, 3, 3]),
    country!("DK", "45", "", 8..=8, "" => [2, 2, 2, 2]),
    country!("NO", "47", "", 8..=8, "4" => [3, 2, 3], "9" => [3, 2, 3], "" => [2, 2, 2, 2]),
    country!("SE", "46", "0", 7..=9, "7" => [2, 3, 2, 2], "8" => [1, 3, 3, 2]),
    country!("FI", "358", "0", 6..=10, "4" => [2, 3, 4], "5" => [2, 3, 4]),
    country!("GR", "30", "", 10..=10, "" => [3, 3, 4]),
    country!("BR", "55", "0", 10..=11, "" => [2, 5, 4]),
    country!("MX", "52", "", 10..=10, "" => [2, 4, 4]),
    country!("AU", "61", "0", 9..=9, "4" => [3, 3, 3], "" => [1, 4, 4]),
    country!("NZ", "64", "0", 8..=10, "2" => [2, 3, 4], "" => [1, 3, 4]),
    country!("JP", "81", "0", 9..=10, "70" => [2, 4, 4], "80" => [2, 4, 4], "90" => [2, 4, 4], "3" => [1, 4, 4], "6" => [1, 4, 4]),
    country!("CN", "86", "0", 10..=11, "13" => [3, 4, 4], "15" => [3, 4, 4], "17" => [3, 4, 4], "18" => [3, 4, 4], "19" => [3, 4, 4],
        "10" => [2, 4, 4], "21" => [2, 4, 4]),
    country!("IN", "91", "0", 10..=10, "" => [5, 5]),
    country!("IL", "972", "0", 8..=9, "5" => [2, 3, 4], "" => [1, 3, 4]),
    country!("AE", "971", "0", 8..=9, "5" => [2, 3, 4], "" => [1, 3, 4]),
];

/// The country of an ISO code, in letters of either case.
pub(crate) fn by_code(iso: &str) -> Option<&'static Country> {
    COUNTRIES.iter().find(|country| country.iso.eq_ignore_ascii_case(iso.trim()))
}

pub(crate) struct Number {
    pub(crate) country: &'static Country,
    significant: String,
}

/// Reads a number as people write it; `home` is the country of a number without a code.
pub(crate) fn read(text: &str, home: &'static Country) -> Option<Number> {
    let is_part = |character: char| character.is_ascii_digit() || " +-./()\u{a0}".contains(character);
    if text.len() > 40 || !text.chars().all(is_part) {
        return None;
    }
    // In "+44 (0)20", the bracket is for callers within the country.
    let is_global = text.starts_with('+') || text.starts_with("00");
    let text = if is_global { text.replace("(0)", "") } else { text.to_owned() };
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if !is_global {
        let significant = digits.strip_prefix(home.trunk).unwrap_or(&digits).to_owned();
        return accept(home, significant);
    }
    let digits = if text.starts_with('+') { digits.as_str() } else { digits.get(2..)? };
    let candidates = std::iter::once(home).chain(&COUNTRIES);
    candidates.filter_map(|country| accept(country, digits.strip_prefix(country.code)?.to_owned())).next()
}

fn accept(country: &'static Country, significant: String) -> Option<Number> {
    country.lengths.contains(&significant.len()).then_some(Number { country, significant })
}

impl Number {
    /// For `tel:` links.
    pub(crate) fn address(&self) -> String {
        format!("+{}{}", self.country.code, self.significant)
    }

    /// `+49 30 1234 5678`
    pub(crate) fn international(&self) -> String {
        format!("+{} {}", self.country.code, self.grouped().join(" "))
    }

    /// `030 1234 5678`, or `(212) 555-0123` in North America.
    pub(crate) fn national(&self) -> String {
        match self.grouped().as_slice() {
            [area, exchange, line] if self.country.code == "1" => format!("({area}) {exchange}-{line}"),
            groups => format!("{}{}", self.country.trunk, groups.join(" ")),
        }
    }

    /// The last group takes what is left or has fewer digits.
    fn grouped(&self) -> Vec<&str> {
        let plan = self.country.plans.iter().find(|plan| self.significant.starts_with(plan.prefix));
        let Some(plan) = plan else { return vec![&self.significant] };
        let mut groups = Vec::new();
        let mut rest = self.significant.as_str();
        for (place, length) in plan.groups.iter().enumerate() {
            let is_last = place + 1 == plan.groups.len();
            if is_last || rest.len() <= *length {
                break;
            }
            let (group, behind) = rest.split_at(*length);
            groups.push(group);
            rest = behind;
        }
        groups.push(rest);
        groups
    }
}
