//! Sentences about problems that contributors have in several domains. The admin says them in its language, by their
//! code (`admin-ui/src/shared/i18n/problem-texts/`); other clients get English.

crate::problem_texts! {
    /// An address is taken.
    pub ADDRESS_IN_USE = "address-in-use", "The address '{path}' is already in use.";
    /// A time has passed.
    pub CHOOSE_A_TIME_IN_THE_FUTURE = "choose-a-time-in-the-future", "Choose a time in the future.";
    /// A name is blank or too long.
    pub ENTER_A_NAME_OF_AT_MOST = "enter-a-name-of-at-most", "Enter a name of at most {count} characters.";
    /// A name is blank.
    pub NAME_CANNOT_BE_BLANK = "name-cannot-be-blank", "Name cannot be blank.";
    /// A file has no bytes.
    pub FILE_IS_EMPTY = "file-is-empty", "The file is empty.";
    /// A product or an item has too many tags.
    pub YOU_HAVE_REACHED_THE_LIMIT_OF_50 = "you-have-reached-the-limit-of-50",
        "You have reached the limit of 50 tags.";
    /// What is to be saved is based on an older version.
    pub NEWER_VERSION_SAVED = "newer-version-saved", "Someone saved a newer version. Reload the page first.";
    /// A text is too long.
    pub TEXT_CAN_HAVE_AT_MOST = "text-can-have-at-most", "The text can have at most {count} characters.";
    /// A text has control characters.
    pub TEXT_ALONE = "text-alone", "Use text alone, without control characters.";
    /// A number of days is out of range.
    pub CHOOSE_1_DAY_TO_TEN_YEARS = "choose-1-day-to-ten-years", "Choose 1 day to ten years.";
    /// A date is malformed.
    pub ENTER_A_DATE_SUCH_AS_2026_11 = "enter-a-date-such-as-2026-11", "Enter a date such as 2026-11-21.";
    /// A range of days ends before it begins.
    pub FIRST_DAY_AFTER_LAST = "first-day-after-last", "The first day must not be after the last.";
    /// A range has too many periods.
    pub PERIOD_NEEDS_WEEKS = "period-needs-weeks", "Choose weeks or months for a period this long.";
    /// A range of days is too long.
    pub AT_MOST_TEN_YEARS = "at-most-ten-years", "Choose at most ten years.";
    /// A note is empty or too long.
    pub ENTER_A_NOTE = "enter-a-note", "Enter a note of at most {count} characters.";
    /// There are too many notes.
    pub AT_MOST_NOTES = "at-most-notes", "A site can have at most {count} notes.";
    /// There are too many links to the figures.
    pub AT_MOST_REPORT_LINKS = "at-most-report-links", "A site can have at most {count} links to its figures.";
    /// A link would last too long.
    pub REPORT_LINK_DAYS = "report-link-days", "A link can last 1 to {count} days.";
    /// A file is missing.
    pub CHOOSE_A_FILE = "choose-a-file", "Choose a file.";
    /// A time is missing.
    pub CHOOSE_A_TIME = "choose-a-time", "Choose a time.";
    /// A time of publication is missing.
    pub CHOOSE_A_PUBLICATION_TIME = "choose-a-publication-time", "Choose a publication time.";
    /// A category is missing.
    pub CHOOSE_A_CATEGORY = "choose-a-category", "Choose a category.";
    /// An address for a site is taken.
    pub ADDRESS_TAKEN_CHOOSE_ANOTHER = "address-taken-choose-another",
        "This address is taken. Please choose another one.";
    /// The program uses an address itself, so neither a page nor a site can have it.
    pub ADDRESS_RESERVED_CHOOSE_ANOTHER = "address-reserved-choose-another",
        "This address is reserved. Please choose another one.";
    /// A grant that is of no use.
    pub PLUGIN_DOES_NOT_ASK_FOR_IT = "plugin-does-not-ask-for-it", "The plugin does not ask for this.";
    /// A plugin cannot be removed.
    pub PLUGIN_HAS_OPEN_PAYMENTS = "plugin-has-open-payments",
        "Payments of this plugin are not finished. Finish or cancel them first.";
    /// A plugin cannot be switched off or removed.
    pub PLUGIN_CALCULATES_TAXES = "plugin-calculates-taxes",
        "This plugin calculates the taxes of the shop, which takes no order without it. Choose another calculation \
         under Taxes first.";
    /// A version of a plugin cannot be installed.
    pub PLUGIN_VERSION_WITHDRAWN = "plugin-version-withdrawn",
        "This version was withdrawn by its publisher. Choose another one.";
    /// A file is larger than 1 MB.
    pub FILE_LARGER_THAN_1_MB = "file-larger-than-1-mb", "The file is larger than 1 MB. Split it and upload the parts.";
    /// A file of a plugin would be too large.
    pub FILE_WOULD_BE_LARGER_THAN_16_MB = "file-would-be-larger-than-16-mb", "The file would be larger than 16 MB.";
    /// A plugin is not allowed to read products.
    pub PLUGIN_MAY_NOT_READ_PRODUCTS = "plugin-may-not-read-products",
        "This plugin may not read your products. Allow it on the page of the plugin.";
    /// A plugin failed when it read a file.
    pub PLUGIN_COULD_NOT_READ_FILE = "plugin-could-not-read-file",
        "The plugin could not read this file. Check that the file is whole and of this format. The log on the page of \
         the plugin says more.";
    /// A file takes a plugin too long, or too much memory.
    pub FILE_TOO_MUCH_FOR_PLUGIN = "file-too-much-for-plugin",
        "This file is too much for the plugin. Split it and upload the parts.";
    /// A file is larger than 5 MB.
    pub FILE_LARGER_THAN_5_MB = "file-larger-than-5-mb", "The file is larger than 5 MB. Split it and upload the parts.";
    /// A permission is missing.
    pub ROLE_DOES_NOT_ALLOW = "role-does-not-allow", "Your role does not allow you to {action} {resource}.";
    /// The disk of the server is full.
    pub NO_DISK_SPACE_LEFT = "no-disk-space-left",
        "The server has no disk space left, so nothing was saved. Try again in a few minutes; contact the \
         server's administrator if it continues.";
    /// The data cannot be written.
    pub DATA_NOT_WRITABLE = "data-not-writable",
        "The server can read its data but not change it at the moment, so nothing was saved. Try again in a few \
         minutes; contact the server's administrator if it continues.";
    /// The disk of the server has failed.
    pub DISK_REPORTS_AN_ERROR = "disk-reports-an-error",
        "The server's disk reports an error, so nothing was saved. Try again in a few minutes; contact the \
         server's administrator if it continues.";
    /// The data of a site are damaged.
    pub SITE_DATA_UNREADABLE = "site-data-unreadable",
        "The data of this site cannot be read at the moment. Try again in a few minutes; contact the server's \
         administrator if it continues.";
    /// A category has the name of another one.
    pub CATEGORY_EXISTS = "category-exists", "This category already exists";
    /// A tag has the name of another one.
    pub TAG_EXISTS = "tag-exists", "This tag already exists";
    /// The address of the copy of a site was taken while it was made.
    pub ADDRESS_TAKEN_MEANWHILE = "address-taken-meanwhile",
        "The address was taken in the meantime. Choose another one.";
    /// Whether the copy of a site exists is not known.
    pub COPY_UNCERTAIN = "copy-uncertain", "The server lost access to its data for a moment. Check in the list of your \
        sites whether the copy exists before you try again.";
    /// A copy of a site was not made.
    pub COPY_NOT_CREATED = "copy-not-created",
        "Something went wrong on our side. The copy was not created. Please try again.";
    /// The address of a file is not on the public web.
    pub ADDRESS_NOT_PUBLIC = "address-not-public", "This address does not point to a public web server.";
    /// The server of a file sends elsewhere, and not to an address.
    pub REDIRECT_INVALID = "redirect-invalid", "The server redirects to an invalid address.";
    /// The server of a file sends elsewhere again and again.
    pub REDIRECTS_TOO_OFTEN = "redirects-too-often", "The server redirects too often.";
    /// The server of a file does not respond.
    pub SERVER_DOES_NOT_RESPOND = "server-does-not-respond",
        "The server does not respond. Check the address and try again.";
    /// The server of a file has none at the address.
    pub SERVER_RETURNED_NO_FILE = "server-returned-no-file", "The server returned no file (status {value}).";
}
