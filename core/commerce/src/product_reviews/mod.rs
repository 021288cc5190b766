//! Product reviews by buyers: requested by e-mail, moderated by the store, shown with the product.

mod model;
mod moderation;
mod personal;
mod requests;
mod review_form;
mod shown;
mod texts;

pub use model::{Review, ReviewCounts, ReviewFilter};
pub use moderation::{change_states, counts, list, reply};
pub use requests::{OLDEST_MS, next_due, write_due};
pub use review_form::{
    ExistingReview, NewReview, ReviewForm, ReviewFormItem, SubmittedReviews, path, review_form, submit, token,
};
pub use shown::{Ratings, ShownReview, of_product, tag};
pub use texts::{MAX_NAME, MAX_TEXT};

pub(crate) use personal::ReviewData;
pub(crate) use requests::ReviewRequestEmails;
