//! Priority of queued e-mails.

/// Priority by how soon a kind of e-mail is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Somebody is waiting for it, or has just paid.
    Urgent,
    /// About one order or one person.
    Usual,
    /// One of many, or a report: nobody is waiting for it.
    Bulk,
}

impl Priority {
    /// Priority of a kind, such as `order-confirmed`.
    pub fn of(kind: &str) -> Self {
        match kind {
            "order-confirmed"
            | "order-awaits-transfer"
            | "gift-cards"
            | "donation"
            | "email-verification"
            | "email-change"
            | "email-change-notice"
            | "password-reset"
            | "news-confirmation"
            | "contributor-invitation"
            | "preview" => Self::Urgent,
            "back-in-stock" | "cart-reminder" | "review-request" | "news-welcome" | "comments-arrived"
            | "publication-failed" => Self::Bulk,
            _ => Self::Usual,
        }
    }

    /// Value in the database; the lowest is sent first.
    pub fn rank(self) -> i32 {
        match self {
            Self::Urgent => 0,
            Self::Usual => 1,
            Self::Bulk => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Priority;
    use crate::kinds::KINDS;

    #[test]
    fn transactional_mail_has_priority_over_bulk() {
        assert!(Priority::of("order-confirmed") < Priority::of("order-received"));
        assert!(Priority::of("password-reset") < Priority::of("back-in-stock"));
        let named = ["order-confirmed", "contributor-invitation", "back-in-stock", "publication-failed"];
        assert!(named.iter().all(|name| KINDS.iter().any(|kind| kind.name == *name)));
    }
}
