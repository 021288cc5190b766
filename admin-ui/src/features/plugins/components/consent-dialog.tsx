import { useState } from "react";
import { FormDialog } from "@/shared/form/form-dialog";
import type { Grants, Permission, PluginSecret } from "../api";
import { PermissionList } from "./permissions";

interface ConsentDialogProps {
  title: string;
  intro: string;
  submitLabel: string;
  /** What is asked for. */
  permissions: readonly Permission[];
  secrets: readonly PluginSecret[];
  /** What is granted if nothing is taken away. */
  grants: Grants;
  busy: boolean;
  error: string | null;
  onGrant: (grants: Grants) => void;
  onClose: () => void;
}

/** Asks whether a plugin may do what it needs. */
export function ConsentDialog({ permissions, secrets, grants, onGrant, ...dialog }: ConsentDialogProps) {
  const [granted, setGranted] = useState(grants);
  return (
    <FormDialog
      {...dialog}
      width="sm"
      onSubmit={(event) => {
        event.preventDefault();
        // In React's tree this form may be inside another one.
        event.stopPropagation();
        onGrant(granted);
      }}
    >
      <PermissionList permissions={permissions} secrets={secrets} grants={granted} onChange={setGranted} />
    </FormDialog>
  );
}
