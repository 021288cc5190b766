//! Discounts and price lists: their closed sets.

use crate::closed_set::closed_set;

closed_set! {
    /// Kind of reduction of a discount.
    DiscountKind {
        /// A percentage of the price.
        Percent = "percent",
        /// A fixed amount.
        Amount = "amount",
        /// The shipping price.
        FreeShipping = "free-shipping",
    }
}

closed_set! {
    /// What a discount applies to.
    DiscountScope {
        /// The whole order.
        Order = "order",
        /// Some products.
        Products = "products",
        /// The products in some categories.
        Categories = "categories",
    }
}

closed_set! {
    /// What a plugin is asked about a cart.
    QuoteKind {
        /// Delivery options and their prices.
        Shipping = "shipping",
        /// Taxes.
        Taxes = "taxes",
        /// Discounts.
        Discounts = "discounts",
        /// Questions of the checkout.
        Questions = "questions",
    }
}

closed_set! {
    /// Customers to whom a price list applies.
    PriceListAudience {
        /// The listed customers.
        Named = "named",
        /// All signed-in customers.
        SignedIn = "signed-in",
    }
}
