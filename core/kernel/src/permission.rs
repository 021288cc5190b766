//! Permissions of contributors: resources, actions, and the set that a request carries.

use crate::closed_set::closed_set;

closed_set! {
    /// A resource of a site that permissions apply to, in the order of the role table.
    #[derive(PartialOrd, Ord)]
    Resource {
        /// Settings of the site.
        SiteSettings = "site-settings",
        /// Billing.
        Billing = "billing",
        /// Contributors and their roles.
        Contributors = "contributors",
        /// Pages, items and media.
        Content = "content",
        /// Comments of contributors on drafts.
        ReviewComments = "review-comments",
        /// Theme, header and footer.
        Design = "design",
        /// Navigations.
        Navigation = "navigation",
        /// Products and stock.
        Products = "products",
        /// Orders.
        Orders = "orders",
        /// Discounts, taxes and shipping.
        DiscountsTaxShipping = "discounts-tax-shipping",
        /// Customers.
        Customers = "customers",
        /// Forms.
        Forms = "forms",
        /// Form submissions.
        Submissions = "submissions",
        /// Comments of visitors.
        Comments = "comments",
        /// Mailing lists and campaigns.
        Campaigns = "campaigns",
        /// Analytics.
        Analytics = "analytics",
        /// Sales reports.
        SalesReports = "sales-reports",
        /// Appointments.
        Scheduling = "scheduling",
        /// Settings of appointments.
        SchedulingSettings = "scheduling-settings",
        /// Plugins.
        Plugins = "plugins",
        /// Domains.
        Domains = "domains",
        /// Keys of developers.
        DeveloperKeys = "developer-keys",
        /// The audit log.
        AuditLog = "audit-log",
    }
}

closed_set! {
    /// An action on a resource.
    Action {
        /// Read it.
        Read = "read",
        /// Change it.
        Write = "write",
        /// Delete it.
        Delete = "delete",
        /// Make it visible to others.
        Publish = "publish",
    }
}

/// The actions that a caller may perform on each resource, determined once per request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PermissionSet(u128);

impl PermissionSet {
    /// No permissions: a visitor.
    pub const NONE: PermissionSet = PermissionSet(0);
    /// All permissions: the system itself, in jobs.
    pub const ALL: PermissionSet = PermissionSet(u128::MAX);

    fn bit(resource: Resource, action: Action) -> u128 {
        1 << (resource as u32 * 4 + action as u32)
    }

    /// Grants a permission.
    pub fn allow(&mut self, resource: Resource, action: Action) {
        self.0 |= Self::bit(resource, action);
    }

    /// Whether the permission is granted.
    pub fn allows(self, resource: Resource, action: Action) -> bool {
        self.0 & Self::bit(resource, action) != 0
    }

    /// The actions granted on a resource.
    pub fn actions(self, resource: Resource) -> impl Iterator<Item = Action> {
        Action::ALL.iter().copied().filter(move |action| self.allows(resource, *action))
    }
}
