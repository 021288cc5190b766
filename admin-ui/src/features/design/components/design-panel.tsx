import { t } from "@lingui/core/macro";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import ExpandMore from "@mui/icons-material/ExpandMore";
import { useId, useState, type ReactNode } from "react";
import { useWebsite } from "@/shared/session/hooks";
import { ThemeChoice } from "@/shared/ui/theme-choice";
import type { Design, Theme, Values } from "../api";
import { valueOf, valuesOf } from "../rules/style-rules";
import { ContrastNotice } from "./contrast-notice";
import { CssField } from "./css-field";
import { PaletteChoice } from "./palette-choice";
import { SettingField } from "./setting-field";

interface DesignPanelProps {
  design: Design;
  themes: Theme[];
  errors: Record<string, string>;
  editable: boolean;
  onChange: (design: Design) => void;
}

const withoutGroup = () => t`Other`;
const colours = () => t`Colors`;

/** All design settings, one section at a time. */
export function DesignPanel({ design, themes, errors, editable, onChange }: DesignPanelProps) {
  const website = useWebsite();
  const [open, setOpen] = useState<string | null>(colours());
  const theme = themes.find(({ name }) => name === design.theme);
  const values = theme === undefined ? {} : valuesOf(design, theme);
  const setValues = (next: Values) => onChange({ ...design, values: { ...design.values, [design.theme]: next } });
  const groups = [...new Set((theme?.settings ?? []).map(({ group }) => group || withoutGroup()))];
  const part = (title: string, content: ReactNode) => (
    <Part key={title} title={title} open={open === title} onOpen={(isOpen) => setOpen(isOpen ? title : null)}>
      {content}
    </Part>
  );
  return (
    <>
      {part(
        t`Theme`,
        <>
          {errors["theme"] !== undefined && <Typography color="error">{errors["theme"]}</Typography>}
          <ThemeChoice
            themes={themes}
            origin={website.url}
            chosen={design.theme}
            disabled={!editable}
            onChoose={(name) => onChange({ ...design, theme: name })}
          />
        </>,
      )}
      {theme !== undefined &&
        groups.map((group) =>
          part(
            group,
            <>
              {group === colours() && <ContrastNotice theme={theme} values={values} />}
              {group === colours() && theme.palettes.length > 0 && (
                <PaletteChoice
                  theme={theme}
                  values={values}
                  disabled={!editable}
                  onChoose={(palette) => setValues({ ...values, ...palette.values })}
                />
              )}
              <Stack sx={{ gap: 2, pt: 2 }}>
                {theme.settings
                  .filter((setting) => (setting.group || withoutGroup()) === group)
                  .map((setting) => (
                    <SettingField
                      key={`${theme.name}.${setting.name}`}
                      setting={setting}
                      value={valueOf(values, setting)}
                      own={setting.name in values}
                      error={errors[`values.${theme.name}.${setting.name}`]}
                      disabled={!editable}
                      onChange={(value) => setValues({ ...values, [setting.name]: value })}
                      onReset={() =>
                        setValues(Object.fromEntries(Object.entries(values).filter(([name]) => name !== setting.name)))
                      }
                    />
                  ))}
              </Stack>
            </>,
          ),
        )}
      {part(
        t`Custom CSS`,
        <CssField
          css={design.css ?? ""}
          error={errors["css"]}
          editable={editable}
          onChange={(css) => onChange({ ...design, css })}
        />,
      )}
    </>
  );
}

interface PartProps {
  title: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  children: ReactNode;
}

function Part({ title, open, onOpen, children }: PartProps) {
  const id = useId();
  return (
    <Accordion
      expanded={open}
      onChange={(_, isOpen) => onOpen(isOpen)}
      disableGutters
      elevation={0}
      square
      slots={{ heading: "h2" }}
      slotProps={{ transition: { unmountOnExit: true } }}
    >
      <AccordionSummary id={`${id}-title`} aria-controls={`${id}-content`} expandIcon={<ExpandMore />}>
        <Typography variant="h3" component="span">
          {title}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>{children}</AccordionDetails>
    </Accordion>
  );
}
