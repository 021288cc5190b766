//! Load tests: whether a run goes on, and what runs make.

use crate::closed_set::closed_set;

closed_set! {
    /// State of a run of a load test.
    LoadRunState {
        /// Its pass is accepted until its end.
        Running = "running",
        /// It is over; what it made is still there.
        Ended = "ended",
        /// What it made is being removed.
        Removing = "removing",
        /// What it made is removed.
        Removed = "removed",
    }
}

impl LoadRunState {
    /// Whether its pass is accepted, if its time is not over.
    pub const fn is_running(self) -> bool {
        matches!(self, Self::Running)
    }
}

closed_set! {
    /// What runs of load tests make. Orders are found by their carts, and customers by their addresses.
    LoadRunItemKind {
        /// A shopping cart.
        Cart = "cart",
        /// A site user.
        SiteUser = "site-user",
        /// A page, blog or store.
        Page = "page",
        /// A post or event, by the id of its page.
        Item = "item",
        /// An image or file.
        Asset = "asset",
        /// A product.
        Product = "product",
        /// A form submission.
        Submission = "submission",
        /// A subscriber of a mailing list.
        Subscriber = "subscriber",
        /// A comment of a visitor.
        Comment = "comment",
        /// The wishlist of a guest, by its owner in the table.
        Wishlist = "wishlist",
        /// Someone's e-mail address, in lower case; finds what was left without cart or account.
        Address = "address",
    }
}

closed_set! {
    /// What must hold in the store after a run.
    LoadTestRule {
        /// The ledger of each variant that the run bought adds up to its stock.
        StockLedger = "stock-ledger",
        /// No variant sold more units than there were.
        NothingOversold = "nothing-oversold",
        /// Each paid order was paid by one payment of its whole total.
        PaidOnce = "paid-once",
        /// No discount was used more often than it may be.
        CodesWithinLimits = "codes-within-limits",
        /// Each order that was confirmed to a shopper is there and paid.
        ConfirmedOrdersKept = "confirmed-orders-kept",
    }
}
