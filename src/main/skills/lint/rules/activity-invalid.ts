import type { FindingFacts } from '../../../../shared/messages/finding.ts';
import { readActivity } from '../../front-matter/activity.ts';
import { example } from '../example.ts';
import { atField } from '../place.ts';
import { EXAMPLE_SCRIPT } from '../tools.ts';
import type { Rule } from '../types.ts';

const activity = (script: string, en: string): string =>
  `\n  activity: |\n    ${script}:\n      en: ${en}\n      zh: 正在填写表单 | 已填写表单`;
const FILE = { 'scripts/fill.py': EXAMPLE_SCRIPT };

/** Languages that the app itself speaks. */
const LANGUAGES = ['en', 'zh'];

export const activityInvalid: Rule = {
  id: 'activity-invalid',
  severity: 'warning',
  bad: example({ fields: { metadata: activity('scripts/gone.py', 'Filling the form') } }, FILE),
  good: example({ fields: { metadata: activity('scripts/fill.py', 'Filling the form | Filled the form') } }, FILE),
  check(skill) {
    const value = skill.front?.fields.get('metadata')?.value;
    const text = value instanceof Map ? value.get('activity') : undefined;
    if (typeof text !== 'string') return [];
    const { entries, problems } = readActivity(text);
    const found: readonly FindingFacts[] = [
      ...problems,
      ...entries.flatMap(({ script, text: sentences }) => {
        const missing = LANGUAGES.filter((language) => sentences[language] === undefined);
        return [
          ...(skill.files.some(({ path }) => path === script)
            ? []
            : [{ code: 'activity-script-missing', figures: { script } } as const]),
          ...(missing.length === 0
            ? []
            : [{ code: 'activity-language-missing', figures: { script, languages: missing.join(', ') } } as const]),
        ];
      }),
    ];
    return found.map((facts) => ({ ...atField(skill, 'metadata'), ...facts }));
  },
};
