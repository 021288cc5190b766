//! Sentences about problems that visitors have with accounts, forms and comments.

stoa_kernel::problem_texts! {
    /// E-mail address or password are wrong.
    pub SIGN_IN_WRONG = "sign-in-wrong", "Incorrect email or password.";
    /// The account of an e-mailed link is not signed in.
    pub SIGN_IN_TO_CONFIRM = "sign-in-to-confirm", "Sign in to the account that this e-mail is about, then its \
        address is confirmed.";
    /// An e-mailed link does not work.
    pub LINK_USED = "link-used", "This link was already used or has expired. Request a new one.";
    /// There is no such form.
    pub FORM_UNKNOWN = "form-unknown", "This form has not been configured yet.";
    /// The key of a submission does not work.
    pub FORM_KEY_REFUSED = "form-key-refused", "Error processing form submission. Please reload and try again.";
    /// The captcha was not confirmed.
    pub CAPTCHA_FAILED = "captcha-failed", "reCAPTCHA failed. Refresh this page and try again.";
    /// The site has no room for files.
    pub FILES_FULL = "files-full", "This site cannot store more files. Please send your message without files.";
    /// Values of a form cannot be read.
    pub FORM_UNREADABLE = "form-unreadable", "Could not parse the form fields, please check your entries.";
    /// The e-mail address of an account is invalid.
    pub MEMBER_EMAIL_INVALID = "member-email-invalid", "Please enter a valid email";
    /// The new address of an account is its present one.
    pub OWN_ADDRESS_ALREADY = "own-address-already", "This is already your address.";
    /// Another account has the new address.
    pub ADDRESS_OF_ANOTHER_ACCOUNT = "address-of-another-account", "There is already an account with this address.";
    /// The password that was typed is another.
    pub PASSWORD_WRONG = "password-wrong", "This is not your current password.";
    /// Nobody can comment any more.
    pub COMMENTS_CLOSED = "comments-closed", "Comments are closed.";
    /// The comment to reply to is gone.
    pub COMMENT_GONE = "comment-gone", "The comment you are replying to was deleted.";
    /// A comment was liked or flagged already.
    pub DONE_ALREADY = "done-already", "You have already done that.";
    /// A thread has the maximum number of replies.
    pub THREAD_FULL = "thread-full", "This thread is full. Start a new one.";
    /// A comment has no author.
    pub AUTHOR_MISSING = "comment-author-missing", "Enter a name to show with your comment.";
    /// The e-mail address of a comment is invalid.
    pub COMMENT_EMAIL_INVALID = "comment-email-invalid", "Enter an email address such as name@example.com, or \
        leave it empty.";
    /// An answer is no e-mail address.
    pub ANSWER_EMAIL = "answer-email", "Email is not valid. Email addresses should follow the format \
        user@domain.com.";
    /// An answer is none of those offered.
    pub ANSWER_CHOICE = "answer-choice", "Choose from the offered options.";
    /// An answer is no number.
    pub ANSWER_NUMBER = "answer-number", "Enter a number.";
    /// An answer is no amount.
    pub ANSWER_AMOUNT = "answer-amount", "Enter an amount such as 12.50.";
    /// An answer is no URL.
    pub ANSWER_WEBSITE = "answer-website", "Enter an address that starts with https://.";
    /// An answer is no user name.
    pub ANSWER_HANDLE = "answer-handle", "Enter a name such as @juniper.";
    /// An answer is no date.
    pub ANSWER_DATE = "answer-date", "Enter a valid date.";
    /// An answer is no time.
    pub ANSWER_TIME = "answer-time", "Enter a valid time.";
    /// An answer is no telephone number.
    pub ANSWER_PHONE = "answer-phone", "Enter a telephone number of 5 to 20 digits.";
    /// A file is gone.
    pub FILE_GONE = "file-gone", "The file is no longer available. Please choose it again.";
    /// A field takes one file.
    pub ONE_FILE = "one-file", "Choose one file.";
    /// A field takes some files.
    pub TOO_MANY_FILES = "too-many-files", "Choose at most {count} files.";
    /// A file is too large.
    pub FILE_TOO_LARGE = "file-too-large", "{file} is too large. A file can have at most {size} MB.";
    /// A field takes files of other kinds.
    pub FILE_KIND = "file-kind", "{file} cannot be sent. This field accepts {kinds}.";
    /// A field takes no files.
    pub NO_FILES = "no-files", "{file} cannot be sent. This field does not accept files.";
}
