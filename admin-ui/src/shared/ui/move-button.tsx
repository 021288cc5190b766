import IconButton, { type IconButtonProps } from "@mui/material/IconButton";

interface MoveButtonProps extends Pick<IconButtonProps, "size" | "children"> {
  label: string;
  /** Nothing is left to pass, or the last step is still under way. */
  blocked: boolean;
  onMove: () => void;
}

/** One step of what is put into order by hand. Where it leads no further it stays a button, so that it keeps the focus. */
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
