//! Products and stock: closed sets of the catalogue.

use crate::closed_set::closed_set;

closed_set! {
    /// Why the stock of a variant changed.
    StockReason {
        /// An order took it.
        Order = "order",
        /// An order that took it was not paid or was canceled.
        OrderReleased = "order-released",
        /// It came back with a refund.
        OrderRefunded = "order-refunded",
        /// A contributor changed it.
        Manual = "manual",
        /// A contributor started tracking it.
        CountingStarted = "counting-started",
        /// A contributor stopped tracking it.
        CountingStopped = "counting-stopped",
        /// The initial content of the site.
        Seed = "seed",
    }
}

impl StockReason {
    /// Whether an order took or returned it.
    pub const fn is_by_order(self) -> bool {
        matches!(self, Self::Order | Self::OrderReleased | Self::OrderRefunded)
    }

    /// Whether a contributor changed it, who can leave a note.
    pub const fn is_by_hand(self) -> bool {
        matches!(self, Self::Manual | Self::CountingStarted | Self::CountingStopped)
    }
}

closed_set! {
    /// Unit of the billing period of a subscription.
    #[schema(as = BillingPeriodUnit)]
    PeriodUnit {
        /// Seven days.
        Week = "WEEK",
        /// A calendar month.
        Month = "MONTH",
        /// A calendar year.
        Year = "YEAR",
    }
}

impl PeriodUnit {
    /// Number of units per year.
    pub const fn in_year(self) -> i64 {
        match self {
            Self::Week => 52,
            Self::Month => 12,
            Self::Year => 1,
        }
    }
}

closed_set! {
    /// How a file of a lesson is shown.
    LessonKind {
        /// Played as a video.
        Video = "video",
        /// Played as audio.
        Audio = "audio",
        /// Downloaded.
        File = "file",
    }
}

closed_set! {
    /// Moderation state of a product review.
    #[schema(as = ProductReviewState)]
    ReviewState {
        /// Not moderated yet.
        Awaiting = "awaiting" / "AWAITING",
        /// Visible to visitors.
        Published = "published" / "PUBLISHED",
        /// Not shown.
        Rejected = "rejected" / "REJECTED",
    }
}

closed_set! {
    /// Type of a category.
    #[schema(as = CategoryType)]
    CategoryKind {
        /// The root category, which contains all products of the store; there is exactly one.
        Root = "ROOT",
        /// Any other category.
        Category = "CATEGORY",
    }
}

closed_set! {
    /// Layout of the page of a category.
    #[schema(as = CategoryPageRendering)]
    PageRendering {
        /// A list.
        ListView = "LIST_VIEW",
        /// A grid.
        GridView = "GRID_VIEW",
        /// As set for the store.
        StoreView = "STORE_VIEW",
    }
}

closed_set! {
    /// Visibility status of a product.
    ProductStatus {
        /// Hidden until its status is changed.
        Draft = "draft",
        /// Visible from `publishOn` on.
        Scheduled = "scheduled",
        /// Visible.
        Published = "published",
    }
}

closed_set! {
    /// Sort order of a store's product list, as visitors choose it.
    #[derive(Default)]
    ListOrder {
        /// The store's manual order.
        #[default]
        Featured = "featured",
        /// Lowest current price first.
        PriceUp = "price-up",
        /// Highest current price first, by the lowest price of each product.
        PriceDown = "price-down",
        /// Newest first.
        Newest = "newest",
        /// By name.
        Name = "name",
    }
}

closed_set! {
    /// Type of an additional field.
    AdditionalFieldKind {
        /// One line of text.
        Text = "text",
        /// Several lines of text.
        Textarea = "textarea",
        /// One of several options, as a drop-down list.
        Select = "select",
        /// One of several options, as radio buttons.
        Radio = "radio",
        /// Any of several options.
        Checkbox = "checkbox",
    }
}

impl AdditionalFieldKind {
    /// Whether customers choose from options.
    pub const fn has_options(self) -> bool {
        matches!(self, Self::Select | Self::Radio | Self::Checkbox)
    }
}
