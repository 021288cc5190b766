import { t } from "@lingui/core/macro";
import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Typography from "@mui/material/Typography";
import { roles } from "@/shared/session/roles";

interface RolesFieldProps {
  value: readonly number[];
  error?: string | undefined;
  onChange: (value: number[]) => void;
}

/** Roles of a contributor; permissions add up. */
export function RolesField({ value, error, onChange }: RolesFieldProps) {
  return (
    <FormControl component="fieldset" error={error !== undefined}>
      <FormLabel component="legend">{t`Roles`}</FormLabel>
      <FormGroup>
        {roles.map((role) => (
          <FormControlLabel
            key={role.id}
            sx={{ alignItems: "flex-start", mt: 0.5 }}
            control={
              <Checkbox
                size="small"
                sx={{ py: 0.25 }}
                checked={value.includes(role.id)}
                onChange={(_, checked) =>
                  onChange(checked ? [...value, role.id] : value.filter((id) => id !== role.id))
                }
              />
            }
            label={
              <>
                <Typography variant="body2">{role.name}</Typography>
                <Typography variant="caption" color="textSecondary">
                  {role.allows}
                </Typography>
              </>
            }
          />
        ))}
      </FormGroup>
      {error !== undefined && <FormHelperText>{error}</FormHelperText>}
    </FormControl>
  );
}
