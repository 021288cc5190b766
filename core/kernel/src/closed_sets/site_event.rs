//! Events of a site that others listen to, such as plugins, and their deliveries.

use crate::closed_set::closed_set;

closed_set! {
    /// What happened on a site.
    EventTopic {
        /// An order counts as placed: it is paid, authorised, or to be paid by transfer or on delivery.
        OrderPlaced = "order.placed",
        /// An order was paid, or needed no payment.
        OrderPaid = "order.paid",
        /// An order was fulfilled, completely or in part.
        OrderFulfilled = "order.fulfilled",
        /// An order was cancelled.
        OrderCancelled = "order.cancelled",
        /// A part or all of an order was refunded.
        OrderRefunded = "order.refunded",
        /// A dispute of a payment of an order began, or its status changed.
        OrderDisputed = "order.disputed",
        /// A product was created.
        ProductCreated = "product.created",
        /// A product was changed.
        ProductUpdated = "product.updated",
        /// A product was deleted.
        ProductDeleted = "product.deleted",
        /// The stock of a variant fell to the shop's low-stock threshold.
        StockLow = "stock.low",
        /// The last unit of a variant was taken.
        StockOut = "stock.out",
        /// A variant that had no stock has some again.
        StockBack = "stock.back",
        /// A customer was created, by an order or an account.
        CustomerCreated = "customer.created",
        /// A form was submitted.
        FormSubmitted = "form.submitted",
        /// An order that starts a subscription was paid.
        SubscriptionStarted = "subscription.started",
        /// A page or an item of a collection was published.
        PagePublished = "page.published",
        /// A reminder of an abandoned cart was written.
        CartAbandoned = "cart.abandoned",
    }
}

closed_set! {
    /// Who listens to events.
    SubscriberKind {
        /// A plugin with an event hook; its id is that of the plugin.
        Plugin = "plugin",
    }
}

closed_set! {
    /// Status of the delivery of an event to a subscriber. A delivery that succeeded is deleted.
    EventDeliveryStatus {
        /// To be delivered or repeated.
        Waiting = "waiting",
        /// Given up after three days.
        Dead = "dead",
    }
}

closed_set! {
    /// How a run of a plugin's job ended.
    PluginRunStatus {
        /// It is under way, or its process ended.
        Running = "running",
        /// It ended without an error.
        Succeeded = "succeeded",
        /// It failed.
        Failed = "failed",
    }
}

closed_set! {
    /// How the delivery of an event stands, for contributors.
    EventDeliveryState {
        /// It waits for its first attempt.
        Pending = "pending",
        /// It failed and is repeated.
        Failing = "failing",
        /// It was given up, and can be replayed.
        Dead = "dead",
    }
}
