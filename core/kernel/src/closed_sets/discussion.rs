//! Comments and likes of visitors: their closed sets.

use crate::closed_set::closed_set;

closed_set! {
    /// Moderation state of a comment.
    #[derive(Default)]
    CommentState {
        /// Not moderated yet.
        #[default]
        Waiting = "waiting" / "WAITING",
        /// Visible to visitors.
        Approved = "approved" / "APPROVED",
        /// Classified as spam.
        Spam = "spam" / "SPAM",
        /// Removed.
        Removed = "removed" / "REMOVED",
    }
}

closed_set! {
    /// What a visitor says about a post or comment with one click.
    MarkKind {
        /// A like.
        Like = "like",
        /// A report to the moderators.
        Flag = "flag",
    }
}

closed_set! {
    /// Whose comments need approval by a contributor.
    CommentApproval {
        /// All comments.
        Everyone = "everyone",
        /// Comments by visitors without a confirmed account on the site.
        Guests = "guests",
        /// No comments.
        Nobody = "nobody",
    }
}

impl CommentApproval {
    /// Whether comments by visitors without a confirmed account wait for approval.
    pub const fn is_for_guests(self) -> bool {
        matches!(self, Self::Everyone | Self::Guests)
    }

    /// Whether comments by visitors with a confirmed account wait for approval.
    pub const fn is_for_members(self) -> bool {
        matches!(self, Self::Everyone)
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::ActiveEnum as _;

    use super::CommentState;

    #[test]
    fn names_in_columns_and_in_json() {
        for state in CommentState::ALL {
            assert_eq!(state.to_value(), state.as_str());
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str().to_uppercase());
        }
    }
}
