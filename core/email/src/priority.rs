//! Priority of queued e-mails.

use crate::kinds::kind_of;
use crate::previews::TEST_EMAIL;

/// Priority by how soon a kind of e-mail is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Someone is waiting for it, or has just paid.
    Urgent,
    /// About one order or one person.
    Usual,
    /// One of many, or a report: nobody is waiting for it.
    Bulk,
}

impl Priority {
    /// Priority of a kind, such as `order-confirmed`.
    pub fn of(kind: &str) -> Self {
        match kind_of(kind) {
            Some(kind) => kind.priority,
            // The contributor who asked for it is waiting.
            None if kind == TEST_EMAIL => Self::Urgent,
            None => Self::Usual,
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

    #[test]
    fn transactional_mail_has_priority_over_bulk() {
        assert!(Priority::of("order-confirmed") < Priority::of("order-received"));
        assert!(Priority::of("password-reset") < Priority::of("back-in-stock"));
        assert_eq!(Priority::of("preview"), Priority::Urgent);
    }
}
