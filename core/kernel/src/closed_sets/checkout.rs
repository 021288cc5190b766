//! Checkout and shipping: their closed sets.

use crate::closed_set::closed_set;

closed_set! {
    /// Type of a checkout field.
    CheckoutFieldKind {
        /// One line of text.
        Text = "text",
        /// Several lines of text.
        Textarea = "textarea",
        /// One of several options.
        Choice = "choice",
        /// Checkbox; if required, it must be checked.
        Checkbox = "checkbox",
        /// A date, such as `2026-11-21`.
        Date = "date",
    }
}

closed_set! {
    /// How the price of a shipping option is computed.
    ShippingKind {
        /// A fixed price per order.
        Flat = "flat",
        /// A price per shipped item.
        PerItem = "per-item",
        /// By the weight of the shipped items.
        ByWeight = "by-weight",
        /// By the subtotal.
        BySubtotal = "by-subtotal",
        /// Pickup by the customer.
        Pickup = "pickup",
        /// Local delivery to nearby postal codes.
        LocalDelivery = "local-delivery",
        /// Options and prices that a plugin names.
        Plugin = "plugin",
    }
}
