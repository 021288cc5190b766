export default {
  extends: ["stylelint-config-recommended"],
  rules: {
    // Rules stand together by what they style. The linter compares selectors by their last part alone, so that nearly
    // all of its findings are selectors that never match the same element.
    "no-descending-specificity": null,
    // Chromium knows this value only by its prefix.
    "declaration-property-value-no-unknown": [true, { ignoreProperties: { "text-align": "-webkit-match-parent" } }],
  },
};
