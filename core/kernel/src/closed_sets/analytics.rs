//! Reports on visitors.

use crate::closed_set::closed_set;

closed_set! {
    /// How often the figures are sent.
    EmailReportFrequency {
        /// Not at all.
        Never = "never",
        /// On Mondays, about the week before.
        Weekly = "weekly",
        /// On the first day of a month, about the month before.
        Monthly = "monthly",
    }
}
