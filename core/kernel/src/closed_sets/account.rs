//! Accounts of contributors and visitors: what their e-mails are for.

use crate::closed_set::closed_set;

closed_set! {
    /// What a link that a contributor receives is for.
    AccountLinkPurpose {
        /// Resetting the password.
        Password = "password",
        /// Creating an account.
        SignUp = "sign-up",
        /// Creating the first account of an installation.
        SetUp = "set-up",
    }
}

closed_set! {
    /// A change to the credentials of a contributor.
    AccountChange {
        /// The password was changed.
        Password = "password",
        /// Two-step sign-in was turned on.
        SecondFactorOn = "second-factor-on",
        /// Two-step sign-in was turned off.
        SecondFactorOff = "second-factor-off",
        /// The recovery codes were replaced.
        RecoveryCodes = "recovery-codes",
    }
}

closed_set! {
    /// Purpose of an e-mail to the holder of a visitor account.
    AccountEmailKind {
        /// Verify the e-mail address.
        EmailVerification = "email-verification",
        /// Confirm a new e-mail address.
        EmailChange = "email-change",
        /// Notify the current address of such a change, with a link to cancel it.
        EmailChangeNotice = "email-change-notice",
        /// Reset the password.
        PasswordReset = "password-reset",
        /// Notify that the address already has an account. Contains no token.
        AccountExists = "account-exists",
    }
}

closed_set! {
    /// Accounts that get the same survey questions.
    SurveyCohort {
        /// The first.
        A = "A",
        /// The second.
        B = "B",
        /// The third.
        C = "C",
        /// The fourth.
        D = "D",
        /// The fifth.
        E = "E",
    }
}
