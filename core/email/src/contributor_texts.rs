//! Sentences about problems that contributors have. The admin says them in its language, by their code
//! (`admin-ui/src/shared/i18n/problem-texts/`); other clients get English.

stoa_kernel::problem_texts! {
    pub(crate) EMAIL_SENT_ALREADY = "email-sent-already", "This e-mail has already been sent.";
    pub(crate) EMAIL_TO_NOBODY = "email-to-nobody",
        "This e-mail is not sent: addresses that end in .invalid belong to nobody.";
    pub(crate) EMAIL_UNDER_WAY = "email-under-way", "This e-mail is being sent right now.";
    pub(crate) EMAIL_WITHOUT_TEXT = "email-without-text",
        "The link in this e-mail was only valid for a short time, so its text was not stored. The recipient \
        can request a new one.";
    pub(crate) EMAILS_NOT_IN_LANGUAGE = "emails-not-in-language",
        "E-mails are not available in {language}. Choose one of {choices}.";
    pub(crate) PLACEHOLDER_NOT_OF_EMAIL = "placeholder-not-of-email",
        "There is no placeholder {name}. This e-mail has {choices}.";
}
