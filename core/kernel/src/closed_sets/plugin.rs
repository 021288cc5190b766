//! Packages of plugins: where they come from, and what the operator decides about them.

use crate::closed_set::closed_set;

closed_set! {
    /// Where a package comes from.
    PackageOrigin {
        /// Uploaded by a site, for itself alone.
        Upload = "upload",
        /// Installed by the operator, for every site to choose.
        Operator = "operator",
        /// From an index that the operator allows, for every site to choose.
        Index = "index",
    }
}

closed_set! {
    /// What the operator decides about plugins. Each is about a subject: a publisher's key, the digest of a package,
    /// the id of a plugin, or a limit.
    PluginRuleKind {
        /// Packages of a publisher may be installed. With any permission, others may not.
        AllowPublisher = "allow-publisher",
        /// A package may be installed. With any permission, others may not.
        AllowPackage = "allow-package",
        /// Packages of a publisher are not installed and do not run.
        ForbidPublisher = "forbid-publisher",
        /// A package is not installed and does not run.
        ForbidPackage = "forbid-package",
        /// A plugin does not run, in any version.
        StopPlugin = "stop-plugin",
        /// A plugin runs on all sites, in the version of the package in the rule.
        AllSites = "all-sites",
        /// A limit of plugins has the value of the rule, on all sites or on those of a plan.
        Limit = "limit",
    }
}

closed_set! {
    /// Data of a site that plugins read and are told of.
    PluginData {
        /// Products and their stock.
        Products = "products",
        /// Orders.
        Orders = "orders",
        /// Customers.
        Customers = "customers",
        /// Pages.
        Pages = "pages",
    }
}
