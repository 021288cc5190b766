//! Reports on visitors, and what their browsers report.

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

closed_set! {
    /// Kind of device of a visitor.
    VisitorDevice {
        /// A computer, or nothing is known.
        Desktop = "desktop",
        /// A telephone.
        Mobile = "mobile",
        /// A tablet.
        Tablet = "tablet",
    }
}

closed_set! {
    /// What happens with a popup or a banner.
    OverlayEvent {
        /// It was shown.
        View = "view",
        /// It was closed.
        Close = "close",
        /// Its form was sent.
        Submit = "submit",
        /// Something in it was clicked.
        Click = "click",
    }
}
