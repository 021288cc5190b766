//! Quarters and weeks. ICU has neither names for them nor patterns with them, so the words stand here: those of some
//! languages; the others write quarters as CLDR does where nothing else is known, and weeks not at all.

use crate::Locale;
use crate::datetime::DateName;
use crate::moment::Moment;

/// A part of the year or month that a date is shown by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Period {
    /// Whether as an abbreviation, and whether with the year.
    Quarter {
        short: bool,
        year: bool,
    },
    WeekOfYear,
    WeekOfMonth,
}

/// The words of a language. `{0}` is the number or name of the smaller part, `{1}` that of the larger.
struct Words {
    language: &'static str,
    quarter: &'static str,
    long_quarters: [&'static str; 4],
    /// A quarter spelled out, with its year.
    long_quarter_of_year: &'static str,
    week_of_year: &'static str,
    week_of_month: &'static str,
}

const WORDS: [Words; 4] = [
    Words {
        language: "en",
        quarter: "Q",
        long_quarters: ["1st quarter", "2nd quarter", "3rd quarter", "4th quarter"],
        long_quarter_of_year: "{0} {1}",
        week_of_year: "week {0} of {1}",
        week_of_month: "week {0} of {1}",
    },
    Words {
        language: "de",
        quarter: "Q",
        long_quarters: ["1. Quartal", "2. Quartal", "3. Quartal", "4. Quartal"],
        long_quarter_of_year: "{0} {1}",
        week_of_year: "Woche {0} des Jahres {1}",
        week_of_month: "Woche {0} im {1}",
    },
    Words {
        language: "fr",
        quarter: "T",
        long_quarters: ["1er trimestre", "2e trimestre", "3e trimestre", "4e trimestre"],
        long_quarter_of_year: "{0} {1}",
        week_of_year: "semaine {0} de {1}",
        week_of_month: "semaine {0} ({1})",
    },
    Words {
        language: "es",
        quarter: "T",
        long_quarters: ["1.er trimestre", "2.º trimestre", "3.er trimestre", "4.º trimestre"],
        long_quarter_of_year: "{0} de {1}",
        week_of_year: "semana {0} de {1}",
        week_of_month: "semana {0} de {1}",
    },
];

fn filled(pattern: &str, part: &str, whole: &str) -> String {
    pattern.replace("{0}", part).replace("{1}", whole)
}

impl Locale {
    /// The text of a period. Nothing if the language has no words for it here.
    pub(crate) fn period_text(&self, moment: &Moment, period: Period) -> Option<String> {
        let words = WORDS.iter().find(|words| words.language == self.icu().id.language.as_str());
        match period {
            Period::Quarter { short, year } => Some(quarter(moment, words.filter(|_| !short), words, year)),
            Period::WeekOfYear => {
                let (year, week) = self.weeks().of_year(moment);
                Some(filled(words?.week_of_year, &week.to_string(), &year.to_string()))
            }
            Period::WeekOfMonth => {
                let week = self.weeks().of_month(moment);
                Some(filled(words?.week_of_month, &week.to_string(), self.date_name(moment, DateName::Month)))
            }
        }
    }
}

fn quarter(moment: &Moment, spelled: Option<&Words>, words: Option<&Words>, year: bool) -> String {
    let number = (moment.month() + 2) / 3;
    let long = usize::try_from(number - 1).ok().and_then(|place| spelled?.long_quarters.get(place).copied());
    let name = match long {
        Some(long) => long.to_owned(),
        None => format!("{}{number}", words.map_or("Q", |words| words.quarter)),
    };
    match (year, spelled, words) {
        (false, ..) => name,
        (true, Some(words), _) => filled(words.long_quarter_of_year, &name, &moment.year().to_string()),
        (true, None, Some(_)) => format!("{name} {}", moment.year()),
        (true, None, None) => format!("{} {name}", moment.year()),
    }
}
