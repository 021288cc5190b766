//! Quarters and weeks. ICU has no names and no patterns for them, so the words of some languages are defined here;
//! other languages get CLDR's root format for quarters, and nothing for weeks.

use crate::Locale;
use crate::datetime::DateName;
use crate::moment::Moment;

/// A quarter or week as date format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Period {
    /// Whether abbreviated, and whether with the year.
    Quarter {
        short: bool,
        year: bool,
    },
    /// Only the number of a quarter.
    QuarterNumber {
        two_digits: bool,
    },
    WeekOfYear,
    WeekOfYearNumber {
        two_digits: bool,
    },
    /// Whether with the abbreviated month.
    WeekOfMonth {
        short: bool,
    },
    WeekOfMonthNumber,
}

/// The words of a language. `{0}` is the number or name of the smaller unit, `{1}` that of the larger.
struct PeriodTexts {
    language: &'static str,
    quarter: &'static str,
    long_quarters: [&'static str; 4],
    /// A quarter spelled out, with its year.
    long_quarter_of_year: &'static str,
    week_of_year: &'static str,
    week_of_month: &'static str,
}

const WORDS: [PeriodTexts; 4] = [
    PeriodTexts {
        language: "en",
        quarter: "Q",
        long_quarters: ["1st quarter", "2nd quarter", "3rd quarter", "4th quarter"],
        long_quarter_of_year: "{0} {1}",
        week_of_year: "week {0} of {1}",
        week_of_month: "week {0} of {1}",
    },
    PeriodTexts {
        language: "de",
        quarter: "Q",
        long_quarters: ["1. Quartal", "2. Quartal", "3. Quartal", "4. Quartal"],
        long_quarter_of_year: "{0} {1}",
        week_of_year: "Woche {0} des Jahres {1}",
        week_of_month: "Woche {0} im {1}",
    },
    PeriodTexts {
        language: "fr",
        quarter: "T",
        long_quarters: ["1er trimestre", "2e trimestre", "3e trimestre", "4e trimestre"],
        long_quarter_of_year: "{0} {1}",
        week_of_year: "semaine {0} de {1}",
        week_of_month: "semaine {0} ({1})",
    },
    PeriodTexts {
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
    /// Formats a period. None if the language has no words for it here.
    pub(crate) fn period_text(&self, moment: &Moment, period: Period) -> Option<String> {
        let words = WORDS.iter().find(|words| words.language == self.icu().id.language.as_str());
        match period {
            Period::Quarter { short, year } => Some(quarter(moment, words.filter(|_| !short), words, year)),
            Period::QuarterNumber { two_digits } => Some(digits(number_of_quarter(moment), two_digits)),
            Period::WeekOfYearNumber { two_digits } => Some(digits(self.weeks().of_year(moment).1, two_digits)),
            Period::WeekOfMonthNumber => Some(self.weeks().of_month(moment).to_string()),
            Period::WeekOfYear => {
                let (year, week) = self.weeks().of_year(moment);
                Some(filled(words?.week_of_year, &week.to_string(), &year.to_string()))
            }
            Period::WeekOfMonth { short } => {
                let week = self.weeks().of_month(moment);
                let month = if short { DateName::ShortMonth } else { DateName::Month };
                Some(filled(words?.week_of_month, &week.to_string(), self.date_name(moment, month)))
            }
        }
    }
}

fn number_of_quarter(moment: &Moment) -> i64 {
    (moment.month() + 2) / 3
}

fn digits(number: i64, two: bool) -> String {
    if two { format!("{number:02}") } else { number.to_string() }
}

fn quarter(moment: &Moment, spelled: Option<&PeriodTexts>, words: Option<&PeriodTexts>, year: bool) -> String {
    let number = number_of_quarter(moment);
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
