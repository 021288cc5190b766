/** What the browser checks of a password to be; the server has the last word. */
export const newPasswordRules = {
  required: "Choose a password",
  minLength: { value: 10, message: "At least 10 characters" },
};
