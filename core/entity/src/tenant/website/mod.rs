//! The site as a whole: settings, copies, audit log and events.

pub mod audit;
pub mod commerce_preferences;
pub mod outbox;
pub mod site;
pub mod site_copy;
pub mod site_lock;
pub mod visitor_event;
pub mod website_setting;
