//! Sentences about problems that contributors have. The admin says them in its language, by their code
//! (`admin-ui/src/shared/i18n/problem-texts.ts`); other clients get English.

stoa_kernel::problem_texts! {
    pub(crate) ABSOLUTE_POLICY_EXTENDS_THE_RESTRICTIVE_ONE_TURN = "absolute-policy-extends-the-restrictive-one-turn",
        "The absolute policy extends the restrictive one: turn that on as well.";
    pub(crate) CHOOSE_AN_END_AFTER_THE_START = "choose-an-end-after-the-start", "Choose an end after the start.";
    pub(crate) CHOOSE_AN_IMAGE = "choose-an-image", "Choose an image.";
    pub(crate) CHOOSE_AT_LEAST_ONE_FILE = "choose-at-least-one-file", "Choose at least one file.";
    pub(crate) CHOOSE_AT_LEAST_ONE_PAGE = "choose-at-least-one-page", "Choose at least one page.";
    pub(crate) CHOOSE_AT_LEAST_ONE_SERVICE_TO_SHARE = "choose-at-least-one-service-to-share",
        "Choose at least one service to share to.";
    pub(crate) CHOOSE_A_PAGE_A_FOLDER = "choose-a-page-a-folder", "Choose a page, a folder or a collection.";
    pub(crate) CHOOSE_ONE_OF_THE_OFFERED_CURRENCIES = "choose-one-of-the-offered-currencies",
        "Choose one of the offered currencies.";
    pub(crate) CHOOSE_ONE_OF_THE_OFFERED_LANGUAGES = "choose-one-of-the-offered-languages",
        "Choose one of the offered languages.";
    pub(crate) CHOOSE_PAGES_OF_THE_SITE = "choose-pages-of-the-site", "Choose pages of the site.";
    pub(crate) CHOOSE_TRUE_OR_FALSE = "choose-true-or-false", "Choose true or false.";
    pub(crate) ENTER_AN_ADDRESS_OF_THIS_SITE = "enter-an-address-of-this-site",
        "Enter an address of this site such as /privacy, or one that starts with https://.";
    pub(crate) ENTER_AN_ADDRESS_THAT_STARTS_WITH_HTTPS = "enter-an-address-that-starts-with-https",
        "Enter an address that starts with https://, http:// or /.";
    pub(crate) ENTER_AN_ADDRESS_THAT_STARTS_WITH_HTTPS_2 = "enter-an-address-that-starts-with-https-2",
        "Enter an address that starts with https://.";
    pub(crate) ENTER_AN_ALTERNATIVE_TEXT = "enter-an-alternative-text",
        "Enter an alternative text: it is the text of the link.";
    pub(crate) ENTER_AN_EDITOR_ID = "enter-an-editor-id", "Enter an editor id of 1 to 64 letters, digits or '-'.";
    pub(crate) ENTER_A_FILE_NAME = "enter-a-file-name", "Please enter a file name";
    pub(crate) ENTER_A_HEADING = "enter-a-heading", "Enter a heading.";
    pub(crate) ENTER_A_LANGUAGE_TAG_SUCH_AS_EN = "enter-a-language-tag-such-as-en",
        "Enter a language tag such as en-US.";
    pub(crate) ENTER_A_NAME_FOR_THE_FOLDER = "enter-a-name-for-the-folder", "Enter a name for the folder.";
    pub(crate) ENTER_A_PASSWORD = "enter-a-password", "Enter a password.";
    pub(crate) ENTER_A_PATH_SUCH_AS_NEW_PAGE = "enter-a-path-such-as-new-page",
        "Enter a path such as /new-page, or an address that starts with https://.";
    pub(crate) ENTER_A_PATH_SUCH_AS_OLD_PAGE = "enter-a-path-such-as-old-page",
        "Enter a path such as /old-page, or /old/* for everything below it. The home page cannot be redirected.";
    pub(crate) ENTER_A_TEXT_FOR_VISITORS = "enter-a-text-for-visitors", "Enter a text for visitors.";
    pub(crate) ENTER_A_TIME_ZONE_SUCH_AS_AMERICA = "enter-a-time-zone-such-as-america",
        "Enter a time zone such as America/New_York.";
    pub(crate) ENTER_A_VALID_EMAIL = "enter-a-valid-email", "Please enter a valid email";
    pub(crate) ENTER_BOTH_OR_NEITHER = "enter-both-or-neither", "Enter both, or neither.";
    pub(crate) ENTER_DEGREES_FROM_180_TO_180 = "enter-degrees-from-180-to-180", "Enter degrees from -180 to 180.";
    pub(crate) ENTER_DEGREES_FROM_90_TO_90 = "enter-degrees-from-90-to-90", "Enter degrees from -90 to 90.";
    pub(crate) ENTER_THE_BUTTON_LABEL = "enter-the-button-label", "Enter the button label.";
    pub(crate) ENTER_THE_BUTTON_LINK = "enter-the-button-link", "Enter the button link.";
    pub(crate) ENTER_THE_LINK_TEXT = "enter-the-link-text", "Enter the link text.";
    pub(crate) ENTER_THE_TEXT_OF_THE_BAR = "enter-the-text-of-the-bar", "Enter the text of the bar.";
    pub(crate) EXACTLY_ONE_LANGUAGE_MUST_BE_THE_PRIMARY = "exactly-one-language-must-be-the-primary",
        "Exactly one language must be the primary one.";
    pub(crate) FILE_CANNOT_CONTAIN_THE_CHARACTER_NUL = "file-cannot-contain-the-character-nul",
        "A file cannot contain the character NUL.";
    pub(crate) FILE_IS_EMPTY = "file-is-empty", "The file is empty.";
    pub(crate) FOLDER_CANNOT_BE_MOVED_INTO_ITSELF = "folder-cannot-be-moved-into-itself",
        "A folder cannot be moved into itself.";
    pub(crate) FOLDER_CANNOT_HAVE_A_PASSWORD = "folder-cannot-have-a-password",
        "A folder cannot have a password or be for members only.";
    pub(crate) HOME_PAGE_CANNOT_BE_DISABLED = "home-page-cannot-be-disabled", "The home page cannot be disabled.";
    pub(crate) HOME_PAGE_CANNOT_BE_PRIVATE = "home-page-cannot-be-private", "The home page cannot be private.";
    pub(crate) NAME_CAN_HAVE_AT_MOST_255_CHARACTERS = "name-can-have-at-most-255-characters",
        "The name can have at most 255 characters.";
    pub(crate) NUMBER_THE_STEPS_FROM_1_EACH_HIGHER = "number-the-steps-from-1-each-higher",
        "Number the steps from 1, each higher than the one before.";
    pub(crate) ONLY_A_SOURCE_THAT_ENDS = "only-a-source-that-ends",
        "Only a source that ends with /* can pass on the rest of the path.";
    pub(crate) POINT_MUST_BE_INSIDE_THE_IMAGE = "point-must-be-inside-the-image", "The point must be inside the image.";
    pub(crate) SEND_A_LIST = "send-a-list", "Send a list.";
    pub(crate) STEP_ID_HAS_THE_FORM_CLIENT_NUMBER = "step-id-has-the-form-client-number",
        "A step id has the form client/number.";
    pub(crate) THERE_IS_ALREADY_A_FOLDER = "there-is-already-a-folder", "There is already a folder with this name.";
    pub(crate) THERE_IS_NO_MEMBER_AREA = "there-is-no-member-area", "There is no member area with this id.";
    pub(crate) THERE_IS_NO_PAGE_WITH_THIS_ID = "there-is-no-page-with-this-id", "There is no page with this id.";
    pub(crate) THERE_IS_NO_THEME_OF_THIS_NAME = "there-is-no-theme-of-this-name", "There is no theme of this name.";
    pub(crate) THIS_ADDRESS_IS_RESERVED = "this-address-is-reserved", "This address is reserved.";
    pub(crate) THIS_LANGUAGE_IS_IN_THE_LIST_TWICE = "this-language-is-in-the-list-twice",
        "This language is in the list twice.";
    pub(crate) THIS_TEXT_IS_IN_THE_LIST_TWICE = "this-text-is-in-the-list-twice", "This text is in the list twice.";
    pub(crate) THIS_TEXT_NO_LONGER_EXISTS_RELOAD = "this-text-no-longer-exists-reload",
        "This text no longer exists. Reload the page.";
    pub(crate) THIS_THEME_HAS_NO_SETTINGS = "this-theme-has-no-settings", "This theme has no settings.";
    pub(crate) TITLE_CANNOT_BE_BLANK = "title-cannot-be-blank", "Title cannot be blank.";
    pub(crate) USE_AT_MOST_200_CHARACTERS = "use-at-most-200-characters", "Use at most 200 characters.";
    pub(crate) USE_AT_MOST_300_CHARACTERS = "use-at-most-300-characters", "Use at most 300 characters.";
    pub(crate) USE_LETTERS_DIGITS_AND_HYPHENS = "use-letters-digits-and-hyphens",
        "Use letters, digits and hyphens, at most 50 of them.";
    pub(crate) YOU_HAVE_REACHED_THE_LIMIT_OF_30 = "you-have-reached-the-limit-of-30",
        "You have reached the limit of 30 profiles.";
}
