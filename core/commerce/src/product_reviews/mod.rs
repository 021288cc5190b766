//! What buyers say about what they have bought: asked for by a link, looked through by the shop, shown with the product.

mod ask;
mod due;
mod model;
mod moderation;
mod personal;
mod shown;
mod texts;

pub use ask::{Asked, AskedItem, Given, NewReview, Sent, asked, path, token, write};
pub use due::{OLDEST_MS, next_due, write_due};
pub use model::{Review, ReviewCounts, ReviewFilter, ReviewState};
pub use moderation::{change_states, counts, list, reply};
pub use shown::{Ratings, ShownReview, of_product, tag};
pub use texts::{MOST_NAME, MOST_TEXT};

pub(crate) use due::{receiver_of, stop};
pub(crate) use personal::{asked_of, forget_order, forget_requests, of_orders};
