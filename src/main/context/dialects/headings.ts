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

function under(heading: string, documents: readonly DocumentSection[], kind: DocumentSection['kind']): Section[] {
  return documents
    .filter((document) => document.kind === kind)
    .map((document, index) => (index === 0 ? { ...document, text: `${heading}\n\n${document.text}` } : document));
}
