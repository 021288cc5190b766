//! Experiments: whether they run, what they change, and what counts as success.

use crate::closed_set::closed_set;

closed_set! {
    /// Status of an experiment.
    ExperimentStatus {
        /// It is prepared; visitors see the original.
        Draft = "DRAFT",
        /// Visitors are divided among its variants.
        Active = "ACTIVE",
        /// It is over; its figures stay.
        Ended = "ENDED",
    }
}

impl ExperimentStatus {
    /// Whether visitors see its variants.
    pub const fn is_active(self) -> bool {
        matches!(self, Self::Active)
    }
}

closed_set! {
    /// What the variants of an experiment change.
    ExperimentTarget {
        /// The whole content of a page.
        Page = "page",
        /// One section of a page.
        Section = "section",
        /// One block of a page.
        Block = "block",
        /// One text of a block.
        Text = "text",
        /// Settings of the theme, on all pages.
        Theme = "theme",
    }
}

impl ExperimentTarget {
    /// Whether it is on one page.
    pub const fn has_page(self) -> bool {
        !matches!(self, Self::Theme)
    }

    /// Whether it is one element of a page.
    pub const fn has_element(self) -> bool {
        matches!(self, Self::Section | Self::Block | Self::Text)
    }

    /// Whether the content of a variant is that of another page, such as a copy.
    pub const fn has_source_page(self) -> bool {
        matches!(self, Self::Page | Self::Section | Self::Block)
    }
}

closed_set! {
    /// What visitors of an experiment should do.
    ExperimentGoal {
        /// Place an order.
        Purchase = "purchase",
        /// Send a form.
        FormSubmit = "form-submit",
        /// Open a page.
        PageView = "page-view",
        /// Press a button.
        ButtonClick = "button-click",
    }
}

closed_set! {
    /// What the figures of an experiment say.
    ExperimentVerdict {
        /// Too few visitors to say anything.
        TooEarly = "too-early",
        /// No difference that chance does not explain.
        NoDifference = "no-difference",
        /// A variant is better than the original.
        Better = "better",
        /// Every variant is worse than the original.
        OriginalBest = "original-best",
    }
}
