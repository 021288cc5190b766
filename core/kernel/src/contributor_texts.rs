//! Sentences about problems that contributors have in several domains. The admin says them in its language, by their
//! code (`admin-ui/src/shared/i18n/problem-texts/`); other clients get English.

crate::problem_texts! {
    /// An address is taken.
    pub ADDRESS_IN_USE = "address-in-use", "The address '{path}' is already in use.";
    /// A time has passed.
    pub CHOOSE_A_TIME_IN_THE_FUTURE = "choose-a-time-in-the-future", "Choose a time in the future.";
    /// A name is blank or too long.
    pub ENTER_A_NAME_OF_AT_MOST = "enter-a-name-of-at-most", "Enter a name of at most {count} characters.";
    /// What is to be saved is based on an older version.
    pub NEWER_VERSION_SAVED = "newer-version-saved", "Someone saved a newer version. Reload the page first.";
    /// A text is too long.
    pub TEXT_CAN_HAVE_AT_MOST = "text-can-have-at-most", "The text can have at most {count} characters.";
    /// A text has control characters.
    pub TEXT_ALONE = "text-alone", "Use text alone, without control characters.";
}
