import { example } from '../example.ts';
import { textField } from '../fields.ts';
import { findFences } from '../mentions.ts';
import { atField, inBody } from '../place.ts';
import { short } from '../shown.ts';
import { firstMatches } from '../sources.ts';
import type { Rule, RuleFinding } from '../types.ts';

/** Text still to be written: a mark at the start of a line or in brackets, or filler text. Instructions may speak of TODOs. */
const LEFT_IN =
  /\[(?:TODO|TBD|FIXME)\b[^\]\n]{0,80}\]?|(?<=^[ \t]{0,8}(?:[-*+][ \t]{1,4}|#{1,6}[ \t]{1,4}|<!--[ \t]{0,4})?)(?:TODO|FIXME|TBD)(?::[^\n]{0,80}|(?=[ \t]{0,8}$))|\blorem ipsum\b/gim;
/** A description has no reason to speak of a TODO with a colon. */
const IN_DESCRIPTION = /\[?\b(?:TODO|TBD|FIXME)\b\s{0,3}[:\]][^\n]{0,80}|^\s*(?:TODO|TBD|FIXME)\b|\blorem ipsum\b/i;
const MOST = 20;

export const placeholder: Rule = {
  id: 'placeholder',
  severity: 'warning',
  bad: example({
    fields: { description: '"TODO: say what it does. Use when there is a form to fill. 填写表单时使用。"' },
    body: '# Filling forms\n\n[TODO: the steps]\n\nLorem ipsum dolor sit amet.\n',
  }),
  good: example(),
  check(skill): readonly RuleFinding[] {
    const [described] = IN_DESCRIPTION.exec(textField(skill, 'description') ?? '') ?? [];
    const inText = firstMatches(findFences(skill.body).links, LEFT_IN, MOST).map(
      ({ 0: words, index }): RuleFinding => ({
        ...inBody(skill, index),
        code: 'placeholder',
        figures: { words: short(words.trim()) },
      }),
    );
    if (described === undefined) return inText;
    const figures = { words: short(described.trim()) };
    return [{ ...atField(skill, 'description'), code: 'placeholder-description', figures }, ...inText];
  },
};
