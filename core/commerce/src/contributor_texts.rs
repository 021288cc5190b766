//! Sentences about problems that contributors have. The admin says them in its language, by their code
//! (`admin-ui/src/shared/i18n/problem-texts/`); other clients get English.

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
    pub(crate) CHOOSE_AT_LEAST_ONE_COUNTRY = "choose-at-least-one-country", "Choose at least one country.";
    pub(crate) CHOOSE_AT_LEAST_ONE_VARIANT = "choose-at-least-one-variant", "Choose at least one variant.";
    pub(crate) CHOOSE_A_PLUGIN = "choose-a-plugin", "Choose a plugin.";
    pub(crate) CHOOSE_A_QUESTION_OF_THE_CHECKOUT = "choose-a-question-of-the-checkout",
        "Choose a question of the checkout.";
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
    pub(crate) PUT_THE_PLACEHOLDER = "put-the-placeholder", "Put {placeholder} where the number should appear.";
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
    pub(crate) ZONE_CAN_HAVE_AT_MOST_250_COUNTRIES = "zone-can-have-at-most-250-countries",
        "A zone can have at most 250 countries.";
    pub(crate) ZONE_CAN_HAVE_AT_MOST_30_DELIVERY = "zone-can-have-at-most-30-delivery",
        "A zone can have at most 30 delivery options.";
    pub(crate) ADDRESS_ONLY_BEFORE_FULFILLMENT = "address-only-before-fulfillment",
        "The address can only be changed before anything is fulfilled.";
    pub(crate) ANOTHER_DISCOUNT_HAS_THIS_CODE = "another-discount-has-this-code", "Another discount has this code.";
    pub(crate) ANOTHER_PRODUCT_HAS_THIS_SKU = "another-product-has-this-sku", "Another product has this SKU.";
    pub(crate) AT_MOST_OF_PAYMENT = "at-most-of-payment", "At most {amount} of this payment can still be refunded.";
    pub(crate) AT_MOST_OF_SHIPPING = "at-most-of-shipping", "At most {amount} of the shipping can still be refunded.";
    pub(crate) AUTOMATIC_DISCOUNTS_FULL = "automatic-discounts-full",
        "A site can have at most 3,000 automatic discounts. Enter a code for this one.";
    pub(crate) CAPTURE_FIRST = "capture-first",
        "The payment of this order is authorized but not captured. Capture it first.";
    pub(crate) CATEGORIES_CAN_BE_NESTED = "categories-can-be-nested",
        "Categories can be nested at most {count} levels deep.";
    pub(crate) CATEGORY_INTO_ITSELF = "category-into-itself", "A category cannot be moved into itself.";
    pub(crate) CATEGORY_OF_ALL_PRODUCTS = "category-of-all-products",
        "This category contains all products of the store and cannot be deleted.";
    pub(crate) CHANGE_SENT_ALREADY = "change-sent-already", "This change was already sent with other values.";
    pub(crate) CHOOSE_1_TO_MOST_PRODUCTS = "choose-1-to-most-products", "Choose 1 to {count} products.";
    pub(crate) CHOOSE_1_TO_MOST_REVIEWS = "choose-1-to-most-reviews", "Choose 1 to {count} reviews.";
    pub(crate) CHOOSE_AN_IMAGE_OF_THE_PRODUCT = "choose-an-image-of-the-product", "Choose one of the product's images.";
    pub(crate) CHOOSE_AT_LEAST_ONE_CATEGORY = "choose-at-least-one-category", "Choose at least one category.";
    pub(crate) CHOOSE_AT_LEAST_ONE_PRODUCT = "choose-at-least-one-product", "Choose at least one product.";
    pub(crate) CHOOSE_ITEMS_TO_REFUND = "choose-items-to-refund", "Choose items to refund, or enter an amount.";
    pub(crate) CUSTOMER_WAS_ERASED = "customer-was-erased", "The customer of this order was erased.";
    pub(crate) DONATIONS_NOT_BY_SUBSCRIPTION = "donations-not-by-subscription",
        "The product accepts donations, which cannot be sold by subscription.";
    pub(crate) EMAIL_OF_THIS_CUSTOMER = "email-of-this-customer", "Enter the email address of this customer.";
    pub(crate) ENTER_A_TAG_OF_AT_MOST = "enter-a-tag-of-at-most", "Enter a tag of at most {count} characters.";
    pub(crate) ENTER_AT_MOST_TAGS = "enter-at-most-tags", "Enter at most {count} tags.";
    pub(crate) EVERYTHING_FULFILLED_OR_REFUNDED = "everything-fulfilled-or-refunded",
        "Everything in this order was fulfilled or refunded.";
    pub(crate) EVERYTHING_REFUNDED = "everything-refunded", "Everything that was paid has been refunded.";
    pub(crate) HAS_CATEGORY_FOR_ALL_PRODUCTS = "has-category-for-all-products",
        "The store already has a category for all products.";
    pub(crate) LIMIT_OF_CATEGORIES = "limit-of-categories", "You have reached the limit of 10,000 categories.";
    pub(crate) LIMIT_OF_PRODUCTS = "limit-of-products",
        "You have reached the limit of {count} products. Open another store page.";
    pub(crate) NEVER_SELL_OUT = "never-sell-out",
        "Digital products and gift cards never sell out, so their stock is not tracked.";
    pub(crate) NO_PAYMENT_TO_CAPTURE = "no-payment-to-capture", "There is no authorized payment to capture.";
    pub(crate) NOTHING_TO_DELIVER = "nothing-to-deliver", "This order has nothing to deliver.";
    pub(crate) NOTHING_WAS_PAID = "nothing-was-paid", "Nothing was paid for this order, so nothing can be refunded.";
    pub(crate) ONLY_DIGITAL_PRODUCTS_HAVE_FILES = "only-digital-products-have-files",
        "Only digital products and paywalls have files.";
    pub(crate) ONLY_SOME_CAN_BE_REFUNDED = "only-some-can-be-refunded", "Only {count} of {name} can still be refunded.";
    pub(crate) ONLY_SOME_LEFT_IN_STOCK = "only-some-left-in-stock", "Only {count} left in stock.";
    pub(crate) ONLY_UNKNOWN_OUTCOME_FAILS = "only-unknown-outcome-fails",
        "Only a payment with an unknown outcome can be marked as failed.";
    pub(crate) OPEN_ORDER_OF_CUSTOMER = "open-order-of-customer",
        "An order is still open. Fulfill or cancel it before you erase the customer.";
    pub(crate) ORDER_ALREADY_CANCELED = "order-already-canceled", "The order has already been canceled.";
    pub(crate) ORDER_ALREADY_FULFILLED = "order-already-fulfilled", "The order has already been fulfilled.";
    pub(crate) ORDER_CAN_HAVE_TAGS = "order-can-have-tags", "An order can have at most {count} tags.";
    pub(crate) ORDER_COSTS_MORE_NOW = "order-costs-more-now",
        "The order has changed and now costs more than this payment. Refund the payment.";
    pub(crate) ORDER_EXPIRED_ITEMS_SOLD = "order-expired-items-sold",
        "This order has expired and its items have been sold. Refund the customer manually.";
    pub(crate) ORDER_FULFILLED_REFUND_IT = "order-fulfilled-refund-it",
        "The order has been fulfilled. Refund it instead.";
    pub(crate) ORDER_HAS_NO_SUCH_LINE = "order-has-no-such-line", "This order has no such line.";
    pub(crate) ORDER_NOT_PAID = "order-not-paid", "The order is not paid.";
    pub(crate) ORDER_PAID_ALREADY = "order-paid-already", "The order has already been paid.";
    pub(crate) ORDER_WAS_CANCELED = "order-was-canceled", "The order was canceled.";
    pub(crate) ORDER_WAS_REFUNDED = "order-was-refunded", "The order was refunded.";
    pub(crate) OUTCOME_KNOWN_ALREADY = "outcome-known-already", "The outcome of this payment is already known.";
    pub(crate) OWN_PRICES_GONE = "own-prices-gone",
        "One of these products or variants no longer exists. Remove its price.";
    pub(crate) PARENT_CATEGORY_GONE = "parent-category-gone", "The parent category no longer exists. Reload the page.";
    pub(crate) PART_FULFILLED_REFUND_REST = "part-fulfilled-refund-rest",
        "Part of the order has been fulfilled. Refund the rest instead.";
    pub(crate) PAYMENT_CAPTURED_ALREADY = "payment-captured-already", "This payment has already been captured.";
    pub(crate) PRICE_BELOW_ZERO = "price-below-zero", "The price would fall below zero.";
    pub(crate) PRICE_WOULD_BE_OUT_OF_RANGE = "price-would-be-out-of-range", "The price would be out of range.";
    pub(crate) PRICED_FOR_COUNTRY = "priced-for-country",
        "Delivery and tax were calculated for {country}. Choose an address there.";
    pub(crate) PRODUCT_CAN_HAVE_FILES = "product-can-have-files", "A product can have at most {count} files.";
    pub(crate) PRODUCT_CAN_HAVE_FORM_FIELDS = "product-can-have-form-fields",
        "A product can have at most {count} form fields.";
    pub(crate) PRODUCT_CAN_HAVE_OPTIONS = "product-can-have-options", "A product can have at most {count} options.";
    pub(crate) PRODUCT_CAN_HAVE_VARIANTS = "product-can-have-variants", "A product can have at most {count} variants.";
    pub(crate) PRODUCT_HAS_IMAGES = "product-has-images", "A product can have at most 30 images.";
    pub(crate) PRODUCT_HAS_RELATED_PRODUCTS = "product-has-related-products",
        "A product can have at most 12 related products.";
    pub(crate) PRODUCT_IN_CATEGORIES = "product-in-categories", "A product can be in at most 50 categories.";
    pub(crate) QUANTITY_TO_ADD_OR_REMOVE = "quantity-to-add-or-remove", "Enter the quantity to add or remove.";
    pub(crate) RATE_TIERS = "rate-tiers", "Enter 1 to 50 rate tiers, each with a larger limit than the one before.";
    pub(crate) REFUND_PENDING_CANCEL_LATER = "refund-pending-cancel-later",
        "A refund of this order is still pending with the payment provider. Cancel the order when it is complete.";
    pub(crate) REFUND_STILL_PENDING = "refund-still-pending",
        "A refund of this payment is still pending with the provider. Try again when it is complete.";
    pub(crate) SALE_PRICE_BELOW_ZERO = "sale-price-below-zero", "The sale price would fall below zero.";
    pub(crate) SALE_PRICE_NOT_BELOW = "sale-price-not-below", "The sale price would not be below the price.";
    pub(crate) SITE_CAN_HAVE_PRICE_LISTS = "site-can-have-price-lists", "A site can have at most {count} price lists.";
    pub(crate) SITE_CAN_HAVE_SHIPPING_ZONES = "site-can-have-shipping-zones",
        "A site can have at most {count} shipping zones.";
    pub(crate) SITE_CAN_HAVE_TAXES = "site-can-have-taxes", "A site can have at most {count} taxes.";
    pub(crate) STOCK_AT_MOST = "stock-at-most", "Stock can be 999,999,999 at most.";
    pub(crate) STOCK_CHANGED_NOTHING_SAVED = "stock-changed-nothing-saved",
        "Stock has changed in the meantime. Nothing was saved.";
    pub(crate) STOCK_IS_A_WHOLE_NUMBER = "stock-is-a-whole-number",
        "Stock must be a whole number from 0 to 999,999,999.";
    pub(crate) STOCK_IS_NOW = "stock-is-now", "The stock has changed in the meantime: there are {count} now.";
    pub(crate) STOCK_MUST_BE_BETWEEN = "stock-must-be-between", "Stock must be between 0 and {count}.";
    pub(crate) STOCK_NOT_TRACKED = "stock-not-tracked", "The stock of this variant is not tracked.";
    pub(crate) STOCK_NOT_TRACKED_NOW = "stock-not-tracked-now",
        "The stock has changed in the meantime: it is not tracked now.";
    pub(crate) SUGGEST_AT_MOST_AMOUNTS = "suggest-at-most-amounts", "Suggest at most {count} amounts.";
    pub(crate) VARIANT_HAS_NO_SALE_PRICE = "variant-has-no-sale-price",
        "The variant has no sale price. Enter one first.";
    pub(crate) WHOLE_NUMBER_BETWEEN_0 = "whole-number-between-0", "Enter a whole number between 0 and {count}.";
    pub(crate) WHOLE_NUMBER_BETWEEN_1 = "whole-number-between-1", "Enter a whole number between 1 and {count}.";
    pub(crate) WHOLE_NUMBER_FROM_1 = "whole-number-from-1", "Enter a whole number from 1 to {count}.";
    pub(crate) WHOLE_NUMBER_OR_NO_END = "whole-number-or-no-end",
        "Enter a whole number between 0 and {count}; 0 means no end.";
    pub(crate) ZONES_HAVE_CHANGED = "zones-have-changed", "Someone added or removed a zone. Reload the list first.";
    pub(crate) PRODUCT_TEXT_CAN_HAVE = "product-text-can-have", "{label} can have at most {count} characters.";
    pub(crate) ORDER_WAS_PLACED = "order-was-placed", "The order was placed.";
    pub(crate) CUSTOMER_TRIED_TO_PAY_AGAIN = "customer-tried-to-pay-again", "The customer tried to pay again.";
    pub(crate) ORDER_WAS_PAID = "order-was-paid", "The order was paid.";
    pub(crate) ORDER_WAS_FULFILLED = "order-was-fulfilled", "The order was fulfilled.";
    pub(crate) NOTHING_TO_FULFILL = "nothing-to-fulfill", "This order has nothing to fulfill.";
    pub(crate) DONATION_HAS_NOTHING_TO_FULFILL = "donation-has-nothing-to-fulfill",
        "A donation has nothing to fulfill.";
    pub(crate) ITEMS_RETURNED_TO_STOCK = "items-returned-to-stock", "Its items were returned to stock.";
    pub(crate) REFUNDED_ITEMS_RETURNED = "refunded-items-returned", "The refunded items were returned to stock.";
    pub(crate) CUSTOMER_CANCELED_PAYMENT = "customer-canceled-payment", "The customer canceled the payment.";
    pub(crate) CANCELED_AS_SOLD_OUT = "canceled-as-sold-out", "The order was canceled because its items are sold out.";
    pub(crate) NOT_PAID_IN_TIME = "not-paid-in-time",
        "The order was not paid in time. Its items were returned to stock.";
    pub(crate) PAYMENT_ARRIVED_LATE = "payment-arrived-late",
        "The payment arrived late. The items were still available.";
    pub(crate) DISPUTE_NEEDS_RESPONSE = "dispute-needs-response",
        "The customer disputes the payment with their bank. Answer it at the payment provider.";
    pub(crate) DISPUTE_UNDER_REVIEW = "dispute-under-review",
        "The dispute of the payment is being reviewed.";
    pub(crate) DISPUTE_WON = "dispute-won", "The dispute was decided for you: the payment stays with you.";
    pub(crate) DISPUTE_LOST = "dispute-lost",
        "The dispute was decided for the customer: the payment was taken back.";
    pub(crate) DISPUTE_CLOSED = "dispute-closed", "The dispute of the payment was closed.";
    pub(crate) DISPUTE_IS_OPEN = "dispute-is-open",
        "A payment is disputed. The data can be erased when the dispute is decided.";
    pub(crate) PAYMENT_AUTHORIZED = "payment-authorized",
        "The payment was authorized. Capture it to receive the money.";
    pub(crate) PAYMENT_MARKED_AS_FAILED = "payment-marked-as-failed",
        "The payment was marked as failed: its outcome is unknown.";
    pub(crate) CUSTOMER_PAYS_BY_TRANSFER = "customer-pays-by-transfer", "The customer pays by bank transfer.";
    pub(crate) CUSTOMER_PAYS_ON_DELIVERY = "customer-pays-on-delivery",
        "The customer pays on delivery. The order can be fulfilled.";
    pub(crate) CAPTURED_LESS_THAN_TOTAL = "captured-less-than-total",
        "The amount captured was less than the order total. The order stays unpaid: check the payment.";
    pub(crate) AUTHORIZATION_VOIDED = "authorization-voided", "The authorization is no longer needed and is voided.";
    pub(crate) PROVIDER_CHECKED_LAST_TIME = "provider-checked-last-time",
        "The payment provider was checked for the last time. Check the payment manually.";
    pub(crate) NO_CLEAR_ANSWER = "no-clear-answer",
        "The payment provider did not give a clear answer. Its status will be checked again.";
    pub(crate) NO_CLEAR_ANSWER_TO_CAPTURE = "no-clear-answer-to-capture",
        "The payment provider did not give a clear answer to the capture. Its status will be checked again.";
    pub(crate) NO_CLEAR_ANSWER_TO_REFUND = "no-clear-answer-to-refund",
        "The payment provider did not give a clear answer to the refund. Its status will be checked again.";
    pub(crate) REFUND_ACCEPTED = "refund-accepted", "The payment provider has accepted the refund and will process it.";
    pub(crate) REFUND_PROVIDER_AWAY = "refund-provider-away",
        "The payment provider cannot be reached for the refund. It will be tried again.";
    pub(crate) REFUNDED_AT_PROVIDER = "refunded-at-provider", "{amount} was refunded at the payment provider.";
    pub(crate) BILLING_ADDRESS_ADDED = "billing-address-added", "A billing address was added.";
    pub(crate) EMAIL_WAS_SENT = "email-was-sent", "An e-mail was sent to {to}: {subject}";
    pub(crate) PRECEDING_PRODUCT_GONE = "preceding-product-gone",
        "The preceding product no longer exists. Reload the page.";
    pub(crate) HOW_MUCH_PRICE_CHANGES = "how-much-price-changes", "Enter by how much the price changes.";
    pub(crate) PERCENTAGE_OF_REPRICING = "percentage-of-repricing", "Enter a percentage from -100 % to 1,000 %.";
    pub(crate) ORDER_HAS_NO_GIFT_CARDS = "order-has-no-gift-cards", "The order has no gift cards.";
    pub(crate) NOTHING_WAS_FULFILLED = "nothing-was-fulfilled", "Nothing in this order was fulfilled.";
    pub(crate) NOTHING_WAS_REFUNDED = "nothing-was-refunded", "Nothing was refunded.";
    pub(crate) ORDER_WAS_NOT_CANCELED = "order-was-not-canceled", "The order was not canceled.";
    pub(crate) CUSTOMER_ERASED_NO_ADDRESS = "customer-erased-no-address",
        "The customer of this order was erased. There is no e-mail address.";
    pub(crate) HIDDEN_PRODUCT_NOTIFY_LATER = "hidden-product-notify-later",
        "The product is hidden, so customers could not open it. Make it visible, then notify them.";
    pub(crate) OUT_OF_STOCK_NOTIFY_LATER = "out-of-stock-notify-later",
        "The variant is out of stock. Add stock, then notify the customers.";
    pub(crate) FILE_CAN_HAVE_AT_MOST = "file-can-have-at-most", "The file can have at most {size}.";
    pub(crate) ADDRESS_TAXED_DIFFERENTLY = "address-taxed-differently",
        "This address is taxed differently from the one in the order. Choose an address with the same tax, or \
         cancel the order and ask the customer to order again.";
    pub(crate) ADDRESS_TAXED_AT_OTHER_PRICE = "address-taxed-at-other-price",
        "This address is taxed differently from the one in the order. Choose an address at the same price, or \
         cancel the order and ask the customer to order again.";
    pub(crate) ADDRESS_DELIVERED_DIFFERENTLY = "address-delivered-differently",
        "This address is delivered to differently from the one in the order. Choose an address at the same \
         price, or cancel the order and ask the customer to order again.";
    pub(crate) NEED_NOT_BE_FULFILLED = "need-not-be-fulfilled",
        "{name} does not need to be fulfilled: the customer receives it after payment.";
    pub(crate) MOST_STILL_FULFILLABLE = "most-still-fulfillable", "Only {most} of {name} can still be fulfilled.";
    pub(crate) WAS_FULFILLED = "was-fulfilled", "Fulfilled: {items}.";
    pub(crate) READY_FOR_PICKUP = "ready-for-pickup", "Ready for pickup: {items}.";
    pub(crate) GIFT_CARD_CODES_UNREADABLE = "gift-card-codes-unreadable",
        "The codes of these gift cards were encrypted with another key and cannot be read.";
    pub(crate) AT_MOST_200_NOTICES = "at-most-200-notices", "Send at most 200 variants at a time.";
    pub(crate) REFUND_REFUSED = "refund-refused", "The payment provider refused the refund.";
    pub(crate) REFUND_FAILED_AS_REFUSED = "refund-failed-as-refused",
        "A refund failed: The payment provider refused the refund.";
    pub(crate) REFUND_FAILED = "refund-failed", "A refund failed: {reason}";
    pub(crate) CAPTURE_DECLINED = "capture-declined", "The payment provider declined the capture: {reason}";
    pub(crate) CHARGE_DECLINED = "charge-declined", "The payment provider declined the charge.";
    pub(crate) CHARGE_DECLINED_BECAUSE = "charge-declined-because",
        "The payment provider declined the charge: {reason}";
    pub(crate) CHARGE_KEY_WAS_USED = "charge-key-was-used",
        "This idempotency key was used for another charge of the order.";
    pub(crate) PAYMENT_IS_IN_PROGRESS = "payment-is-in-progress",
        "A payment of this order is in progress. Wait for its outcome.";
    pub(crate) ORDER_PAID_IN_PART = "order-paid-in-part",
        "A part of this order was paid already. Refund that payment first: a charge takes the whole total.";
    pub(crate) ORDER_WAS_A_TEST = "order-was-a-test",
        "This order is a test, and the store takes real payments now.";
    pub(crate) ORDER_OF_TEST_MODE = "order-of-test-mode",
        "This order was placed while the store was in test mode, and the store takes real payments now.";
    pub(crate) ORDER_OF_LIVE_MODE = "order-of-live-mode",
        "This order was placed while the store took real payments, and the store is in test mode now.";
    pub(crate) PAYMENT_OF_TEST_MODE = "payment-of-test-mode",
        "This payment was made while the store was in test mode: there is no real money to capture. Cancel the order.";
    pub(crate) SAVED_METHOD_CHARGED = "saved-method-charged",
        "A charge of the saved payment method was started: {name}";
    pub(crate) SAVED_METHOD_NOT_CHARGEABLE = "saved-method-not-chargeable",
        "This saved payment method cannot be charged. It was removed, has expired, or is not offered now.";
    pub(crate) CAPTURE_TRIED_AGAIN = "capture-tried-again",
        "The payment provider cannot be reached right now. The capture will be tried again: {reason}";
    pub(crate) TOP_CATEGORY_HAS_NO_PARENT = "top-category-has-no-parent", "The top category has no parent.";
    pub(crate) STOCK_FILE_NOT_UTF_8 = "stock-file-not-utf-8",
        "The file is not UTF-8 text. Save it as “CSV UTF-8” and try again.";
    pub(crate) STOCK_FILE_QUOTE_NOT_CLOSED = "stock-file-quote-not-closed",
        "A quotation mark in line {line} is not closed.";
    pub(crate) STOCK_FILE_TOO_LONG = "stock-file-too-long",
        "The file has more than 5,000 lines. Split it and upload the parts.";
    pub(crate) STOCK_FILE_COLUMNS = "stock-file-columns", "The first line must name the columns “SKU” and “New stock”.";
    pub(crate) SKU_TWICE = "sku-twice", "This SKU is also in line {line}.";
    pub(crate) MORE_CELLS_THAN_COLUMNS = "more-cells-than-columns",
        "The line has more cells than columns. Put values with a comma in quotation marks.";
    pub(crate) SKU_MISSING = "sku-missing", "The SKU is missing.";
    pub(crate) NO_STOCK_NUMBER = "no-stock-number",
        "“{name}” is neither a whole number from 0 to 999,999,999 nor “unlimited”.";
    pub(crate) SKU_UNKNOWN = "sku-unknown", "No variant has this SKU.";
    pub(crate) SKU_OF_ANOTHER_STORE = "sku-of-another-store", "A product of another store has this SKU.";
    pub(crate) ROWS_OF_SEVERAL_PRODUCTS = "rows-of-several-products",
        "The lines of this product name variants of several products of the shop.";
    pub(crate) NO_CATEGORY_OF_THIS_NAME = "no-category-of-this-name", "The store has no category “{name}”.";
    pub(crate) PRICE_IN_OTHER_CURRENCY = "price-in-other-currency",
        "The price is in {given}, and the shop sells in {currency}.";
    pub(crate) STOCK_NOW_UNTRACKED = "stock-now-untracked",
        "The stock changed after the file was exported: it is not tracked now.";
    pub(crate) STOCK_NOW = "stock-now", "The stock changed after the file was exported: it is {count} now.";
    pub(crate) PAYMENT_WAS_DECLINED = "payment-was-declined", "The payment was declined.";
    pub(crate) PAYMENT_WAS_EXPIRED = "payment-was-expired", "The payment was expired.";
    pub(crate) PAYMENT_WAS_VOIDED = "payment-was-voided", "The payment was voided.";
    pub(crate) REFUNDED_AS_CANCELED = "refunded-as-canceled",
        "The payment arrived after the order had been canceled. The payment is refunded.";
    pub(crate) REFUNDED_AS_PAID_BEFORE = "refunded-as-paid-before",
        "The order had already been paid. The payment is refunded.";
    pub(crate) REFUNDED_AS_SOLD_OUT = "refunded-as-sold-out", "The payment arrived after the payment deadline, \
         and the items had since been sold to other customers. The payment is refunded.";
    pub(crate) REFUNDED_AS_CHANGED = "refunded-as-changed", "The order was changed after this payment was started \
         and now costs more, so the payment does not cover it. The payment is refunded.";
    pub(crate) DIFFERENCE_IS_REFUNDED = "difference-is-refunded",
        "The amount captured was more than the order total. The difference is refunded.";
    pub(crate) ORDER_WAS_CANCELED_BECAUSE = "order-was-canceled-because", "The order was canceled: {reason}";
    pub(crate) DELIVERY_ADDRESS_WAS_CHANGED = "delivery-address-was-changed",
        "The delivery address was changed. Before: {before}";
    pub(crate) BILLING_ADDRESS_WAS_CHANGED = "billing-address-was-changed",
        "The billing address was changed. Before: {before}";
    pub(crate) EMAIL_ADDRESS_WAS_CHANGED = "email-address-was-changed",
        "The e-mail address was changed. Before: {before}";
    pub(crate) AMOUNT_WAS_REFUNDED = "amount-was-refunded", "{amount} was refunded.";
    pub(crate) AMOUNT_WAS_REFUNDED_BECAUSE = "amount-was-refunded-because", "{amount} was refunded: {reason}";
}
