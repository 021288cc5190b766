import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useMemo, useState } from "react";
import type { PageDocument, Section } from "@/shared/page-document/document";
import type { Page } from "../../api";
import { useClipboardCommands } from "../../hooks/use-clipboard";
import { usePreview } from "../../hooks/use-preview";
import { sectionTemplates } from "../../section-library/templates";
import { SavedSections } from "./saved-sections";
import { SectionCard } from "./section-card";
import { cardGrid } from "./section-library-styles";

interface SectionLibraryProps {
  page: Page;
  onClose: () => void;
}

/** Ready-made sections to add to the page, each with a preview. */
export default function SectionLibrary({ page, onClose }: SectionLibraryProps) {
  const { put } = useClipboardCommands();
  const [shelf, setShelf] = useState<"templates" | "saved">("templates");
  const add = (section: Section) => {
    if (put({ type: "section", section })) onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="section-library-title">
      <DialogTitle id="section-library-title" sx={{ pb: 0 }}>
        {t`Add a section`}
      </DialogTitle>
      <Tabs
        value={shelf}
        onChange={(_, next: typeof shelf) => setShelf(next)}
        aria-label={t`Sections`}
        sx={{ px: 3, flexShrink: 0 }}
      >
        <Tab value="templates" label={t`Ready-made`} />
        <Tab value="saved" label={t`Saved`} />
      </Tabs>
      <DialogContent dividers>
        {shelf === "templates" ? <Templates page={page} onAdd={add} /> : <SavedSections page={page} onAdd={add} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t`Cancel`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The built-in sections. */
function Templates({ page, onAdd }: { page: Page; onAdd: (section: Section) => void }) {
  const [templates] = useState(sectionTemplates);
  const document = useMemo<PageDocument>(
    () => ({ version: 1, sections: templates.map(({ section }) => section) }),
    [templates],
  );
  const preview = usePreview(page, document);
  return (
    <Box component="ul" sx={cardGrid}>
      {templates.map(({ name, description, section }) => (
        <Box component="li" key={section.id}>
          <SectionCard
            name={name}
            description={description}
            sectionId={section.id}
            html={preview.html}
            onAdd={() => onAdd(section)}
          />
        </Box>
      ))}
    </Box>
  );
}
