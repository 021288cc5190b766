//! Error responses in the OpenAPI document: each operation lists the errors of the middleware and extractors it uses.
//! All of them are sent as `application/problem+json`.

use std::collections::BTreeSet;

use axum::http::Method;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::{Content, Object, OpenApi, Ref, RefOr, Response, ResponseBuilder, Type};

use crate::csrf;
use crate::problem::MEDIA_TYPE;
use crate::required_permissions::scopes;
use crate::route_policies::RoutePolicies;
use crate::route_policy::{RoutePolicy, SiteAccess};

const JSON: &str = "application/json";
const HTML: &str = "text/html";
/// Media types that are parsed; other bodies are taken as bytes.
const READ: [&str; 3] = [JSON, "application/x-www-form-urlencoded", "multipart/form-data"];

/// Status codes of errors, the names of the shared responses, and their descriptions.
const SHARED: [(u16, &str, &str); 17] = [
    (400, "BadRequest", "The request cannot be parsed, or some values are invalid: `errors` lists them"),
    (401, "Unauthorized", "Not signed in, or the site or page requires a password"),
    (403, "Forbidden", "The caller's roles do not allow it, or the CSRF token (`crumb`) is missing or has expired"),
    (404, "NotFound", "It does not exist, or is not visible to the caller"),
    (408, "RequestTimeout", "The request body was sent too slowly"),
    (409, "Conflict", "The request conflicts with the current state"),
    (410, "Gone", "The site no longer exists, or the link has expired"),
    (412, "PreconditionFailed", "Someone saved a newer version"),
    (413, "ContentTooLarge", "The request body is too large"),
    (415, "UnsupportedMediaType", "The content type of the request is not accepted"),
    (422, "UnprocessableContent", "The templates have errors and cannot be published"),
    (428, "PreconditionRequired", "The version to change must be sent in `If-Match`"),
    (429, "TooManyRequests", "Too many requests: `Retry-After` says when to try again"),
    (500, "InternalServerError", "Something went wrong on the server"),
    (502, "BadGateway", "Another service did not respond as expected"),
    (503, "ServiceUnavailable", "The server is temporarily unavailable: `Retry-After` says when to try again"),
    (507, "InsufficientStorage", "The server has no disk space left"),
];

/// Adds the errors that visitor operations return when a site does not exist, is not open or is protected by a
/// password.
pub(crate) fn of_visitors(mut document: OpenApi, policies: &RoutePolicies) -> OpenApi {
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            let refusals = match policies.of(&method, path).site_access() {
                SiteAccess::WithPassword => &[401, 404, 410][..],
                SiteAccess::BeforePassword | SiteAccess::WithoutPassword => &[404, 410],
                SiteAccess::EvenClosed => &[404],
            };
            refusals.iter().for_each(|status| add(operation, *status, &[MEDIA_TYPE]));
        }
    }
    document
}

/// Adds the shared errors to each operation, and sets the media type of all errors.
pub(crate) fn complete(document: &mut OpenApi, policies: &RoutePolicies) {
    let mut used = BTreeSet::new();
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            for status in statuses(operation, &method, policies.of(&method, path)) {
                let is_page = status == 503 && !path.starts_with("/api/");
                add(operation, status, if is_page { &[HTML, MEDIA_TYPE][..] } else { &[MEDIA_TYPE][..] });
            }
            for (status, response) in &mut operation.responses.responses {
                let shared = SHARED.iter().find(|(known, ..)| known.to_string() == *status);
                if let Some((known, name, meaning)) = shared {
                    used.insert(*known);
                    tidy(response, name, meaning);
                }
            }
        }
    }
    let components = document.components.get_or_insert_default();
    for (status, name, meaning) in SHARED.iter().filter(|(status, ..)| used.contains(status)) {
        let mut response = ResponseBuilder::new().description(*meaning).content(MEDIA_TYPE, problem());
        if matches!(*status, 429 | 503) {
            let seconds =
                HeaderBuilder::new().schema(Some(Object::with_type(Type::Integer))).description(Some("Seconds"));
            response = response.header("Retry-After", seconds.build());
        }
        components.responses.insert((*name).to_owned(), response.build().into());
    }
}

/// The operations of a path with their methods.
pub(crate) fn operations(item: &mut PathItem) -> impl Iterator<Item = (Method, &mut Operation)> {
    let all = [
        (Method::GET, &mut item.get),
        (Method::PUT, &mut item.put),
        (Method::POST, &mut item.post),
        (Method::PATCH, &mut item.patch),
        (Method::DELETE, &mut item.delete),
    ];
    all.into_iter().filter_map(|(method, operation)| operation.as_mut().map(|operation| (method, operation)))
}

/// Status codes that an operation can return before its handler runs, or when the server fails.
fn statuses(operation: &Operation, method: &Method, policy: RoutePolicy) -> BTreeSet<u16> {
    let mut statuses = BTreeSet::from([429, 500, 503]);
    if !method.is_safe() {
        statuses.insert(507);
    }
    if csrf::is_guarded(method, policy) {
        statuses.insert(403);
    }
    let alternatives = scopes(operation);
    if !alternatives.is_empty() {
        statuses.insert(401);
    }
    // Permissions belong to a site, which may be unknown to the caller: 404.
    if alternatives.iter().any(|rights| !rights.is_empty()) {
        statuses.extend([403, 404]);
    }
    let takes = |place: &ParameterIn, name: Option<&str>| {
        operation.parameters.iter().flatten().any(|parameter| match parameter {
            RefOr::T(known) => known.parameter_in == *place && name.is_none_or(|name| known.name == name),
            RefOr::Ref(_) => false,
        })
    };
    if takes(&ParameterIn::Path, None) {
        statuses.insert(404);
    }
    if takes(&ParameterIn::Query, None) || takes(&ParameterIn::Header, Some("X-Website-Id")) {
        statuses.insert(400);
    }
    if let Some(RefOr::T(body)) = &operation.request_body {
        statuses.extend([400, 408, 413]);
        if body.content.keys().any(|kind| READ.contains(&kind.as_str())) {
            statuses.insert(415);
        }
    }
    statuses
}

/// Adds an error with its media types; an existing response keeps its own as well.
fn add(operation: &mut Operation, status: u16, kinds: &[&str]) {
    let there = operation.responses.responses.entry(status.to_string());
    if let RefOr::T(response) = there.or_insert_with(|| ResponseBuilder::new().build().into()) {
        for kind in kinds {
            let there = &mut response.content;
            if there.contains_key(*kind) || (*kind == MEDIA_TYPE && there.contains_key(JSON)) {
                continue;
            }
            let content = if *kind == HTML { text() } else { problem() };
            there.insert((*kind).to_owned(), content.into());
        }
    }
}

/// Sets the media type of an error; one without a description of its own refers to the shared response.
fn tidy(response: &mut RefOr<Response>, name: &str, meaning: &str) {
    let RefOr::T(known) = response else { return };
    let contents = std::mem::take(&mut known.content).into_iter();
    known.content =
        contents.map(|(kind, content)| (if kind == JSON { MEDIA_TYPE.to_owned() } else { kind }, content)).collect();
    let is_plain = known.description.is_empty() && known.headers.is_empty();
    if is_plain && known.content.keys().all(|kind| kind == MEDIA_TYPE) {
        *response = Ref::from_response_name(name).into();
    } else if known.description.is_empty() {
        meaning.clone_into(&mut known.description);
    }
}

fn problem() -> Content {
    Content::new(Some(Ref::from_schema_name("Problem")))
}

fn text() -> Content {
    Content::new(Some(Object::with_type(Type::String)))
}
