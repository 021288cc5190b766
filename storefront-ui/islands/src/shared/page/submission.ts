/** Fired on a form when its submission was accepted, before anything else. */
export const submissionSuccess = "form-submission-success";
