//! Permissions of contributors: resources, actions, and the set that a request carries.

use std::fmt;

macro_rules! names {
    ($(#[$doc:meta])* $enum:ident { $($variant:ident => $name:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $enum { $(#[doc = $name] $variant,)* }

        impl $enum {
            /// All values, in the order of the role table.
            pub const ALL: &'static [$enum] = &[$($enum::$variant,)*];

            /// Its name in the policy.
            pub fn name(self) -> &'static str {
                match self { $($enum::$variant => $name,)* }
            }
        }

        impl fmt::Display for $enum {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(self.name())
            }
        }
    };
}

names! {
    /// A resource of a site that permissions apply to.
    Resource {
        SiteSettings => "site-settings", Billing => "billing", Contributors => "contributors",
        Content => "content", ReviewComments => "review-comments", Design => "design",
        Navigation => "navigation", Products => "products", Orders => "orders",
        DiscountsTaxShipping => "discounts-tax-shipping", Customers => "customers", Forms => "forms",
        Submissions => "submissions", Comments => "comments", Campaigns => "campaigns",
        Analytics => "analytics", SalesReports => "sales-reports", Scheduling => "scheduling",
        SchedulingSettings => "scheduling-settings", Plugins => "plugins", Domains => "domains",
        DeveloperKeys => "developer-keys", AuditLog => "audit-log",
    }
}

names! {
    /// An action on a resource.
    Action { Read => "read", Write => "write", Delete => "delete", Publish => "publish" }
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
