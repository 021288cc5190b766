import { expect, it } from "vitest";
import { editorLabels } from "./editor-labels";

// spec: editor.labels.punctuation.open
it("keeps every text verbatim, including final punctuation", () => {
  expect(Object.values(editorLabels)).toEqual([
    "Unable to load results",
    "Unable to load collections",
    "Unable to load fonts",
    "Unable to load. Try again.",
    "Something went wrong",
    "Network error",
    "No response data from job request",
    "File processing failed",
    "File processing cancelled",
    "File upload failed to complete",
    "There was a problem while renaming your file.",
    "There was a problem while uploading your file.",
    "Unable to connect. Please try again",
    "Unable to locate content",
    "Code editing is not available on Android.",
    "Failed to load timezone",
    "You don't have any mailing lists. Please create one before continuing.",
  ]);
});
