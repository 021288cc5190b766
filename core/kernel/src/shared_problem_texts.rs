//! Sentences about problems that several domains have.

use crate::password::TOO_COMMON;

crate::problem_texts! {
    /// A required value is blank.
    pub REQUIRED = "required", "This is required.";
    /// A required field of a form is blank.
    pub ANSWER_MISSING = "answer-missing", "{field} is required.";
    /// An answer in a form is too long.
    pub ANSWER_TOO_LONG = "answer-too-long", "You have exceeded the character limit.";
    /// A required text is blank.
    pub TEXT_MISSING = "text-missing", "Enter a text.";
    /// A text is too long.
    pub TEXT_TOO_LONG = "text-too-long", "Use at most {count} characters.";
    /// A text has more than 1,000 characters.
    pub TEXT_OVER_1000 = "text-over-1000", "Use at most 1,000 characters.";
    /// A text has more than 2,000 characters.
    pub TEXT_OVER_2000 = "text-over-2000", "Use at most 2,000 characters.";
    /// A value is too long or has several lines.
    pub LINE_TOO_LONG = "line-too-long", "This can have at most {count} characters on one line.";
    /// A name or an answer is too long or has several lines.
    pub NAME_TOO_LONG = "name-too-long", "Use at most {count} characters on one line.";
    /// An e-mail address is blank.
    pub EMAIL_BLANK = "email-blank", "Email cannot be blank";
    /// An e-mail address is invalid.
    pub EMAIL_INVALID = "email-invalid", "Email is invalid";
    /// No country, or an unknown one.
    pub COUNTRY_MISSING = "country-missing", "Choose a country.";
    /// A first name is blank.
    pub FIRST_NAME_MISSING = "first-name-missing", "Enter the first name.";
    /// A last name is blank.
    pub LAST_NAME_MISSING = "last-name-missing", "Enter the last name.";
    /// The first line of an address is blank.
    pub STREET_MISSING = "street-missing", "Enter the street and number.";
    /// A password is too short.
    pub PASSWORD_TOO_SHORT = "password-too-short", "Use at least {count} characters.";
    /// A password is easy to guess.
    pub PASSWORD_COMMON = "password-common", TOO_COMMON;
    /// The captcha was not solved.
    pub CAPTCHA_MISSING = "captcha-missing", "Complete CAPTCHA before submitting.";
    /// The store of a product has a password.
    pub ITEM_PROTECTED = "item-protected", "This item is password-protected. Open its page in the shop and enter the \
        password first.";
    /// The store of a product is for members.
    pub SOLD_TO_MEMBERS = "sold-to-members", "This is sold to members. Sign in to buy it.";
    /// The database cannot be reached.
    pub DATA_UNREACHABLE = "data-unreachable", "The server cannot reach its data at the moment. Try again in a \
        few seconds.";
    /// The address is limited for an hour.
    pub TOO_MANY_ATTEMPTS = "too-many-attempts", "Too many attempts. Please try again later.";
}
