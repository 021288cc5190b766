import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import type { PageDocument, Section } from "@/shared/page-document/document";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useSize } from "@/shared/hooks/use-size";
import type { Page } from "../../api";
import { pasted } from "../../clipboard/clipping";
import { blockLimit } from "../../document/types";
import { useCommands } from "../../hooks/use-commands";
import { usePreview } from "../../hooks/use-preview";
import { sectionPage } from "../../section-library/section-page";
import { sectionTemplates } from "../../section-library/templates";

interface SectionLibraryProps {
  page: Page;
  onClose: () => void;
}

/** Sections ready to be put onto the page, each shown as it will look there. */
export default function SectionLibrary({ page, onClose }: SectionLibraryProps) {
  const commands = useCommands();
  const toast = useToast();
  const [templates] = useState(sectionTemplates);
  const document = useMemo<PageDocument>(() => ({ version: 1, sections: templates.map(({ section }) => section) }), [templates]);
  const preview = usePreview(page, document);
  const add = (section: Section) => {
    const open = commands.read();
    const done = open === null ? null : pasted(open.document, open.selection, { type: "section", section });
    if (done === null) {
      toast.warn(`A page holds at most ${blockLimit} blocks.`);
      return;
    }
    commands.change(done[0]);
    commands.select(done[1]);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="section-library-title">
      <DialogTitle id="section-library-title">Add a section</DialogTitle>
      <DialogContent>
        <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
          {templates.map(({ name, description, section }) => (
            <Box component="li" key={section.id}>
              <SectionCard name={name} description={description} sectionId={section.id} html={preview.html} onAdd={() => add(section)} />
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface SectionCardProps {
  name: string;
  description: string;
  sectionId: string;
  /** The page that shows it; null before it is drawn. */
  html: string | null;
  onAdd: () => void;
}

/** The width at which a section is shown, and how much of it, in CSS pixels of the page. */
const shownWidth = 1100;
const shownHeight = 640;

function SectionCard({ name, description, sectionId, html, onAdd }: SectionCardProps) {
  const website = useWebsite();
  const [room, size] = useSize();
  const scale = size.width / shownWidth;
  const alone = useMemo(() => (html === null ? null : sectionPage(html, sectionId, website.url)), [html, sectionId, website.url]);
  return (
    <ButtonBase
      onClick={onAdd}
      aria-label={`Add ${name}`}
      sx={{
        display: "block",
        width: "100%",
        textAlign: "left",
        border: 1,
        borderColor: "divider",
        borderRadius: 1.5,
        overflow: "hidden",
        "&:hover, &.Mui-focusVisible": { borderColor: "primary.main", outline: "1px solid", outlineColor: "primary.main" },
      }}
    >
      <Box ref={room} sx={{ height: shownHeight * scale || 180, overflow: "hidden", bgcolor: "action.hover", pointerEvents: "none" }}>
        {alone !== null && scale > 0 && (
          <iframe
            title={`How ${name} looks`}
            sandbox=""
            tabIndex={-1}
            aria-hidden
            srcDoc={alone}
            style={{ border: 0, width: shownWidth, height: shownHeight, transform: `scale(${scale})`, transformOrigin: "0 0", background: "#fff" }}
          />
        )}
      </Box>
      <Box sx={{ p: 1.5 }}>
        <Typography variant="subtitle2">{name}</Typography>
        <Typography variant="caption" color="textSecondary">
          {description}
        </Typography>
      </Box>
    </ButtonBase>
  );
}
