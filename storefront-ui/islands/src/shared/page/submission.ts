/** Fired on a form when its answer was taken, before anything else follows. */
export const submissionSuccess = "form-submission-success";
