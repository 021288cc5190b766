//! Sentences about problems that contributors have. The admin says them in its language, by their code
//! (`admin-ui/src/shared/i18n/problem-texts/`); other clients get English.

stoa_kernel::problem_texts! {
    pub(crate) APPROVE_BEFORE_REPLY = "approve-before-reply", "Approve the comment before you reply to it.";
    pub(crate) CHOOSE_1_TO_MOST_COMMENTS = "choose-1-to-most-comments", "Choose 1 to {count} comments.";
    pub(crate) CUSTOMERS_JOIN_THIS_LIST = "customers-join-this-list",
        "Customers who accept marketing e-mails join this list. It can be renamed, but not deleted.";
    pub(crate) LIMIT_OF_MAILING_LISTS = "limit-of-mailing-lists",
        "You have reached the limit of {count} mailing lists.";
    pub(crate) LIST_HAD_THIS_NAME = "list-had-this-name",
        "The list “{name}” had this name before, and pages may still use it.";
    pub(crate) LIST_NAME_TAKEN = "list-name-taken", "There is already a list with this name.";
    pub(crate) SPAM_HIDDEN_FIELD = "spam-hidden-field", "A hidden field was filled in.";
    pub(crate) SPAM_QUICK = "spam-quick", "It was filled in within {value} seconds.";
    pub(crate) SPAM_LINK = "spam-link", "It contains 1 link.";
    pub(crate) SPAM_LINKS = "spam-links", "It contains {count} links.";
    pub(crate) SPAM_MARKUP = "spam-markup", "It contains links written as HTML or BBCode.";
}
