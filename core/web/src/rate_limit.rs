//! Rate limits per caller, by kind of request: their figures, and what a caller is told beyond them.

use std::time::Duration;

use stoa_kernel::shared_problem_texts::TOO_MANY_ATTEMPTS;
use stoa_kernel::{ErrorCode, Failure};

use crate::problem::ApiError;
use crate::problem_texts::SLOW_DOWN;

const MINUTE: Duration = Duration::from_secs(60);
const QUARTER: Duration = Duration::from_secs(900);
const HOUR: Duration = Duration::from_secs(3600);

/// How many requests of a kind a caller may make per window. The limit is lowest where secrets could be guessed or much
/// is created or sent, and highest for reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    name: &'static str,
    calls: u32,
    window: Duration,
}

impl RateLimit {
    /// Reading data.
    pub const READ: Self = Self::a_minute("read", 600);
    /// Pages and files.
    pub const PAGE: Self = Self::a_minute("page", 1200);
    /// Changes.
    pub const CHANGE: Self = Self::a_minute("change", 240);
    /// Contributors who sign in.
    pub const SIGN_IN: Self = Self::a_minute("sign-in", 10);
    /// Contributors who try a password, a code or a token from an e-mail.
    pub const CONTRIBUTOR_SECRET: Self = Self::a_minute("contributor-secret", 10);
    /// Creating a site takes time and storage.
    pub const NEW_SITE: Self = Self { name: "new-site", calls: 10, window: HOUR };
    /// Uploaded plugins are compiled and tried.
    pub const PLUGIN_UPLOAD: Self = Self { name: "plugin-upload", calls: 30, window: HOUR };
    /// Each calls two versions of a plugin many times.
    pub const PLUGIN_COMPARISON: Self = Self::a_minute("plugin-comparison", 20);
    /// Each may send e-mails to all customers of the last weeks.
    pub const SEND_AGAIN: Self = Self::a_minute("send-again", 30);
    /// Passwords of sites and pages.
    pub const PAGE_LOCK: Self = Self { name: "page-lock", calls: 10, window: QUARTER };
    /// Prices are calculated each time; a link to the checkout of another browser creates a cart.
    pub const CHECKOUT_PAGE: Self = Self::a_minute("checkout-page", 240);
    /// Results are not cached.
    pub const SEARCH: Self = Self::a_minute("search", 60);
    /// Site users who sign in.
    pub const SITE_SIGN_IN: Self = Self { name: "site-sign-in", calls: 10, window: QUARTER };
    /// Creates accounts of site users, sends e-mails about them, or tries passwords and tokens.
    pub const ACCOUNT: Self = Self::a_minute("account", 10);
    /// Tokens of links that stop a change of an account's address.
    pub const ACCOUNT_STOP: Self = Self::a_minute("account-stop", 30);
    /// Changes of a cart; counted by cart too.
    pub const CART: Self = Self::a_minute("cart", 30);
    /// Changes of a checkout.
    pub const CHECKOUT: Self = Self::a_minute("checkout", 60);
    /// Sign-ups for products that are out of stock.
    pub const RESTOCK: Self = Self { name: "restock", calls: 10, window: HOUR };
    /// Each request costs the owner of the API key money.
    pub const PLACES: Self = Self::a_minute("places", 120);
    /// Reports of visitors' browsers. Many visitors may share an address.
    pub const ANALYTICS: Self = Self::a_minute("analytics", 600);
    /// Events and values in such reports, ten at a time: each is a row, and can begin a visit.
    pub const ANALYTICS_EVENTS: Self = Self::a_minute("analytics-events", 600);
    /// Calls of panels of plugins: a page of a stranger must not use up what its reader needs to save changes.
    pub const PLUGIN_PANEL: Self = Self::a_minute("plugin-panel", 240);
    /// Files of the catalogue in formats of plugins.
    pub const CATALOGUE_FORMAT: Self = Self::a_minute("catalogue-format", 30);
    /// Submission keys of forms.
    pub const FORM_KEY: Self = Self::a_minute("form-key", 20);
    /// Files of form submissions.
    pub const FORM_FILE: Self = Self::a_minute("form-file", 60);
    /// Form submissions.
    pub const FORM: Self = Self::a_minute("form", 20);
    /// Comments, likes and flags.
    pub const MARK: Self = Self::a_minute("mark", 30);
    /// Tokens of links in newsletters and cart reminders.
    pub const NEWS: Self = Self::a_minute("news", 30);
    /// Tokens of links to review an order.
    pub const REVIEWS: Self = Self::a_minute("reviews", 30);
    /// Messages of payment providers to a site that were not found genuine. Of a sender of more, less is done for each.
    pub const DOUBTFUL_WEBHOOK: Self = Self::a_minute("doubtful-webhook", 20);

    /// Starts of load tests: keys could be tried.
    pub const LOAD_RUN_START: Self = Self::a_minute("load-run-start", 30);
    /// Checks of load tests. Each reads all orders of the run.
    pub const LOAD_RUN_CHECK: Self = Self::a_minute("load-run-check", 60);
    /// Unknown discount codes that load tests of a site enter.
    pub const LOAD_RUN_CODE: Self = Self::a_minute("load-run-code", 300);

    /// Name of its counters.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// How many requests a caller may make per window.
    pub const fn calls(self) -> u32 {
        self.calls
    }

    /// The window.
    pub const fn window(self) -> Duration {
        self.window
    }

    /// Whether it also holds for load tests: what could try the secrets of people and of other sites, costs others
    /// something, or is not done by visitors at all.
    pub fn holds_in_load_runs(self) -> bool {
        [
            Self::SIGN_IN,
            Self::CONTRIBUTOR_SECRET,
            Self::NEW_SITE,
            Self::PLUGIN_UPLOAD,
            Self::PLUGIN_COMPARISON,
            Self::SEND_AGAIN,
            Self::PAGE_LOCK,
            Self::ACCOUNT_STOP,
            Self::PLACES,
            Self::LOAD_RUN_START,
        ]
        .contains(&self)
    }

    const fn a_minute(name: &'static str, calls: u32) -> Self {
        Self { name, calls, window: MINUTE }
    }
}

/// What a caller is told beyond a limit.
pub fn refused(window: Duration, wait: Duration) -> ApiError {
    let said = if window > MINUTE { TOO_MANY_ATTEMPTS } else { SLOW_DOWN };
    let failure = Failure::said(ErrorCode::RateLimited, said);
    ApiError(failure.with("retryAfterSeconds", wait.as_secs().max(1).into()))
}
