//! Rates of the member states. Source: European Commission, Taxes in Europe Database (TEDB), as of 28 April 2026, compared
//! with a public extract of it of that day. Reduced rates are those for the mainland. Owners enter rates that have changed
//! since among the settings, until a version of this plugin has them.

/// What the law of a country says about goods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Standard,
    /// The higher of the reduced rates.
    Reduced,
    /// The lower of the reduced rates.
    SecondReduced,
    SuperReduced,
    Zero,
}

impl Class {
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "standard" => Some(Self::Standard),
            "reduced" => Some(Self::Reduced),
            "second-reduced" => Some(Self::SecondReduced),
            "super-reduced" => Some(Self::SuperReduced),
            "zero" => Some(Self::Zero),
            _ => None,
        }
    }
}

pub(crate) struct Member {
    /// ISO 3166.
    pub(crate) code: &'static str,
    /// Standard, reduced, second reduced and super-reduced rate in basis points; 0 where a country has none.
    rates: [u32; 4],
}

impl Member {
    /// The rate of a class; one that the country does not have is the next higher.
    pub(crate) fn rate(&self, class: Class) -> u32 {
        let [standard, reduced, second, lowest] = self.rates;
        let or = |rate: u32, higher: u32| if rate > 0 { rate } else { higher };
        let reduced = or(reduced, standard);
        let second = or(second, reduced);
        match class {
            Class::Standard => standard,
            Class::Reduced => reduced,
            Class::SecondReduced => second,
            Class::SuperReduced => or(lowest, second),
            Class::Zero => 0,
        }
    }
}

const MEMBERS: [Member; 27] = [
    Member { code: "AT", rates: [2000, 1300, 1000, 0] },
    Member { code: "BE", rates: [2100, 1200, 600, 0] },
    Member { code: "BG", rates: [2000, 900, 0, 0] },
    Member { code: "CY", rates: [1900, 900, 500, 300] },
    Member { code: "CZ", rates: [2100, 1200, 0, 0] },
    Member { code: "DE", rates: [1900, 700, 0, 0] },
    Member { code: "DK", rates: [2500, 0, 0, 0] },
    Member { code: "EE", rates: [2400, 1300, 900, 0] },
    Member { code: "ES", rates: [2100, 1000, 0, 400] },
    Member { code: "FI", rates: [2550, 1350, 1000, 0] },
    Member { code: "FR", rates: [2000, 1000, 550, 210] },
    Member { code: "GR", rates: [2400, 1300, 600, 0] },
    Member { code: "HR", rates: [2500, 1300, 500, 0] },
    Member { code: "HU", rates: [2700, 1800, 500, 0] },
    Member { code: "IE", rates: [2300, 1350, 900, 480] },
    Member { code: "IT", rates: [2200, 1000, 500, 400] },
    Member { code: "LT", rates: [2100, 1200, 500, 0] },
    Member { code: "LU", rates: [1700, 1400, 800, 300] },
    Member { code: "LV", rates: [2100, 1200, 500, 0] },
    Member { code: "MT", rates: [1800, 700, 500, 0] },
    Member { code: "NL", rates: [2100, 900, 0, 0] },
    Member { code: "PL", rates: [2300, 800, 500, 0] },
    Member { code: "PT", rates: [2300, 1300, 600, 0] },
    Member { code: "RO", rates: [2100, 1100, 0, 0] },
    Member { code: "SE", rates: [2500, 1200, 600, 0] },
    Member { code: "SI", rates: [2200, 950, 500, 0] },
    Member { code: "SK", rates: [2300, 1900, 500, 0] },
];

/// Parts of member states to which the tax does not apply, by the beginning of their postal codes: Büsingen and
/// Heligoland, the Canary Islands, Ceuta and Melilla, Livigno, Mount Athos, Åland.
const OUTSIDE: [(&str, &[&str]); 5] = [
    ("DE", &["78266", "27498"]),
    ("ES", &["35", "38", "51", "52"]),
    ("IT", &["23041"]),
    ("GR", &["63086"]),
    ("FI", &["22"]),
];

/// A member state by its code. Monaco belongs to the French tax area; Greece is EL in tax matters.
pub(crate) fn member(code: &str) -> Option<&'static Member> {
    let code = match code.trim() {
        "MC" => "FR",
        "EL" => "GR",
        other => other,
    };
    MEMBERS.iter().find(|member| member.code.eq_ignore_ascii_case(code))
}

/// Whether a postal code is of a part of a country outside the tax area.
pub(crate) fn is_outside(country: &Member, postal_code: &str) -> bool {
    let digits: String = postal_code.chars().filter(char::is_ascii_digit).collect();
    let parts = OUTSIDE.iter().find(|(code, _)| *code == country.code).map_or(&[][..], |(_, parts)| parts);
    parts.iter().any(|start| digits.starts_with(start))
}
