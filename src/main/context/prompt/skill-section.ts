/** Text of a loaded skill in the system message (CONTRACT §3). */
import type { SkillDocument } from '../../skills/types.ts';
import type { RunWith } from '../dialects/types.ts';

/**
 * The section below the `### Skill: …` heading. The body follows `## Instructions` and one line break, byte for byte.
 * @param runWith the command that runs a script on this machine, shown to the model and valid as shown.
 */
export async function skillInstructions(document: SkillDocument, runWith: RunWith): Promise<string> {
  const { summary, scripts, references, body } = document;
  const context = [`- **Skill Directory**: \`${summary.dir}\``];
  if (scripts.length > 0) {
    context.push('- **Available Scripts**:');
    for (const script of scripts) {
      context.push(`  - \`${script.absolute}\` (run with: \`${await runWith(script.absolute)}\`)`);
    }
  }
  const readable = references.filter((reference) => reference.text).map((reference) => `\`${reference.path}\``);
  const binary = references
    .filter((reference) => !reference.text)
    .map((reference) => `\`${reference.path}\` (${reference.bytes} bytes)`);
  if (readable.length > 0) context.push(`- **Available References**: ${readable.join(', ')}`);
  if (binary.length > 0) context.push(`- **Other Files** (binary, cannot be loaded): ${binary.join(', ')}`);
  return [
    `# Skill: ${summary.id}`,
    '',
    summary.description,
    '',
    '## Skill Context',
    ...context,
    '',
    '## Instructions',
    body,
  ].join('\n');
}
