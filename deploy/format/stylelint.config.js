export default {
  extends: ["stylelint-config-recommended"],
  rules: {
    // Rules stand together by what they style. The linter compares selectors by their last part alone, so that nearly
    // all of its findings are selectors that never match the same element.
    "no-descending-specificity": null,
  },
};
