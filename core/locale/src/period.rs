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
                let (year, week) = self.week_of_year(moment);
                Some(filled(words?.week_of_year, &week.to_string(), &year.to_string()))
            }
            Period::WeekOfMonth => {
                let week = self.week(moment.day(), moment.weekday());
                Some(filled(words?.week_of_month, &week.to_string(), self.date_name(moment, DateName::Month)))
            }
        }
    }

    /// Whether weeks begin on Monday and the first of a year is that with its first Thursday, as in Europe. Elsewhere
    /// they begin on Sunday and the first holds 1 January.
    fn has_european_weeks(&self) -> bool {
        let id = &self.icu().id;
        match id.region {
            Some(region) => !matches!(region.as_str(), "US" | "CA" | "MX" | "AU" | "NZ" | "IN" | "ZA"),
            None => id.language.as_str() != "en",
        }
    }

    /// The number of the week that a day lies in, counted from the start of its month or year, from that day's number
    /// and its weekday, 0 being Sunday.
    fn week(&self, day: i64, weekday: i64) -> i64 {
        let (begins, least) = if self.has_european_weeks() { (1, 4) } else { (0, 1) };
        // Days of the first week that lie before the first of the month or year.
        let before = (weekday - (day - 1) - begins).rem_euclid(7);
        (day - 1 + before) / 7 + i64::from(7 - before >= least)
    }

    fn week_of_year(&self, moment: &Moment) -> (i64, i64) {
        if self.has_european_weeks() {
            return moment.iso_week();
        }
        let days_left = moment.days_in_year() - moment.day_of_year();
        match days_left < 7 - 1 - moment.weekday() {
            // The week holds 1 January of the next year.
            false => (moment.year(), self.week(moment.day_of_year(), moment.weekday())),
            true => (moment.year() + 1, 1),
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
