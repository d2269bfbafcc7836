import type { CatalogEntry } from '../../../shared/events.ts';
import { skillWords } from '../../../shared/skills/skill-list.ts';

/**
 * One line of the catalog. A description is put on one line, or it would break the list.
 * @param loaded `undefined` for a line without a mark.
 */
export function catalogLine(
  entry: Pick<CatalogEntry, 'id' | 'name' | 'description' | 'whenToUse'> & {
    readonly tags?: readonly string[] | undefined;
  },
  loaded: boolean | undefined,
): string {
  const name = entry.name === entry.id ? '' : ` (${entry.name})`;
  const mark = loaded === undefined ? '' : `[${loaded ? '✓' : '○'}] `;
  return `- ${mark}**${entry.id}**${name}: ${skillWords(entry)}`;
}
