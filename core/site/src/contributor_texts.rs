//! Sentences about problems that contributors have. The admin says them in its language, by their code
//! (`admin-ui/src/shared/i18n/problem-texts/`); other clients get English.

stoa_kernel::problem_texts! {
    pub(crate) ABSOLUTE_POLICY_EXTENDS_THE_RESTRICTIVE_ONE_TURN = "absolute-policy-extends-the-restrictive-one-turn",
        "The absolute policy extends the restrictive one: turn that on as well.";
    pub(crate) ALLOW_LOAD_TESTS_FOR_AT_MOST_30_DAYS = "allow-load-tests-for-at-most-30-days",
        "Choose a time within the next 30 days.";
    pub(crate) CHOOSE_ANOTHER_PAGE_WITH_THE_VARIANT = "choose-another-page-with-the-variant",
        "Choose another page, with the content of the variant.";
    pub(crate) CHOOSE_AN_END_AFTER_THE_START = "choose-an-end-after-the-start", "Choose an end after the start.";
    pub(crate) CHOOSE_AN_IMAGE = "choose-an-image", "Choose an image.";
    pub(crate) CHOOSE_AT_LEAST_ONE_FILE = "choose-at-least-one-file", "Choose at least one file.";
    pub(crate) CHOOSE_AT_LEAST_ONE_PAGE = "choose-at-least-one-page", "Choose at least one page.";
    pub(crate) CHOOSE_AT_LEAST_ONE_SERVICE_TO_SHARE = "choose-at-least-one-service-to-share",
        "Choose at least one service to share to.";
    pub(crate) CHOOSE_A_PAGE_A_FOLDER = "choose-a-page-a-folder", "Choose a page, a folder or a collection.";
    pub(crate) CHOOSE_A_PUBLISHED_PAGE = "choose-a-published-page", "Choose a page that visitors can open.";
    /// An unknown currency.
    pub CHOOSE_ONE_OF_THE_OFFERED_CURRENCIES = "choose-one-of-the-offered-currencies",
        "Choose one of the offered currencies.";
    /// An unknown language.
    pub CHOOSE_ONE_OF_THE_OFFERED_LANGUAGES = "choose-one-of-the-offered-languages",
        "Choose one of the offered languages.";
    pub(crate) CHOOSE_PAGES_OF_THE_SITE = "choose-pages-of-the-site", "Choose pages of the site.";
    pub(crate) CHOOSE_TRUE_OR_FALSE = "choose-true-or-false", "Choose true or false.";
    pub(crate) CHOOSE_WHAT_TO_CHANGE = "choose-what-to-change",
        "Choose what the variants change. It must be on the published page.";
    pub(crate) DESIGN_HAS_UNPUBLISHED_CHANGES = "design-has-unpublished-changes",
        "The design has changes that are not published. Publish or discard them first.";
    pub(crate) END_THE_EXPERIMENT_FIRST = "end-the-experiment-first", "The experiment is running. End it first.";
    pub(crate) ENTER_AN_ADDRESS_OF_THIS_SITE = "enter-an-address-of-this-site",
        "Enter an address of this site such as /privacy, or one that starts with https://.";
    pub(crate) ENTER_AN_ADDRESS_THAT_STARTS_WITH_HTTPS = "enter-an-address-that-starts-with-https",
        "Enter an address that starts with https://, http:// or /.";
    pub(crate) ENTER_AN_ADDRESS_THAT_STARTS_WITH_HTTPS_2 = "enter-an-address-that-starts-with-https-2",
        "Enter an address that starts with https://.";
    pub(crate) ENTER_AN_ALTERNATIVE_TEXT = "enter-an-alternative-text",
        "Enter an alternative text: it is the text of the link.";
    pub(crate) ENTER_AN_EDITOR_ID = "enter-an-editor-id", "Enter an editor id of 1 to 64 letters, digits or '-'.";
    pub(crate) ENTER_CALLS_PER_SECOND = "enter-calls-per-second", "Enter 1 to {most} calls per second.";
    pub(crate) ENTER_A_FILE_NAME = "enter-a-file-name", "Please enter a file name";
    pub(crate) ENTER_A_HEADING = "enter-a-heading", "Enter a heading.";
    pub(crate) ENTER_A_LANGUAGE_TAG_SUCH_AS_EN = "enter-a-language-tag-such-as-en",
        "Enter a language tag such as en-US.";
    pub(crate) ENTER_A_NAME_FOR_THE_FOLDER = "enter-a-name-for-the-folder", "Enter a name for the folder.";
    pub(crate) ENTER_A_PASSWORD = "enter-a-password", "Enter a password.";
    pub(crate) ENTER_A_PATH_OF_THE_SITE = "enter-a-path-of-the-site", "Enter the path of a page, such as /thanks.";
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
    pub(crate) EXPERIMENT_DOES_NOT_RUN = "experiment-does-not-run", "The experiment is not running.";
    pub(crate) EXPERIMENT_HAS_STARTED = "experiment-has-started",
        "The experiment has been started, so it can no longer be changed.";
    pub(crate) EXPERIMENT_MEETS_ANOTHER = "experiment-meets-another",
        "The running experiment “{name}” changes the same. End it first.";
    pub(crate) EXPERIMENT_NAME = "experiment-name",
        "Use 1 to {count} lower-case letters, digits and hyphens, and not “reset”.";
    pub(crate) EXPERIMENT_NAME_TAKEN = "experiment-name-taken",
        "There is already an experiment with the name “{name}”.";
    pub(crate) EXPERIMENT_VARIANTS = "experiment-variants", "An experiment has 2 to {count} variants.";
    pub(crate) FILE_CANNOT_CONTAIN_THE_CHARACTER_NUL = "file-cannot-contain-the-character-nul",
        "A file cannot contain the character NUL.";
    pub(crate) FOLDER_CANNOT_BE_MOVED_INTO_ITSELF = "folder-cannot-be-moved-into-itself",
        "A folder cannot be moved into itself.";
    pub(crate) FOLDER_CANNOT_HAVE_A_PASSWORD = "folder-cannot-have-a-password",
        "A folder cannot have a password or be for members only.";
    pub(crate) HOME_PAGE_CANNOT_BE_DISABLED = "home-page-cannot-be-disabled", "The home page cannot be disabled.";
    pub(crate) HOME_PAGE_CANNOT_BE_PRIVATE = "home-page-cannot-be-private", "The home page cannot be private.";
    pub(crate) LIMIT_OF_EXPERIMENTS = "limit-of-experiments",
        "You have reached the limit of {count} experiments. Delete some that have ended.";
    pub(crate) LIMIT_OF_RUNNING_EXPERIMENTS = "limit-of-running-experiments",
        "At most {count} experiments can run at a time. End one first.";
    pub(crate) NAME_CAN_HAVE_AT_MOST_255_CHARACTERS = "name-can-have-at-most-255-characters",
        "The name can have at most 255 characters.";
    pub(crate) NUMBER_THE_STEPS_FROM_1_EACH_HIGHER = "number-the-steps-from-1-each-higher",
        "Number the steps from 1, each higher than the one before.";
    pub(crate) ONLY_A_SOURCE_THAT_ENDS = "only-a-source-that-ends",
        "Only a source that ends with /* can pass on the rest of the path.";
    pub(crate) PAGE_HAS_UNPUBLISHED_CHANGES = "page-has-unpublished-changes",
        "The page has changes that are not published. Publish or discard them first.";
    pub(crate) PAGE_WOULD_BE_TOO_LARGE = "page-would-be-too-large",
        "The page would become too large. Move some of its blocks to another page.";
    pub(crate) POINT_MUST_BE_INSIDE_THE_IMAGE = "point-must-be-inside-the-image", "The point must be inside the image.";
    pub(crate) SEND_A_LIST = "send-a-list", "Send a list.";
    pub(crate) STEP_ID_HAS_THE_FORM_CLIENT_NUMBER = "step-id-has-the-form-client-number",
        "A step id has the form client/number.";
    pub(crate) THERE_IS_ALREADY_A_FOLDER = "there-is-already-a-folder", "There is already a folder with this name.";
    pub(crate) THERE_IS_NO_MEMBER_AREA = "there-is-no-member-area", "There is no member area with this id.";
    pub(crate) THERE_IS_NO_PAGE_WITH_THIS_ID = "there-is-no-page-with-this-id", "There is no page with this id.";
    /// An unknown theme.
    pub THERE_IS_NO_THEME_OF_THIS_NAME = "there-is-no-theme-of-this-name", "There is no theme of this name.";
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
    pub(crate) VARIANT_HAS_NOT_THE_ELEMENT = "variant-has-not-the-element",
        "The page of the variant does not have this section or block. Use a copy of the page.";
    pub(crate) VARIANT_NAMED_TWICE = "variant-named-twice", "Two variants have this name.";
    pub(crate) WEIGHTS_ARE_100 = "weights-are-100", "The shares of the variants must be 100 % together.";
    pub(crate) YOU_HAVE_REACHED_THE_LIMIT_OF_30 = "you-have-reached-the-limit-of-30",
        "You have reached the limit of 30 profiles.";
    pub(crate) ADDRESSES_ARE_PLAIN = "addresses-are-plain",
        "Use lower-case letters, digits and hyphens. Some addresses are reserved.";
    pub(crate) ADDRESSES_OF_LINKS = "addresses-of-links",
        "Enter an address that starts with https://, http://, mailto:, tel: or /.";
    pub(crate) AREA_CANNOT_BE_DELETED = "area-cannot-be-deleted",
        "An area of the theme cannot be deleted. Remove its blocks or unpublish it instead.";
    pub(crate) CHOOSE_A_TIME_WITHIN_FIVE_YEARS = "choose-a-time-within-five-years", "Choose a time within five years.";
    pub(crate) CHOOSE_AN_IMAGE_OF_THE_LIBRARY = "choose-an-image-of-the-library",
        "Choose an image from the media library.";
    pub(crate) COLLECTION_IN_THE_TRASH = "collection-in-the-trash",
        "Its collection is in the trash as well. Restore the collection first.";
    pub(crate) COMMENTS_STAY_OPEN = "comments-stay-open", "Enter at most {count} days, or 0 to keep comments open.";
    pub(crate) DESCRIPTION_CAN_HAVE_AT_MOST = "description-can-have-at-most",
        "The description can have at most {count} characters.";
    pub(crate) ENTER_A_HEIGHT = "enter-a-height", "Enter a height of 1 to {count} pixels.";
    pub(crate) ENTER_PATHS_THAT_ARE_NOT_COUNTED = "enter-paths-that-are-not-counted",
        "Enter at most {count} paths, such as /team or /team/*.";
    pub(crate) ENTER_A_TEXT_OF_AT_MOST = "enter-a-text-of-at-most", "Enter a text of at most {count} characters.";
    pub(crate) ENTER_A_TITLE_OF_AT_MOST = "enter-a-title-of-at-most", "Enter a title of at most {count} characters.";
    pub(crate) ENTER_A_WHOLE_NUMBER_OF = "enter-a-whole-number-of", "Enter a whole number of {least} to {most}.";
    pub(crate) ENTER_A_WIDTH = "enter-a-width", "Enter a width of {least} to {most} pixels.";
    pub(crate) FILE_REPLACED_OR_DELETED = "file-replaced-or-deleted",
        "Someone else just replaced or deleted this file.";
    pub(crate) FILES_CAN_BE_MOVED = "files-can-be-moved", "At most {count} files can be moved at a time.";
    pub(crate) FOLDER_HAS_NO_FOLDERS = "folder-has-no-folders", "A folder cannot contain folders.";
    pub(crate) FOLDER_NAME_IN_PLACE = "folder-name-in-place",
        "There is another folder named {name} in the same place. Rename one of them first.";
    pub(crate) FOLDERS_CAN_BE_NESTED = "folders-can-be-nested", "Folders can be nested at most {count} levels deep.";
    pub(crate) HAS_A_REDIRECT = "has-a-redirect", "{path} already has a redirect.";
    pub(crate) HOME_PAGE_STAYS_PUBLISHED = "home-page-stays-published",
        "The home page stays published. Choose another home page first.";
    pub(crate) IMAGE_DOES_NOT_EXIST = "image-does-not-exist", "This image does not exist.";
    pub(crate) ITEMS_ORDERED_BY_DATES = "items-ordered-by-dates", "These items are ordered by their dates.";
    pub(crate) ENTER_A_NAME_FOR_THE_CATEGORY = "enter-a-name-for-the-category", "Enter a name for the category.";
    pub(crate) ENTER_A_NAME_FOR_THE_TAG = "enter-a-name-for-the-tag", "Enter a name for the tag.";
    pub(crate) LIMIT_OF_50_CATEGORIES = "limit-of-50-categories", "You have reached the limit of 50 categories.";
    pub(crate) LIMIT_OF_AREAS = "limit-of-areas", "You have reached the limit of {count} areas.";
    pub(crate) LIMIT_OF_FILES = "limit-of-files", "You have reached the limit of {count} files.";
    pub(crate) LIMIT_OF_ITEMS = "limit-of-items", "You have reached the limit of {count} items.";
    pub(crate) LIMIT_OF_LINKS = "limit-of-links", "You have reached the limit of {count} links.";
    pub(crate) LIMIT_OF_PAGES = "limit-of-pages", "You have reached the limit of {count} pages.";
    pub(crate) LIMIT_OF_REDIRECTS = "limit-of-redirects", "You have reached the limit of {count} redirects.";
    pub(crate) LIMIT_OF_SECTIONS = "limit-of-sections", "You have reached the limit of {count} sections.";
    pub(crate) LINK_CAN_LAST_DAYS = "link-can-last-days", "A link can last from 1 to {count} days.";
    pub(crate) MANY_IMAGES_PROCESSED = "many-images-processed",
        "Many images are being processed at the moment. Please try again in a few seconds.";
    pub(crate) NAME_CAN_HAVE_AT_MOST = "name-can-have-at-most", "The name can have at most {count} characters.";
    pub(crate) NAVIGATION_CAN_HAVE_ENTRIES = "navigation-can-have-entries",
        "A navigation can have at most {count} entries.";
    pub(crate) NAVIGATION_SAVED_FIRST = "navigation-saved-first", "Someone else saved first. Reload the navigation.";
    pub(crate) ONE_NEWSLETTER_SIGN_UP = "one-newsletter-sign-up",
        "A footer can have one newsletter sign-up. Remove the other one first.";
    pub(crate) ONE_OF_THESE_PAGES_GONE = "one-of-these-pages-gone",
        "One of these pages no longer exists. Remove it from the selection.";
    pub(crate) ONLY_A_FOLDER_HAS_ENTRIES = "only-a-folder-has-entries", "Only a folder can contain entries.";
    pub(crate) ONLY_PAGES_AND_FOLDERS_COPIED = "only-pages-and-folders-copied", "Only pages and folders can be copied.";
    pub(crate) ONLY_PAGES_AND_ITEMS_HAVE_DRAFTS = "only-pages-and-items-have-drafts",
        "Only pages and items have drafts.";
    pub(crate) ONLY_VIDEOS_HAVE_POSTERS = "only-videos-have-posters", "Only videos can have a poster image.";
    pub(crate) ORDERS_IN_THIS_CURRENCY = "orders-in-this-currency",
        "Your shop already has orders in this currency, so it can no longer be changed.";
    pub(crate) PAGE_CAN_HAVE_COMMENTS = "page-can-have-comments",
        "A page can have at most {count} comments. Delete some resolved ones first.";
    pub(crate) PAGE_CAN_HAVE_PREVIEW_LINKS = "page-can-have-preview-links",
        "A page can have at most {count} preview links. Revoke one first.";
    pub(crate) PAGE_NOT_PUBLISHED_YET = "page-not-published-yet", "This page has not been published yet.";
    pub(crate) PAGE_ONLY_HOME_IF_PUBLIC = "page-only-home-if-public",
        "Only a page that is published, enabled and public can be the home page.";
    pub(crate) PAGES_USE_THIS_IMAGE_TOO = "pages-use-this-image-too",
        "Pages use this image too. Ask someone who can edit content to describe it.";
    pub(crate) PASSWORD_CAN_HAVE_AT_MOST = "password-can-have-at-most",
        "The password can have at most {count} characters.";
    pub(crate) PRIMARY_LANGUAGE_IS = "primary-language-is",
        "The primary language is {language}. Change it in the settings of the site.";
    pub(crate) PRODUCTS_IN_THIS_STORE = "products-in-this-store",
        "There are products in this store. Delete them first, or disable the store.";
    pub(crate) REDIRECT_LOOP = "redirect-loop", "This would create a redirect loop.";
    pub(crate) ROLE_DOES_NOT_REPLACE_FILES = "role-does-not-replace-files",
        "Your role does not allow you to replace images and files.";
    pub(crate) ROLE_ONLY_ADDS_IMAGES = "role-only-adds-images", "Your role only allows you to add images.";
    pub(crate) SECTION_NAME_TAKEN = "section-name-taken", "There is already a section called '{name}'.";
    pub(crate) SITE_CAN_HAVE_FOLDERS = "site-can-have-folders", "A site can have at most {count} folders.";
    pub(crate) SITE_CAN_SAVE_SECTIONS = "site-can-save-sections",
        "A site can save at most {count} sections. Delete one first.";
    pub(crate) SITE_HAS_AT_MOST_LANGUAGES = "site-has-at-most-languages", "A site has at most {count} languages.";
    pub(crate) SITE_HAS_CHANGED = "site-has-changed",
        "Someone has changed the site in the meantime. Reload the navigation first.";
    pub(crate) SITE_IS_BEING_DUPLICATED = "site-is-being-duplicated",
        "This site is already being duplicated. Please wait until that is finished.";
    pub(crate) SOMEONE_OPENED_THIS_AREA = "someone-opened-this-area",
        "Someone else just opened this area. Open it again.";
    pub(crate) STORAGE_USED = "storage-used",
        "This site has used its storage of {size}. Delete files that you no longer need.";
    pub(crate) THIS_IS_THE_HOME_PAGE = "this-is-the-home-page",
        "This is the home page. Choose another home page first.";
    pub(crate) TOO_MANY_UPLOADS = "too-many-uploads",
        "Too many uploads are in progress. Finish or cancel some of them first.";
    pub(crate) TRANSLATIONS_SAVED_MEANWHILE = "translations-saved-meanwhile",
        "Someone else has saved translations of this at the same time. Save again.";
    pub(crate) USE_4_TO_MOST_CHARACTERS = "use-4-to-most-characters", "Use 4 to {count} characters.";
    pub(crate) USE_AT_MOST_PAGES = "use-at-most-pages", "Choose at most {count} pages.";
    pub(crate) DATES_FROM_1970 = "dates-from-1970",
        "Choose a date from 1970 to today. To publish it later, schedule it instead.";
    pub(crate) ONE_LINE_ONLY = "one-line-only", "Use one line, without control characters.";
    pub(crate) LOWER_CASE_SINGLE_HYPHENS = "lower-case-single-hyphens",
        "Use lower-case letters, digits and single hyphens.";
    pub(crate) BLOCK_GONE = "block-gone", "This block is no longer on the page.";
    pub(crate) THEME_HAS_CHANGED = "theme-has-changed",
        "The theme of the site has changed. Reload the navigation first.";
    pub(crate) TEXT_ALONE_WITHOUT_TAGS = "text-alone-without-tags",
        "Use text alone: the signs < and > are not allowed.";
    pub(crate) ADDRESS_USED_IN_LANGUAGE = "address-used-in-language",
        "This address is already in use in this language.";
    pub(crate) ANOTHER_TAG_HAS_THIS_NAME = "another-tag-has-this-name",
        "Another tag has this name in this language. Addresses of lists could not tell them apart.";
    pub(crate) CHOOSE_ONE_OF = "choose-one-of", "Choose one of {choices}.";
    pub(crate) DIFFERENT_DECIMALS = "different-decimals",
        "{before} and {after} have different decimals, and your shop already has prices: 19.00 would become \
         1900, or 1900 become 19.00. Remove products with prices, delivery options and discounts first, then \
         choose the currency.";
    pub(crate) FILE_IS_USED_IN = "file-is-used-in", "{name} is used in {places}. Remove it there first.";
    pub(crate) FILE_IS_USED_ELSEWHERE_TOO = "file-is-used-elsewhere-too",
        "{name} is used in {places} and elsewhere. Remove it there first.";
    pub(crate) FILE_TOO_LARGE = "file-exceeds-size",
        "The file {name} is too large. The maximum allowed file size is {size}";
    pub(crate) FILE_NOT_SUPPORTED = "file-not-supported", "The file {name} does not appear to be a supported file";
    pub(crate) REPLACED_BY_AN_IMAGE = "replaced-by-an-image", "{name} can only be replaced by another image.";
    pub(crate) REPLACED_BY_NO_IMAGE = "replaced-by-no-image",
        "{name} can only be replaced by a file that is not an image.";
    pub(crate) SVG_DEFINES_ENTITIES = "svg-defines-entities",
        "The SVG file {name} defines entities. Save it as plain SVG and upload it again.";
    pub(crate) ENTRY_LINKS_TO_ONE = "entry-links-to-one",
        "An entry must link to one page, one URL or one member area, or be a folder with a title.";
    pub(crate) PLACEHOLDERS_ALONE = "placeholders-alone",
        "Use placeholders alone, and plurals or choices only where the original has them.";
    pub(crate) TEXT_OF_AT_MOST_50_KB = "text-of-at-most-50-kb", "Enter a text of at most 50 kB.";
    pub(crate) TEXT_IN_FILE_TOO_LONG = "text-in-file-too-long", "{name}: Enter a text of at most 50 kB.";
    pub(crate) ADDRESS_OF_A_LANGUAGE = "address-of-a-language", "This is the address of a language of the site.";
    pub(crate) SITE_IS_WRITTEN_IN_IT = "site-is-written-in-it",
        "This is the language in which the site is written. Choose another one.";
    pub(crate) SITE_LACKS_LANGUAGE = "site-lacks-language",
        "The site does not have this language. Add it under Settings → Languages first.";
    pub(crate) PAGE_HAS_ADDRESS_OF_LANGUAGE = "page-has-address-of-language",
        "The page “{name}” has the address /{path}, where the pages of this language would be. Change its \
         address first.";
    pub(crate) CSV_QUOTE_NOT_CLOSED = "csv-quote-not-closed",
        "A quotation mark in line {line} is not closed. Save the file as CSV again.";
    pub(crate) CSV_COLUMN_MISSING = "csv-column-missing",
        "The column {name} is missing. Use a file that was exported here.";
    pub(crate) NOT_AN_XLIFF_FILE = "not-an-xliff-file",
        "This is not an XLIFF 2.0 file. Use a file that was exported here.";
    pub(crate) FILE_NOT_UTF_8 = "file-not-utf-8",
        "The file is not encoded in UTF-8. Save it as UTF-8 and upload it again.";
    pub(crate) SMUGMUG_ADDRESS = "smugmug-address",
        "Enter the address of a SmugMug site, such as https://juniper.smugmug.com.";
    pub(crate) SMUGMUG_KNOWS_NOTHING = "smugmug-knows-nothing",
        "SmugMug has no information about this. Check the address, and whether its galleries are public.";
    pub(crate) SMUGMUG_GALLERY = "smugmug-gallery", "Choose a gallery from the list.";
    pub(crate) SMUGMUG_HAS_NO_KEY = "smugmug-has-no-key",
        "This server has no key for SmugMug. Its administrator can enter one in the server settings.";
    pub(crate) VIMEO_BASIC = "vimeo-basic",
        "Vimeo Basic accounts are unsupported. Please share a video from a different account.";
    pub(crate) VIDEO_UNKNOWN = "video-unknown",
        "The service has no information about this video. Check the address, and whether the video is public.";
    pub(crate) NO_SUCH_AREA = "no-such-area",
        "The theme of this site has no such area. Choose one of those in the list of areas.";
    pub(crate) LIST_EACH_ITEM_ONCE = "list-each-item-once",
        "List each item only once. Someone may have added one: reload the list first.";
    pub(crate) LIST_HAS_CHANGED = "list-has-changed", "The list has changed. Start again at the first page.";
    pub(crate) FILE_OF_THE_THEME = "file-of-the-theme",
        "Enter a file of the theme, or a new partial such as my-header.block.";
    pub(crate) FILE_AT_MOST_KIB = "file-at-most-kib", "A file can have at most {count} KiB.";
    pub(crate) MOST_THEME_FILES = "most-theme-files", "A site can customize at most {count} theme files.";
    pub(crate) THEME_FILES_AT_MOST_MIB = "theme-files-at-most-mib",
        "The customized files can have at most {count} MiB in total.";
    pub(crate) DUPLICATING_NOT_ALLOWED = "duplicating-not-allowed",
        "Duplicating this site is not allowed. An administrator can allow it in the settings, under Duplicate \
         this site.";
    pub(crate) PLACEHOLDER_MISSING = "placeholder-missing",
        "The placeholder {name} is missing. The original is: {value}";
    pub(crate) PLACEHOLDER_UNKNOWN = "placeholder-unknown",
        "There is no placeholder {name} in this text. The original is: {value}";
    pub(crate) PLACEHOLDERS_UNREADABLE = "placeholders-unreadable", "The placeholders cannot be read: {reason}.";
}
