//! Sentences about problems with addresses. Names of address fields are in English, as countries have them; other
//! languages choose their own word by the name.

stoa_kernel::problem_texts! {
    /// A city is blank.
    pub CITY_MISSING = "city-missing", "Enter the {name}.";
    /// A region is blank.
    pub REGION_MISSING = "region-missing", "Enter the {name}.";
    /// A postal code is blank.
    pub POSTAL_CODE_MISSING = "postal-code-missing", "Enter the {name}.";
    /// A postal code is invalid.
    pub POSTAL_CODE_INVALID = "postal-code-invalid", "Enter a valid {name}.";
    /// A postal code is invalid, and an example is known.
    pub POSTAL_CODE_UNLIKE = "postal-code-unlike", "Enter a valid {name}, such as {example}.";
    /// A region is no state of the United States.
    pub NO_STATE_OF_US = "no-state-of-us", "Enter a state of the United States, such as OR or Oregon.";
    /// A region is no province of Canada.
    pub NO_PROVINCE_OF_CANADA = "no-province-of-canada", "Enter a province of Canada, such as ON or Ontario.";
    /// A region is no state of Australia.
    pub NO_STATE_OF_AUSTRALIA = "no-state-of-australia", "Enter a state of Australia, such as NSW or New South Wales.";
}
