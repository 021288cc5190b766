import { t } from "@lingui/core/macro";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { Grants, Permission, PluginSecret } from "../api";
import { hostOf, permissionTexts, readsText } from "../words";

/** The grants that allow all that a plugin asks for. */
export function allGrants(permissions: readonly Permission[]): Grants {
  return {
    origins: permissions.flatMap((one) => (one.kind === "http" ? one.origins : [])),
    data: permissions.flatMap((one) => (one.kind === "reads" ? [one.data] : [])),
  };
}

/** What was granted before and all that is new. */
export function withNew(grants: Grants, added: readonly Permission[]): Grants {
  const more = allGrants(added);
  return {
    origins: [...new Set([...grants.origins, ...more.origins])],
    data: [...new Set([...grants.data, ...more.data])],
  };
}

function toggled<T>(chosen: readonly T[], value: T): T[] {
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
}

interface PermissionWordsProps {
  permissions: readonly Permission[];
  /** The secrets of the plugin, with their names for people. */
  secrets: readonly PluginSecret[];
}

/** What a plugin asks for, in plain words. */
export function PermissionWords({ permissions, secrets }: PermissionWordsProps) {
  if (permissions.length === 0) return <Nothing />;
  return (
    <Stack component="ul" aria-label={t`Permissions`} sx={{ m: 0, pl: 2.5, gap: 0.5 }}>
      {permissions
        .flatMap((permission) => permissionTexts(permission, secrets))
        .map((text) => (
          <Typography component="li" key={text} variant="body2" sx={{ overflowWrap: "anywhere" }}>
            {text}
          </Typography>
        ))}
    </Stack>
  );
}

function Nothing() {
  return (
    <Typography variant="body2" color="textSecondary">
      {t`It has its own settings, and nothing else.`}
    </Typography>
  );
}

interface PermissionListProps extends PermissionWordsProps {
  grants: Grants;
  /** Null if they cannot be changed. */
  onChange: ((grants: Grants) => void) | null;
}

/** What a plugin may do in plain words. Hosts and data can be taken from it. */
export function PermissionList({ permissions, secrets, grants, onChange }: PermissionListProps) {
  if (permissions.length === 0) return <Nothing />;
  return (
    <Stack component="ul" aria-label={t`Permissions`} sx={{ listStyle: "none", m: 0, p: 0, gap: 0.5 }}>
      {permissions.map((permission) => (
        <PermissionRows
          key={permission.kind === "reads" ? `reads ${permission.data}` : permission.kind}
          permission={permission}
          secrets={secrets}
          grants={grants}
          onChange={onChange}
        />
      ))}
    </Stack>
  );
}

interface PermissionRowsProps extends Pick<PermissionListProps, "secrets" | "grants" | "onChange"> {
  permission: Permission;
}

function PermissionRows({ permission, secrets, grants, onChange }: PermissionRowsProps) {
  switch (permission.kind) {
    case "http":
      return permission.origins.map((origin) => (
        <Choice
          key={origin}
          label={t`Talks to ${{ host: hostOf(origin) }}`}
          checked={grants.origins.includes(origin)}
          onToggle={onChange && (() => onChange({ ...grants, origins: toggled(grants.origins, origin) }))}
        />
      ));
    case "reads": {
      const { data } = permission;
      return (
        <Choice
          label={readsText(data)}
          checked={grants.data.includes(data)}
          onToggle={onChange && (() => onChange({ ...grants, data: toggled(grants.data, data) }))}
        />
      );
    }
    default:
      return permissionTexts(permission, secrets).map((text) => (
        <Typography component="li" key={text} variant="body2" sx={{ py: 1, overflowWrap: "anywhere" }}>
          {text}
        </Typography>
      ));
  }
}

interface ChoiceProps {
  label: string;
  checked: boolean;
  onToggle: (() => void) | null;
}

function Choice({ label, checked, onToggle }: ChoiceProps) {
  return (
    <li>
      <FormControlLabel
        control={<Checkbox checked={checked} disabled={onToggle === null} onChange={() => onToggle?.()} />}
        label={label}
        sx={{ overflowWrap: "anywhere" }}
      />
    </li>
  );
}
