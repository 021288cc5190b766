//! Form submissions: their folders, and the pages they come from.

use crate::closed_set::closed_set;

closed_set! {
    /// A folder of submissions.
    #[derive(Default)]
    SubmissionFolder {
        /// Regular submissions.
        #[default]
        Inbox = "inbox",
        /// Suspected spam.
        Spam = "spam",
    }
}

closed_set! {
    /// Kind of the page that a form was submitted from.
    #[derive(Default)]
    ContentSource {
        /// Not recorded.
        #[default]
        Unknown = "",
        /// An item of a collection.
        Item = "i",
        /// Any other page.
        Collection = "c",
    }
}
