//! Sentences about problems that shoppers have.

stoa_kernel::problem_texts! {
    /// The requested quantity exceeds the stock.
    pub OUT_OF_STOCK = "not-enough-stock", "Sorry, we do not have enough of that item available.";
    /// A product has no such variant.
    pub UNAVAILABLE = "variant-unavailable", "Sorry, that item variant is unavailable. Please select another \
        variant.";
    /// A service can be bought once per order.
    pub ONE_OF_A_SERVICE = "service-once", "You can only book this once per order.";
    /// A quantity is no number.
    pub QUANTITY_NOT_NUMBER = "quantity-not-number", "Quantity must be a number.";
    /// A quantity has decimals.
    pub QUANTITY_NOT_WHOLE = "quantity-not-whole", "Quantity must be a whole number";
    /// A quantity is out of range.
    pub QUANTITY_RANGE = "quantity-range", "Quantity must be between 1 and {most}";
    /// The cart has the maximum number of lines.
    pub CART_FULL = "cart-full", "Your shopping cart cannot hold more items.";
    /// The answers to a product's form cannot be read.
    pub ANSWERS_UNREADABLE = "product-answers-unreadable", "The values of the form could not be read.";
    /// An answer to a product's form is none of those offered.
    pub PRODUCT_ANSWER_CHOICE = "product-answer-choice", "{field}: choose from the offered options.";
    /// An option of a product is not chosen.
    pub OPTION_MISSING = "option-missing", "Please select the {option} option.";
    /// Two options of a product are not chosen.
    pub OPTIONS_MISSING = "options-missing", "Please select the {first} and {second} options.";
    /// Three or more options of a product are not chosen.
    pub MANY_OPTIONS_MISSING = "many-options-missing", "Please select the {options}, and {last} options.";
    /// The value of a gift card is not chosen.
    pub DENOMINATION_MISSING = "denomination-missing", "Select a denomination for the Gift Card";
    /// No discount code was entered.
    pub CODE_MISSING = "code-missing", "Enter a code.";
    /// No discount has the code.
    pub UNKNOWN_CODE = "code-unknown", "This code is not valid.";
    /// A discount code applies later.
    pub CODE_NOT_YET_VALID = "code-not-yet-valid", "This code is not valid yet.";
    /// A discount code does not apply any more.
    pub CODE_EXPIRED = "code-expired", "This code has expired.";
    /// A discount code was given to others.
    pub CODE_FOR_OTHERS = "code-for-others", "This code is for certain customers only. Sign in, or enter the email \
        address that received it.";
    /// A discount code was used as often as it can be.
    pub CODE_USED_UP = "code-used-up", "This code has been used up.";
    /// The shopper has used a discount code before.
    pub CODE_USED_ALREADY = "code-used-already", "You have already used this code.";
    /// A discount code is for other products.
    pub CODE_FOR_OTHER_ITEMS = "code-for-other-items", "This code is not for the items in your cart.";
    /// The subtotal is too low for a discount code.
    pub CODE_NEEDS_SUBTOTAL = "code-needs-subtotal", "This code needs an order subtotal of {minimum} or more.";
    /// A discount code makes delivery free, and nothing is delivered.
    pub CODE_NEEDS_DELIVERY = "code-needs-delivery", "Nothing in your cart needs delivery.";
    /// Another discount lowers the price more.
    pub BETTER_DISCOUNT_APPLIES = "better-discount-applies", "A better discount already applies.";
    /// The e-mail address of an account is not confirmed.
    pub CONFIRM_EMAIL_FIRST = "confirm-email-first", "Confirm your email address first: open the link in the email \
        that we sent you.";
    /// Discount codes do not apply to donations.
    pub CODE_FOR_DONATION = "code-for-donation", "Discount codes do not apply to donations.";
    /// The cart has the maximum number of codes.
    pub CODES_FULL = "codes-full", "At most {count} codes can be entered. Remove one first.";
    /// There is nothing to buy.
    pub CART_EMPTY = "cart-empty", "You have nothing in your shopping cart.";
    /// The subtotal is below the minimum.
    pub SUBTOTAL_TOO_LOW = "subtotal-too-low", "To check out, your order subtotal must be {minimum} or more.";
    /// Guests cannot buy.
    pub SIGN_IN_TO_BUY = "sign-in-to-buy", "Sign in to buy here.";
    /// The cart was made by a load test, and the buyer was not.
    pub CART_OF_A_LOAD_TEST = "cart-of-a-load-test", "This cart belongs to a load test, and its orders are removed. \
        Buy with a new cart, in a private window.";
    /// The checkout has no e-mail address.
    pub CHECKOUT_EMAIL_MISSING = "checkout-email-missing", "Enter your email address.";
    /// Nobody is named who picks up the order.
    pub COLLECTOR_MISSING = "collector-missing", "Enter the name of the person who picks up the order.";
    /// The checkout has no delivery address.
    pub DELIVERY_ADDRESS_MISSING = "delivery-address-missing", "Enter the delivery address.";
    /// No delivery option is chosen.
    pub DELIVERY_OPTION_MISSING = "delivery-option-missing", "Choose one of the delivery options.";
    /// No delivery option has a price now.
    pub DELIVERY_UNAVAILABLE = "delivery-unavailable", "Delivery prices are not available right now. Please try again in \
        a few minutes or choose another delivery option.";
    /// Taxes cannot be calculated now.
    pub TAXES_UNAVAILABLE = "taxes-unavailable", "Taxes cannot be calculated right now, so your order was not placed. \
        Please try again in a few minutes.";
    /// Questions of the shop are not answered.
    pub QUESTIONS_OPEN = "questions-open", "Answer the shop's questions.";
    /// The checkout has no billing address.
    pub BILLING_ADDRESS_MISSING = "billing-address-missing", "Enter the billing address.";
    /// No payment method is chosen.
    pub PAYMENT_MISSING = "payment-missing", "Choose one of the payment methods.";
    /// No pickup location is chosen.
    pub PICKUP_MISSING = "pickup-missing", "Choose a pickup location.";
    /// An answer is none of those offered.
    pub OPTION_UNKNOWN = "option-unknown", "Choose one of the options.";
    /// An answer is no date.
    pub DATE_INVALID = "checkout-date-invalid", "Enter a date such as 2026-11-21.";
    /// An answer to a box is neither.
    pub TRUE_OR_FALSE = "true-or-false", "Send true or false.";
    /// A required box is not checked.
    pub BOX_UNCHECKED = "box-unchecked", "Check the box to continue.";
    /// The total differs from the one that the shopper saw.
    pub TOTAL_CHANGED = "total-changed", "The total of your cart has changed. Please check it and order again.";
    /// What the checkout asks is no longer what the shopper answered.
    pub CHECKOUT_CHANGED = "checkout-changed", "Your checkout has changed in the meantime. Please check it and order \
        again.";
    /// Products of the cart are no longer sold.
    pub ITEMS_GONE = "items-gone", "Some items in your cart are no longer available. Please check it and order \
        again.";
    /// Another order used the discount up.
    pub DISCOUNT_SPENT = "discount-spent", "The discount {name} has just been used up. Please check the new \
        total and order again.";
    /// The discount is no longer what it was.
    pub DISCOUNT_CHANGED = "discount-changed", "The discount {name} has just changed or ended. Please check the \
        new total and order again.";
    /// A saved payment method was removed, or has expired.
    pub SAVED_METHOD_GONE = "saved-method-gone", "This saved payment method can no longer be used. Choose another \
        one.";
    /// The cart is being paid.
    pub PAYMENT_UNDER_WAY = "payment-under-way", "A payment for this cart is in progress. Finish or cancel it \
        before you change the cart.";
    /// The store sells through the cart only.
    pub NOT_OFFERED = "buy-now-not-offered", "This store does not offer buying directly. Add the item to your \
        cart to buy it.";
    /// The product takes no donations.
    pub TAKES_NO_DONATIONS = "takes-no-donations", "This item does not accept donations.";
    /// The product takes donations only.
    pub DONATIONS_ONLY = "donations-only", "This item only accepts donations.";
    /// The product has no subscription.
    pub NOT_SUBSCRIBABLE = "not-subscribable", "This item is not sold by subscription.";
    /// The product is sold by subscription only.
    pub SUBSCRIPTION_ONLY = "subscription-only", "This item is sold by subscription only.";
    /// A wishlist has the maximum number of products.
    pub WISHLIST_FULL = "wishlist-full", "A wishlist holds at most {count} products.";
    /// E-mails need a confirmed address.
    pub EMAIL_UNCONFIRMED = "email-unconfirmed", "Confirm your email address first.";
    /// There is nothing to write about.
    pub WISHLIST_EMPTY = "wishlist-empty", "Add a product to your wishlist first.";
    /// An account has the maximum number of addresses.
    pub ADDRESSES_FULL = "addresses-full", "You can save at most {count} addresses. Remove one first.";
    /// The captcha service does not respond.
    pub SUBMIT_LATER = "submit-later", "Unable to submit form. Please try again later.";
    /// A product that someone waits for is in stock.
    pub IN_STOCK = "item-in-stock", "This item is in stock. Reload the page to order it.";
    /// No delivery option reaches the address.
    pub NOT_DELIVERED = "not-delivered", "We do not deliver to this address.";
    /// A donation has no amount.
    pub AMOUNT_MISSING = "amount-missing", "Enter an amount.";
    /// A donation is none of the suggested amounts.
    pub AMOUNT_UNKNOWN = "amount-unknown", "Choose one of the amounts.";
    /// A donation is too small.
    pub AMOUNT_TOO_SMALL = "amount-too-small", "Give at least {amount}.";
    /// A donation is too large.
    pub AMOUNT_TOO_LARGE = "amount-too-large", "Give at most {amount}.";
    /// A file was downloaded too often.
    pub DOWNLOADED_TOO_OFTEN = "downloaded-too-often", "This file was downloaded {count} times. Please contact \
        the shop.";
    /// A test order delivers no files.
    pub FILES_OF_TEST_ORDER = "files-of-test-order", "This is a test order. Its files cannot be downloaded.";
    /// The order was canceled.
    pub FILES_OF_CANCELED_ORDER = "files-of-canceled-order", "The order was canceled. Its files can no longer be \
        downloaded.";
    /// The order was refunded.
    pub FILES_OF_REFUNDED_ORDER = "files-of-refunded-order", "The order was refunded. Its files can no longer be \
        downloaded.";
    /// The order is not paid.
    pub FILES_OF_UNPAID_ORDER = "files-of-unpaid-order", "The files can be downloaded as soon as the order is paid.";
    /// Nobody is signed in who could have bought lessons.
    pub LESSONS_SIGN_IN = "lessons-sign-in", "Sign in with the account that bought these lessons.";
    /// The account has not bought the lessons, or got a refund.
    pub LESSONS_NOT_BOUGHT = "lessons-not-bought", "This account has not bought these lessons.";
    /// The store sends no restock notices.
    pub RESTOCK_OFF = "restock-off", "This store does not send restock notifications.";
    /// A donor has no name.
    pub DONOR_NAME_MISSING = "donor-name-missing", "Enter your name.";
}
