//! Sentences about problems that contributors have with accounts and sites. The admin says them in its language, by
//! their code (`admin-ui/src/shared/i18n/problem-texts/`); other clients get English.

stoa_kernel::problem_texts! {
    pub(crate) ALREADY_A_CONTRIBUTOR = "already-a-contributor", "This person is already a contributor.";
    pub(crate) TOO_MANY_INVITATIONS = "too-many-invitations",
        "Too many invitations are pending. Withdraw some of them first.";
    pub(crate) CHOOSE_AT_LEAST_ONE_ROLE = "choose-at-least-one-role", "Choose at least one role.";
    pub(crate) NOT_YOUR_CURRENT_PASSWORD = "not-your-current-password", "This is not your current password.";
    pub(crate) CODE_WRONG_EXPIRED_OR_USED = "code-wrong-expired-or-used",
        "This code is wrong, has expired or was already used.";
    pub(crate) CODE_FROM_AUTHENTICATOR = "code-from-authenticator", "Enter the code from your authenticator app.";
    pub(crate) CODE_WRONG_WAIT_FOR_NEXT = "code-wrong-wait-for-next",
        "This code is wrong, has expired or was already used. Wait for the next one.";
    pub(crate) TOO_MANY_WRONG_CODES = "too-many-wrong-codes", "Too many wrong codes. Please try again in 15 minutes.";
    pub(crate) TWO_STEP_IS_ON = "two-step-is-on", "Two-step sign-in is already on. Turn it off first.";
    pub(crate) TWO_STEP_IS_NOT_ON = "two-step-is-not-on", "Two-step sign-in is not on. Set it up first.";
    pub(crate) SITE_REQUIRES_TWO_STEP = "site-requires-two-step",
        "This site requires two-step sign-in. Set it up for your account, then continue.";
    pub(crate) TWO_STEP_FOR_YOURSELF_FIRST = "two-step-for-yourself-first",
        "Set up two-step sign-in for your own account first.";
    pub(crate) LINK_USED_OR_EXPIRED = "link-used-or-expired",
        "This link was already used or has expired. Request a new one.";
    pub(crate) SIGN_UP_NOT_OPEN = "sign-up-not-open",
        "Sign-up is not open here. Ask the owner of a site to invite you.";
    pub(crate) NEEDS_AN_ADMINISTRATOR = "needs-an-administrator",
        "A site needs at least one administrator. Make someone else an administrator first.";
    pub(crate) INVITATION_USED_OR_EXPIRED = "invitation-used-or-expired",
        "This invitation was used, withdrawn or has expired. Ask for a new one.";
    pub(crate) EMAIL_OR_PASSWORD_INCORRECT = "email-or-password-incorrect",
        "The e-mail address or password is incorrect.";
    pub(crate) SESSION_HAS_ENDED = "session-has-ended", "Your session has ended. Please sign in again.";
    /// The name of a person or a site is blank.
    pub PLEASE_ENTER_A_NAME = "please-enter-a-name", "Please enter a name";
    pub(crate) CHOOSE_A_PASSWORD = "choose-a-password", "Please choose a password of {least} to {most} characters";
    pub(crate) ADDRESS_OF_A_SITE = "address-of-a-site",
        "Use {least} to {most} lower-case letters, digits and hyphens; no hyphen at either end.";
    pub(crate) ONLY_OWNERS_CREATE_SITES = "only-owners-create-sites",
        "Only people who own a site can create sites here. Ask the administrator of this installation.";
    pub(crate) SITE_HAS_NO_TRIAL = "site-has-no-trial", "This site has no trial.";
    pub(crate) TRIAL_EXTENDED_ALREADY = "trial-extended-already", "The trial of this site was already extended.";
    pub(crate) MOST_SITES_OWNED = "most-sites-owned",
        "You own {count} sites, the maximum for one account. Ask the administrator of this installation.";
    pub(crate) NAME_IS_TAKEN = "name-is-taken", "'{name}' is already taken.";
}
