//! What a route does besides calling its handler: its rate limit, how it is protected against forged requests, which
//! sites it serves and what it invalidates. Each route is registered with its policy; the request middleware and the
//! extractors obey it.

use axum::http::Extensions;

use crate::rate_limit::RateLimit;

/// The policy of one method of a route. It begins with [`reads`], [`opened_by_url`] or [`changes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoutePolicy {
    limit: Option<RateLimit>,
    csrf: Csrf,
    /// None for routes that change nothing.
    invalidates: Option<Invalidates>,
    access: SiteAccess,
    takes_upload: bool,
    is_shared_file: bool,
}

/// Which cached pages of its site a successful change invalidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalidates {
    /// All of them, when a contributor made the change.
    Site,
    /// Those that the handler or the domain names; none, if visitors do not see the change (drafts, orders) or a visitor
    /// makes it.
    ByHandler,
    /// None, and the worker has nothing to do: a preview, a check, a query, or a part of an upload.
    Nothing,
}

/// Where a change carries the CSRF token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Csrf {
    /// In a header or in the query.
    Header,
    /// In a field of the form; the handler calls [`confirm`](crate::csrf::confirm).
    InForm,
    /// Nowhere: the request is authenticated otherwise.
    Exempt,
}

/// Which sites serve a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteAccess {
    /// Open ones. The password of the site must have been entered, if it has one.
    WithPassword,
    /// Open ones and those that have a password, whether or not it has been entered.
    BeforePassword,
    /// All that are not closed, including those on trial. The password is not asked for here.
    WithoutPassword,
    /// All of them.
    EvenClosed,
}

/// The policy of a safe method.
pub const fn reads() -> RoutePolicy {
    RoutePolicy {
        limit: Some(RateLimit::READ),
        csrf: Csrf::Header,
        invalidates: None,
        access: SiteAccess::WithPassword,
        takes_upload: false,
        is_shared_file: false,
    }
}

/// The policy of a page, an image or a file that browsers open by its URL. Pages ask for the site's password themselves,
/// and images and files are linked from pages only.
pub const fn opened_by_url() -> RoutePolicy {
    reads().limited(RateLimit::PAGE).without_site_password()
}

/// The policy of any other method.
pub const fn changes(invalidates: Invalidates) -> RoutePolicy {
    RoutePolicy { limit: Some(RateLimit::CHANGE), invalidates: Some(invalidates), ..reads() }
}

impl RoutePolicy {
    /// Limits its callers otherwise than most routes.
    pub const fn limited(self, limit: RateLimit) -> Self {
        Self { limit: Some(limit), ..self }
    }

    /// Does not limit its callers.
    pub const fn unlimited(self) -> Self {
        Self { limit: None, ..self }
    }

    /// Takes the CSRF token elsewhere than in a header.
    pub const fn csrf(self, csrf: Csrf) -> Self {
        Self { csrf, ..self }
    }

    /// Takes a possibly large file, which may take longer than other requests.
    pub const fn upload(self) -> Self {
        Self { takes_upload: true, ..self }
    }

    /// Serves visitors of closed sites too.
    pub const fn served_when_closed(self) -> Self {
        Self { access: SiteAccess::EvenClosed, ..self }
    }

    /// Does not ask for the site's password, but the site must be open or have one.
    pub const fn before_site_password(self) -> Self {
        Self { access: SiteAccess::BeforePassword, ..self }
    }

    /// Does not ask for the site's password.
    pub const fn without_site_password(self) -> Self {
        Self { access: SiteAccess::WithoutPassword, ..self }
    }

    /// Sends the same to everyone, for shared caches: sets no CSRF cookie.
    pub const fn shared_file(self) -> Self {
        Self { is_shared_file: true, ..self }
    }

    /// The policy of the current request.
    pub fn of(extensions: &Extensions) -> Self {
        extensions.get::<Self>().copied().unwrap_or(reads())
    }

    /// How many calls a caller may make; none without a limit.
    pub const fn rate_limit(self) -> Option<RateLimit> {
        self.limit
    }

    /// Where changes carry the CSRF token.
    pub const fn csrf_place(self) -> Csrf {
        self.csrf
    }

    /// What changes invalidate; none for routes that only read.
    pub const fn invalidates(self) -> Option<Invalidates> {
        self.invalidates
    }

    /// Which sites serve a visitor.
    pub const fn site_access(self) -> SiteAccess {
        self.access
    }

    /// Whether it takes a possibly large file.
    pub const fn takes_upload(self) -> bool {
        self.takes_upload
    }

    /// Whether it sends the same to everyone.
    pub const fn is_shared_file(self) -> bool {
        self.is_shared_file
    }
}
