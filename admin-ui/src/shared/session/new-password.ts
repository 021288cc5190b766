/** Client-side rules for a new password; the server enforces them. */
export const newPasswordRules = {
  required: "Choose a password",
  minLength: { value: 10, message: "At least 10 characters" },
};
