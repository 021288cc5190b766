//! E-mails and webhook calls: the status of their delivery.

use crate::closed_set::closed_set;

closed_set! {
    /// Status of the delivery of an e-mail or webhook call.
    DeliveryStatus {
        /// To be sent or retried.
        Queued = "queued",
        /// Accepted by the receiver.
        Sent = "sent",
        /// Given up.
        Failed = "failed",
        /// Never to be sent: the address can belong to nobody.
        Suppressed = "suppressed",
    }
}
