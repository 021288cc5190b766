import IconButton, { type IconButtonProps } from "@mui/material/IconButton";

interface MoveButtonProps extends Pick<IconButtonProps, "size" | "children"> {
  label: string;
  /** Already at the end, or the last move is still being saved. */
  blocked: boolean;
  onMove: () => void;
}

/** Moves an item of a manual order by one. It is not disabled at the end, so that it keeps the focus. */
export function MoveButton({ label, blocked, onMove, size = "medium", children }: MoveButtonProps) {
  return (
    <IconButton
      size={size}
      aria-label={label}
      aria-disabled={blocked}
      onClick={() => {
        if (!blocked) onMove();
      }}
      sx={{ "&[aria-disabled=true]": { color: "action.disabled", cursor: "default" } }}
    >
      {children}
    </IconButton>
  );
}
