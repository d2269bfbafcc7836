/** The description in a front matter, and nothing else of the file. */

import { isEqual } from '../../../shared/is-equal.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { parseWholeSkill } from '../front-matter/skill-file.ts';
import { partsOf } from '../lint/read-skill.ts';
import { scalar } from './templates.ts';

/**
 * Replaces the description, over however many lines it is written.
 * @throws SkilldeckError `bad-input` where the rest of the file would not stay the same.
 */
export function withDescription(text: string, description: string): string {
  const { front } = partsOf(Buffer.from(text));
  const field = front?.fields.get('description');
  if (front !== undefined && field !== undefined) {
    const parts = text.split(/(\r\n|\n|\r)/);
    const from = 2 * (front.firstLine + field.source().line - 1);
    let to = from + 2;
    // Its further lines are indented, or blank between such.
    while (/^[ \t]/.test(parts[to] ?? '') || ((parts[to] ?? '-') === '' && /^[ \t]/.test(parts[to + 2] ?? ''))) to += 2;
    const line = [`description: ${scalar(description)}`, parts[to - 1] ?? '\n'];
    const after = [...parts.slice(0, from), ...line, ...parts.slice(to)].join('');
    if (isOnlyDescription(text, after, description)) return after;
  }
  throw detailed('bad-input', 'skill-description-line');
}

function isOnlyDescription(before: string, after: string, description: string): boolean {
  const [old, now] = [before, after].map((text) => parseWholeSkill(Buffer.from(text)));
  if (old === undefined || now === undefined || 'rule' in old || 'rule' in now) return false;
  return isEqual(now.head.fields, { ...old.head.fields, description }) && now.body === old.body;
}
