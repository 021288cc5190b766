import { documentIn, type Block, type Section } from "@/shared/page-document/document";
import { newId } from "../document/ids";
import written from "./templates.json?raw";

/** A ready-made section. */
interface SectionTemplate {
  name: string;
  description: string;
  section: Section;
}

/** A template as written in the source: without ids. */
interface WrittenTemplate {
  name: string;
  description: string;
  section: { settings: unknown; rows: { columns: { span: number; blocks: Omit<Block, "id">[] }[] }[] };
}

/** The built-in sections, each with new ids. */
export function sectionTemplates(): SectionTemplate[] {
  return (JSON.parse(written) as WrittenTemplate[]).flatMap(({ name, description, section }) => {
    const rows = section.rows.map((row) => ({
      id: newId(),
      columns: row.columns.map((column) => ({
        ...column,
        blocks: column.blocks.map((block) => ({ ...block, id: newId() })),
      })),
    }));
    const read = documentIn({ version: 1, sections: [{ ...section, id: newId(), rows }] })?.sections[0];
    return read === undefined ? [] : [{ name, description, section: read }];
  });
}
