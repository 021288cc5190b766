import { TextField } from "@/shared/react/field";
import { textOf } from "@/shared/text/messages";

interface ValueProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function EmailField({ label = textOf("account.email"), ...props }: ValueProps & { label?: string }) {
  return <TextField label={label} type="email" autoComplete="email" {...props} />;
}

/** Validates the form of an e-mail address; whether it has an account is not revealed. */
export function emailErrors(email: string): { email?: string } {
  return /^\s*\S+@\S+\s*$/.test(email) ? {} : { email: textOf("account.emailInvalid") };
}

/** Field for the current password. */
export function PasswordField({ label = textOf("account.password"), ...props }: ValueProps & { label?: string }) {
  return <TextField label={label} type="password" autoComplete="current-password" {...props} />;
}

export function NewPasswordField({ label, ...props }: ValueProps & { label: string }) {
  const help = textOf("account.passwordHelp");
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
        label={textOf("address.firstName")}
        isOptional
        autoComplete="given-name"
        value={names.firstName}
        error={errors["firstName"]}
        onChange={(firstName) => onChange({ firstName })}
      />
      <TextField
        label={textOf("address.lastName")}
        isOptional
        autoComplete="family-name"
        value={names.lastName}
        error={errors["lastName"]}
        onChange={(lastName) => onChange({ lastName })}
      />
    </div>
  );
}
