import { t } from "@lingui/core/macro";

/** Error messages of the editors, verbatim. */
export const editorLabels = {
  get results() {
    return t`Unable to load results`;
  },
  get collections() {
    return t`Unable to load collections`;
  },
  get fonts() {
    return t`Unable to load fonts`;
  },
  get anything() {
    return t`Unable to load. Try again.`;
  },
  get wrong() {
    return t`Something went wrong`;
  },
  get network() {
    return t`Network error`;
  },
  get noJobData() {
    return t`No response data from job request`;
  },
  get processingFailed() {
    return t`File processing failed`;
  },
  get processingCancelled() {
    return t`File processing cancelled`;
  },
  get uploadIncomplete() {
    return t`File upload failed to complete`;
  },
  get rename() {
    return t`There was a problem while renaming your file.`;
  },
  get upload() {
    return t`There was a problem while uploading your file.`;
  },
  get connect() {
    return t`Unable to connect. Please try again`;
  },
  get content() {
    return t`Unable to locate content`;
  },
  get android() {
    return t`Code editing is not available on Android.`;
  },
  get timeZone() {
    return t`Failed to load timezone`;
  },
  get mailingLists() {
    return t`You don't have any mailing lists. Please create one before continuing.`;
  },
} as const;
