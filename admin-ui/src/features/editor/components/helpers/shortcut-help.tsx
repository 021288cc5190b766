import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";

const groups = (): { title: string; keys: [string, string][] }[] => [
  {
    get title() {
      return t`Everywhere`;
    },
    keys: [
      [
        t`Ctrl K`,
        t`Search: commands, blocks, pages, products, orders, customers and settings; in formatted text, make a link`,
      ],
      [t`Ctrl Z`, t`Undo`],
      [t`Ctrl Shift Z`, t`Redo`],
      [t`Ctrl C, Ctrl X, Ctrl V`, t`Copy, cut and paste blocks and sections, also to other pages`],
      ["?", t`This help`],
    ],
  },
  {
    get title() {
      return t`On the canvas`;
    },
    keys: [
      ["↑ ↓", t`Choose the block before or after`],
      [t`Alt ↑, Alt ↓`, t`Move it`],
      [t`Enter, double click`, t`Edit its text or its settings`],
      ["+", t`Add a block after it`],
      [t`Ctrl D`, t`Duplicate it`],
      ["Delete", t`Remove it`],
      ["Escape", t`Choose the section around it, then the page`],
    ],
  },
  {
    get title() {
      return t`On a handle`;
    },
    keys: [
      ["Space", t`Pick up, and drop`],
      ["↑ ↓", t`Go to the next drop position`],
      ["Escape", t`Cancel the move`],
    ],
  },
];

export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="shortcut-help-title">
      <DialogTitle id="shortcut-help-title">{t`Editor shortcuts`}</DialogTitle>
      <DialogContent>
        {groups().map(({ title, keys }) => (
          <Box key={title} component="section" sx={{ mb: 2.5 }}>
            <Typography variant="overline" component="h3" color="textSecondary">
              {title}
            </Typography>
            <Box
              component="dl"
              sx={{ m: 0, display: "grid", gridTemplateColumns: "minmax(120px, auto) 1fr", columnGap: 2, rowGap: 0.75 }}
            >
              {keys.map(([key, meaning]) => (
                <Box key={key} sx={{ display: "contents" }}>
                  <Typography component="dt" variant="body2" sx={{ fontWeight: 600 }}>
                    {key}
                  </Typography>
                  <Typography component="dd" variant="body2" sx={{ m: 0 }}>
                    {meaning}
                  </Typography>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
        <Typography variant="caption" color="textSecondary">
          {t`On a Mac, use the Command key in place of Ctrl.`}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t`Close`}</Button>
      </DialogActions>
    </Dialog>
  );
}
