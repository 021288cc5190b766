// Written by `stoa plugin build` from the folder `locales`.
export default {};
