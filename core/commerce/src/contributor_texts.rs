//! Sentences about problems that contributors have. The admin says them in its language, by their code
//! (`admin-ui/src/shared/i18n/problem-texts.ts`); other clients get English.

stoa_kernel::problem_texts! {
    pub(crate) ADDRESS_NEEDS_3_TO_100_LOWER_CASE = "address-needs-3-to-100-lower-case",
        "The address needs 3 to 100 lower-case letters, digits and single hyphens.";
    pub(crate) ADDRESS_NEEDS_LOWER_CASE_LETTERS_DIGITS = "address-needs-lower-case-letters-digits",
        "The address needs lower-case letters, digits and single hyphens.";
    pub(crate) AMOUNT_IS_OUT_OF_RANGE = "amount-is-out-of-range", "The amount is out of range.";
    pub(crate) ANOTHER_QUESTION_ALREADY_HAS_THIS_ID = "another-question-already-has-this-id",
        "Another question already has this id.";
    pub(crate) ANOTHER_VARIANT_HAS_THE_SAME_VALUES = "another-variant-has-the-same-values",
        "Another variant has the same values.";
    pub(crate) AT_MOST_100_CHARACTERS = "at-most-100-characters", "At most 100 characters.";
    pub(crate) AT_MOST_500_CHARACTERS_ON_ONE_LINE = "at-most-500-characters-on-one-line",
        "At most 500 characters on one line.";
    pub(crate) CHANGE_AT_MOST_200_VARIANTS = "change-at-most-200-variants", "Change at most 200 variants at a time.";
    pub(crate) CHECKOUT_CAN_ASK_AT_MOST_10_QUESTIONS = "checkout-can-ask-at-most-10-questions",
        "A checkout can ask at most 10 questions.";
    pub(crate) CHOICE_CAN_HAVE_AT_MOST_120_CHARACTERS = "choice-can-have-at-most-120-characters",
        "A choice can have at most 120 characters.";
    pub(crate) CHOOSE_1_DAY_TO_TEN_YEARS = "choose-1-day-to-ten-years", "Choose 1 day to ten years.";
    pub(crate) CHOOSE_AT_LEAST_ONE_COUNTRY = "choose-at-least-one-country", "Choose at least one country.";
    pub(crate) CHOOSE_AT_LEAST_ONE_VARIANT = "choose-at-least-one-variant", "Choose at least one variant.";
    pub(crate) CHOOSE_AT_MOST_500 = "choose-at-most-500", "Choose at most 500.";
    pub(crate) CHOOSE_WHEN_PAYMENTS_ARE_CAPTURED = "choose-when-payments-are-captured",
        "Choose when payments are captured.";
    pub(crate) DESCRIPTION_CAN_HAVE_AT_MOST_2000_CHARACTERS = "description-can-have-at-most-2000-characters",
        "Description can have at most 2000 characters.";
    pub(crate) DISCOUNT_NEEDS_A_ONE_TIME_PRICE_BUT = "discount-needs-a-one-time-price-but",
        "A discount needs a one-time price, but the product is sold by subscription only.";
    pub(crate) EACH_AMOUNT_MUST_BE_BETWEEN_THE_SMALLEST = "each-amount-must-be-between-the-smallest",
        "Each amount must be between the smallest and the largest.";
    pub(crate) END_MUST_BE_AFTER_THE_START = "end-must-be-after-the-start", "The end must be after the start.";
    pub(crate) ENTER_1_TO_500_POSTAL_CODE_PREFIXES = "enter-1-to-500-postal-code-prefixes",
        "Enter 1 to 500 postal code prefixes.";
    pub(crate) ENTER_1_TO_50_CHOICES = "enter-1-to-50-choices", "Enter 1 to 50 choices of at most 100 characters each.";
    pub(crate) ENTER_AN_ADDRESS_THAT_BEGINS_WITH_HTTPS = "enter-an-address-that-begins-with-https",
        "Enter an address that begins with https://.";
    pub(crate) ENTER_AN_AMOUNT_ABOVE_ZERO = "enter-an-amount-above-zero", "Enter an amount above zero.";
    pub(crate) ENTER_AN_AMOUNT_OF_ZERO_OR_MORE = "enter-an-amount-of-zero-or-more", "Enter an amount of zero or more.";
    pub(crate) ENTER_AN_OPTION_NAME = "enter-an-option-name", "Enter an option name of 1 to 60 characters.";
    pub(crate) ENTER_AT_LEAST_ONE_TAG = "enter-at-least-one-tag", "Enter at least one tag.";
    pub(crate) ENTER_AT_MOST_100_REGIONS_OF_ONE = "enter-at-most-100-regions-of-one",
        "Enter at most 100 regions of one country.";
    pub(crate) ENTER_AT_MOST_1_000_CUSTOMERS = "enter-at-most-1-000-customers", "Enter at most 1,000 customers.";
    pub(crate) ENTER_AT_MOST_ONE_COUNTRY_AND_100 = "enter-at-most-one-country-and-100",
        "Enter at most one country and 100 characters for a region.";
    pub(crate) ENTER_A_DATE_SUCH_AS_2026_11 = "enter-a-date-such-as-2026-11", "Enter a date such as 2026-11-21.";
    pub(crate) ENTER_A_LABEL = "enter-a-label", "Enter a label.";
    pub(crate) ENTER_A_NAME = "enter-a-name", "Enter a name.";
    pub(crate) ENTER_A_NAME_OF_AT_MOST_100 = "enter-a-name-of-at-most-100", "Enter a name of at most 100 characters.";
    pub(crate) ENTER_A_NAME_OF_AT_MOST_60 = "enter-a-name-of-at-most-60", "Enter a name of at most 60 characters.";
    pub(crate) ENTER_A_NUMBER_OF_AT_LEAST_1 = "enter-a-number-of-at-least-1", "Enter a number of at least 1.";
    pub(crate) ENTER_A_PERCENTAGE_ABOVE = "enter-a-percentage-above", "Enter a percentage above 0 % and up to 100 %.";
    pub(crate) ENTER_A_PERCENTAGE_OF_AT_MOST_100 = "enter-a-percentage-of-at-most-100",
        "Enter a percentage of at most 100 %.";
    pub(crate) ENTER_A_PERCENTAGE_OR_PRICES_FOR_PRODUCTS = "enter-a-percentage-or-prices-for-products",
        "Enter a percentage, or prices for products.";
    pub(crate) ENTER_A_PRICE_OF_ZERO_OR_MORE = "enter-a-price-of-zero-or-more",
        "Enter a price of zero or more for each product.";
    pub(crate) ENTER_A_QUESTION_OF_AT_MOST_100 = "enter-a-question-of-at-most-100",
        "Enter a question of at most 100 characters.";
    pub(crate) ENTER_A_RATE_ABOVE = "enter-a-rate-above", "Enter a rate above 0 % and up to 100 %.";
    pub(crate) ENTER_A_SKU_OF_1_TO_60 = "enter-a-sku-of-1-to-60", "Enter a SKU of 1 to 60 characters.";
    pub(crate) ENTER_A_TIME_FROM_1_HOUR = "enter-a-time-from-1-hour", "Enter a time from 1 hour to 90 days.";
    pub(crate) ENTER_A_UNIQUE_KEY_OF_LETTERS_DIGITS = "enter-a-unique-key-of-letters-digits",
        "Enter a unique key of letters, digits, - and _.";
    pub(crate) ENTER_A_VALUE_FOR_EACH_OPTION = "enter-a-value-for-each-option",
        "Enter a value for each option of the variant, and for no other.";
    pub(crate) ENTER_A_WHOLE_NUMBER = "enter-a-whole-number", "Enter a whole number from 0 to 999,999,999.";
    pub(crate) ENTER_THE_CHOICES = "enter-the-choices", "Enter the choices.";
    pub(crate) ENTER_THE_DISCOUNT_AMOUNT = "enter-the-discount-amount", "Enter the discount amount.";
    pub(crate) ENTER_THE_EMAIL_ADDRESS = "enter-the-email-address", "Enter the email address of at least one customer.";
    pub(crate) ENTER_THE_SALE_PRICE = "enter-the-sale-price", "Enter the sale price.";
    pub(crate) ENTER_THE_TEXT_OF_THE_BUTTON = "enter-the-text-of-the-button", "Enter the text of the button.";
    pub(crate) FIELD_CAN_OFFER_AT_MOST_50_CHOICES = "field-can-offer-at-most-50-choices",
        "A field can offer at most 50 choices.";
    pub(crate) KEY_MUST_HAVE_8_TO_100_CHARACTERS = "key-must-have-8-to-100-characters",
        "The key must have 8 to 100 characters.";
    pub(crate) KEY_NEEDS_8_TO_200_CHARACTERS = "key-needs-8-to-200-characters", "The key needs 8 to 200 characters.";
    pub(crate) LABEL_CAN_HAVE_AT_MOST_120_CHARACTERS = "label-can-have-at-most-120-characters",
        "The label can have at most 120 characters.";
    pub(crate) LARGEST_AMOUNT_MUST_NOT_BE_BELOW = "largest-amount-must-not-be-below",
        "The largest amount must not be below the smallest.";
    pub(crate) LEAVE_OUT_LINES_WITH_NOTHING_TO_FULFILL = "leave-out-lines-with-nothing-to-fulfill",
        "Leave out lines with nothing to fulfill.";
    pub(crate) LEAVE_OUT_LINES_WITH_NOTHING_TO_REFUND = "leave-out-lines-with-nothing-to-refund",
        "Leave out lines with nothing to refund.";
    pub(crate) LEAVE_THE_ID_OF_A_NEW_OPTION = "leave-the-id-of-a-new-option", "Leave the id of a new option empty.";
    pub(crate) LIST_CAN_HAVE_AT_MOST_500_PRICES = "list-can-have-at-most-500-prices",
        "A list can have at most 500 prices of its own.";
    pub(crate) LIST_EACH_LINE_ONLY_ONCE = "list-each-line-only-once", "List each line only once.";
    pub(crate) LIST_EACH_PAYMENT_METHOD_ONLY_ONCE = "list-each-payment-method-only-once",
        "List each payment method only once.";
    pub(crate) LIST_EACH_VARIANT_ONLY_ONCE = "list-each-variant-only-once", "List each variant only once.";
    pub(crate) NAME_CANNOT_BE_BLANK = "name-cannot-be-blank", "Name cannot be blank.";
    pub(crate) NAME_HAS_AT_MOST_80_CHARACTERS = "name-has-at-most-80-characters",
        "A name has at most 80 characters on one line.";
    pub(crate) NAVIGATION_TITLE_CAN_HAVE_AT_MOST_200 = "navigation-title-can-have-at-most-200",
        "Navigation title can have at most 200 characters.";
    pub(crate) NUMBER_CAN_HAVE_AT_MOST_60_CHARACTERS = "number-can-have-at-most-60-characters",
        "The number can have at most 60 characters on one line.";
    pub(crate) ONE_OF_THE_PAYMENT_METHODS_NO_LONGER = "one-of-the-payment-methods-no-longer",
        "One of the payment methods no longer exists. Reload the page.";
    pub(crate) ONLY_A_SERVICE_WITH_ONE_VARIANT = "only-a-service-with-one-variant",
        "Only a service with one variant can accept donations.";
    pub(crate) ONLY_PHYSICAL_PRODUCTS_AND_SERVICES = "only-physical-products-and-services",
        "Only physical products and services can be sold by subscription.";
    pub(crate) POSTAL_CODES_BELONG_TO_ONE_COUNTRY = "postal-codes-belong-to-one-country",
        "Postal codes belong to one country and have at most 20 characters.";
    pub(crate) PRICE_IS_OUT_OF_RANGE = "price-is-out-of-range", "The price is out of range.";
    pub(crate) PRODUCT_HAS_NO_SUCH_VARIANT = "product-has-no-such-variant", "The product has no such variant.";
    pub(crate) PRODUCT_NEEDS_AT_LEAST_ONE_VARIANT = "product-needs-at-least-one-variant",
        "A product needs at least one variant.";
    pub(crate) PRODUCT_OR_VARIANT_HAS_TWO_PRICES = "product-or-variant-has-two-prices",
        "A product or variant has two prices.";
    pub(crate) REASON_CAN_HAVE_AT_MOST_200_CHARACTERS = "reason-can-have-at-most-200-characters",
        "The reason can have at most 200 characters.";
    pub(crate) SALE_PRICE_IS_OUT_OF_RANGE = "sale-price-is-out-of-range", "The sale price is out of range.";
    pub(crate) SALE_PRICE_MUST_BE_BELOW_THE_PRICE = "sale-price-must-be-below-the-price",
        "The sale price must be below the price.";
    pub(crate) SEND_THE_PREVIOUS_STOCK_OR_1_WHEN = "send-the-previous-stock-or-1-when",
        "Send the previous stock, or -1 when stock was not tracked.";
    pub(crate) STOP_SELLING_THE_PRODUCT_BY_SUBSCRIPTION_FIRST = "stop-selling-the-product-by-subscription-first",
        "Stop selling the product by subscription first.";
    pub(crate) SUGGEST_AN_AMOUNT_OR_LET_DONORS_ENTER = "suggest-an-amount-or-let-donors-enter",
        "Suggest an amount, or let donors enter their own.";
    pub(crate) TAG_CAN_HAVE_AT_MOST_50_CHARACTERS = "tag-can-have-at-most-50-characters",
        "A tag can have at most 50 characters.";
    pub(crate) TEXT_CAN_HAVE_AT_MOST_300_CHARACTERS = "text-can-have-at-most-300-characters",
        "The text can have at most 300 characters.";
    pub(crate) TEXT_IS_TOO_LONG = "text-is-too-long", "The text is too long. Use at most 20,000 characters of HTML.";
    pub(crate) TITLE_CANNOT_BE_BLANK = "title-cannot-be-blank", "Title cannot be blank.";
    pub(crate) TITLE_CAN_HAVE_AT_MOST_200_CHARACTERS = "title-can-have-at-most-200-characters",
        "Title can have at most 200 characters.";
    pub(crate) TWO_OPTIONS_HAVE_THE_SAME_NAME = "two-options-have-the-same-name", "Two options have the same name.";
    pub(crate) TWO_VARIANTS_HAVE_THIS_SKU = "two-variants-have-this-sku", "Two variants have this SKU.";
    pub(crate) USE_3_TO_40_LETTERS_AND_DIGITS = "use-3-to-40-letters-and-digits",
        "Use 3 to 40 letters and digits without spaces.";
    pub(crate) USE_LOWER_CASE_LETTERS_DIGITS_AND_HYPHENS = "use-lower-case-letters-digits-and-hyphens",
        "Use lower-case letters, digits and hyphens.";
    pub(crate) VALUE_CAN_HAVE_AT_MOST_60_CHARACTERS = "value-can-have-at-most-60-characters",
        "A value can have at most 60 characters.";
    pub(crate) VARIANT_IS_LISTED_TWICE = "variant-is-listed-twice", "The variant is listed twice.";
    pub(crate) WEIGHT_IS_OUT_OF_RANGE = "weight-is-out-of-range", "The weight is out of range.";
    pub(crate) YOU_HAVE_REACHED_THE_LIMIT_OF_50 = "you-have-reached-the-limit-of-50",
        "You have reached the limit of 50 tags.";
    pub(crate) ZONE_CAN_HAVE_AT_MOST_250_COUNTRIES = "zone-can-have-at-most-250-countries",
        "A zone can have at most 250 countries.";
    pub(crate) ZONE_CAN_HAVE_AT_MOST_30_DELIVERY = "zone-can-have-at-most-30-delivery",
        "A zone can have at most 30 delivery options.";
}
