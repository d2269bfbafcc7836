/** How loaded texts are headed where nothing else says what they are (seeds/001). */
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

/** The heading is a section of its own: a skill takes as many tokens as its load said, whether it stands first or not. */
function under(text: string, documents: readonly DocumentSection[], kind: DocumentSection['part']['kind']): Section[] {
  const below = documents.filter(({ part }) => part.kind === kind);
  return below.length === 0
    ? []
    : [{ part: { kind: 'base', label: text.replace(/^#+ /, ''), reason: 'heading' }, text }, ...below];
}
