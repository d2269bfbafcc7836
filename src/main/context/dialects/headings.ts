/** Headings of loaded texts that have no other (seeds/001). */
import type { DialectPrompt, DocumentSection, Section } from './types.ts';

export const MARKDOWN_HEADINGS: Pick<DialectPrompt, 'skillText' | 'referenceText' | 'loadedSections'> = {
  skillText: (skill) => `### Skill: ${skill.id}\n${skill.instructions}`,
  referenceText: (skill, reference) => `### ${skill.id} - ${reference.path}\n${reference.text}`,
  /** Instructions first, then references, under a heading each. */
  loadedSections: (documents) => [
    ...under('## Loaded Skill Instructions', documents, 'skill'),
    ...under('## Loaded Skill References', documents, 'reference'),
  ],
};

/** The heading is a separate section: a skill counts the tokens its load reported, whether it comes first or not. */
function under(text: string, documents: readonly DocumentSection[], kind: DocumentSection['part']['kind']): Section[] {
  const below = documents.filter(({ part }) => part.kind === kind);
  return below.length === 0
    ? []
    : [{ part: { kind: 'base', label: text.replace(/^#+ /, ''), reason: 'heading' }, text }, ...below];
}
