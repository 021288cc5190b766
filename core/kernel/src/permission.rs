//! What a contributor can be allowed to do: resources, actions, and the set a call carries.

use std::fmt;

macro_rules! names {
    ($(#[$doc:meta])* $enum:ident { $($variant:ident => $name:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $enum { $(#[doc = $name] $variant,)* }

        impl $enum {
            /// All, in the order of the role table.
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
    /// A thing of a site that rights are given on.
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
    /// What may be done to it.
    Action { Read => "read", Write => "write", Delete => "delete", Publish => "publish" }
}

/// Which actions on which resources a caller may take, decided once per call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PermissionSet(u128);

impl PermissionSet {
    /// Nothing at all: a visitor.
    pub const NONE: PermissionSet = PermissionSet(0);
    /// Everything: the system itself, in jobs.
    pub const ALL: PermissionSet = PermissionSet(u128::MAX);

    fn bit(resource: Resource, action: Action) -> u128 {
        1 << (resource as u32 * 4 + action as u32)
    }

    /// Adds a right.
    pub fn allow(&mut self, resource: Resource, action: Action) {
        self.0 |= Self::bit(resource, action);
    }

    /// Whether the right is held.
    pub fn allows(self, resource: Resource, action: Action) -> bool {
        self.0 & Self::bit(resource, action) != 0
    }

    /// The actions held on a resource.
    pub fn actions(self, resource: Resource) -> impl Iterator<Item = Action> {
        Action::ALL.iter().copied().filter(move |action| self.allows(resource, *action))
    }
}
