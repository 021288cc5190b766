//! Background jobs: the kinds of work that are done for a site outside of requests.

use crate::closed_set::closed_set;

closed_set! {
    /// Kind of background work of a site.
    JobKind {
        /// Applies stored messages of payment providers.
        PaymentMessages = "payment-messages",
        /// Asks providers about payments without a known outcome.
        PaymentChecks = "payment-checks",
        /// Asks providers about refunds without a known outcome.
        RefundChecks = "refund-checks",
        /// Asks providers to forget saved payment methods that were removed.
        SavedMethodRemoval = "saved-method-removal",
        /// Returns reserved stock of orders that were not paid in time.
        StockReleases = "stock-releases",
        /// Publishes scheduled products.
        ProductPublication = "product-publication",
        /// Publishes scheduled drafts of pages.
        PagePublication = "page-publication",
        /// Announces variants that came back into stock while they were hidden.
        RestockNotices = "restock-notices",
        /// Queues e-mails about abandoned carts.
        CartReminders = "cart-reminders",
        /// Queues e-mails that ask for product reviews.
        ReviewRequests = "review-requests",
        /// Queues e-mails about products of wishlists that are on sale.
        WishlistSales = "wishlist-sales",
        /// Queues e-mails with the figures of visits.
        AnalyticsEmails = "analytics-emails",
        /// Handles the events of the outbox.
        Outbox = "outbox",
        /// Hands due e-mails to the sender.
        Emails = "emails",
        /// Delivers form submissions to webhooks.
        FormWebhooks = "form-webhooks",
        /// Delivers events to the plugins that listen to them.
        EventDelivery = "event-delivery",
        /// Runs the scheduled jobs of plugins.
        PluginJobs = "plugin-jobs",
        /// Starts requested copies of the site.
        SiteCopies = "site-copies",
        /// Extracts the colours of images that have none.
        ImageColors = "image-colors",
        /// Encrypts gift card codes from before codes were encrypted.
        GiftCardSealing = "gift-card-sealing",
        /// Deletes abandoned carts.
        CartDeletion = "cart-deletion",
        /// Empties the trash of pages.
        PageDeletion = "page-deletion",
        /// Deletes handled events of the outbox.
        EventDeletion = "event-deletion",
        /// Deletes events of visitors from before they were analytics.
        VisitorEventDeletion = "visitor-event-deletion",
        /// Sums up what visitors did.
        AnalyticsSums = "analytics-sums",
        /// Sends what visitors did to a database for analysis.
        AnalyticsExport = "analytics-export",
        /// Deletes old analytics.
        AnalyticsDeletion = "analytics-deletion",
        /// Deletes files of forms that were not submitted.
        FormFileDeletion = "form-file-deletion",
        /// Deletes abandoned uploads.
        UploadDeletion = "upload-deletion",
        /// Deletes applied messages of payment providers.
        PaymentMessageDeletion = "payment-message-deletion",
        /// Removes what runs of load tests made.
        LoadRunRemoval = "load-run-removal",
        /// Deletes what is left of a deleted site.
        SiteRemoval = "site-removal",
        /// One event of the outbox that failed too often; its key is the id of the event.
        Event = "event",
    }
}
