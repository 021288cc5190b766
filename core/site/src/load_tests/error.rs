//! Why a load test may not start or go on.

use stoa_kernel::{ErrorCode, Failure};

/// Why a run may not start or go on. The texts are for those who run load tests, and say what to switch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadTestRefusal {
    /// Not allowed, no longer allowed, or another key: a stranger is not told which.
    #[error(
        "This site does not allow load tests with this key. Its owner can allow them in the admin under Settings, Load \
         tests: set until when they are allowed, and create a key."
    )]
    NotAllowed,
    /// The installation forbids them.
    #[error(
        "This installation does not allow load tests. Its operator can allow them with the setting load_tests.allowed."
    )]
    Off,
    /// No payment method is in test mode.
    #[error("This shop offers no payment method in test mode. Switch on Test mode in the admin under Payments.")]
    RealPayments,
    /// Visitors cannot open the site.
    #[error(
        "Visitors cannot open this site. Make it public, or remove its password in the admin under Settings, Site \
         password."
    )]
    SiteClosed,
    /// Another run of the site has the name.
    #[error("Another run on this site has this name. Choose another one, such as with the time.")]
    NameUsed,
    /// The pass is invalid or its run is over.
    #[error("This load test has ended or was never allowed here.")]
    Ended,
}

impl LoadTestRefusal {
    /// Its public code.
    pub fn code(self) -> ErrorCode {
        match self {
            Self::NotAllowed => ErrorCode::LoadTestNotAllowed,
            Self::Off => ErrorCode::LoadTestsOff,
            Self::RealPayments => ErrorCode::LoadTestRealPayments,
            Self::SiteClosed => ErrorCode::LoadTestSiteClosed,
            Self::NameUsed => ErrorCode::LoadTestNameUsed,
            Self::Ended => ErrorCode::LoadTestEnded,
        }
    }
}

impl From<LoadTestRefusal> for Failure {
    fn from(refusal: LoadTestRefusal) -> Self {
        Self::new(refusal.code(), refusal.to_string())
    }
}
