import { TextField } from "@/shared/react/field";

interface ValueProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function EmailField({ label = "Email", ...props }: ValueProps & { label?: string }) {
  return <TextField label={label} type="email" autoComplete="email" {...props} />;
}

/** Validates the form of an e-mail address; whether it has an account is not revealed. */
export function emailErrors(email: string): { email?: string } {
  return /^\s*\S+@\S+\s*$/.test(email) ? {} : { email: "Please enter a valid email" };
}

/** Field for the current password. */
export function PasswordField({ label = "Password", ...props }: ValueProps & { label?: string }) {
  return <TextField label={label} type="password" autoComplete="current-password" {...props} />;
}

/** Field for a new password. */
export function NewPasswordField({ label, ...props }: ValueProps & { label: string }) {
  const help = "At least 8 characters.";
  return <TextField label={label} type="password" autoComplete="new-password" help={help} {...props} />;
}

interface Names {
  firstName: string;
  lastName: string;
}

interface NameFieldsProps {
  names: Names;
  errors: Partial<Record<string, string>>;
  onChange: (part: Partial<Names>) => void;
}

export function NameFields({ names, errors, onChange }: NameFieldsProps) {
  return (
    <div className="stoa-fields">
      <TextField
        label="First name"
        isOptional
        autoComplete="given-name"
        value={names.firstName}
        error={errors["firstName"]}
        onChange={(firstName) => onChange({ firstName })}
      />
      <TextField
        label="Last name"
        isOptional
        autoComplete="family-name"
        value={names.lastName}
        error={errors["lastName"]}
        onChange={(lastName) => onChange({ lastName })}
      />
    </div>
  );
}
