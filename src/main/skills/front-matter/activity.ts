/**
 * Sentences of a skill for its scripts' runs (`metadata.activity`): a YAML text, for each script its sentence in each
 * language, as `doing | done | failed | name`. docs/skills-cards.md
 */
import type { Activity } from '../../../shared/activity.ts';
import { placesIn } from '../../../shared/activity.ts';
import type { FindingFacts } from '../../../shared/messages/finding.ts';
import { perObject } from '../../../shared/per-object.ts';
import type { SkillSummary } from '../types.ts';
import { readYamlFields } from './yaml.ts';

interface ActivityEntry {
  /** Relative to the skill's folder, with `/`. */
  readonly script: string;
  /** Only runs with this argument; absent: all others. */
  readonly argument?: string;
  readonly text: Activity['text'];
}

export interface ActivityRead {
  readonly entries: readonly ActivityEntry[];
  readonly problems: readonly FindingFacts[];
}

/** Characters of one sentence, and of a value in it. */
const MAX_SENTENCE = 300;
const MAX_VALUE = 80;
const LANGUAGE = /^[a-z]{2,3}$/;

export function readActivity(text: string): ActivityRead {
  const { fields, problems: faults } = readYamlFields(text);
  const problems: FindingFacts[] = faults.map(({ code, figures }) => ({ code, figures }));
  const entries = [...fields.values()].flatMap(({ key, value }): ActivityEntry[] => {
    const [script = '', argument] = key.trim().split(/\s+/);
    if (!(value instanceof Map)) {
      problems.push({ code: 'activity-no-sentences', figures: { key } });
      return [];
    }
    const languages = [...value].flatMap(([language, sentence]) => {
      const forms = typeof sentence === 'string' ? formsOf(sentence) : undefined;
      if (typeof language === 'string' && LANGUAGE.test(language) && forms !== undefined)
        return [[language, forms] as const];
      problems.push({
        code: 'activity-sentence',
        figures: { key, language: String(language), most: MAX_SENTENCE },
      });
      return [];
    });
    if (languages.length === 0) return [];
    return [{ script, ...(argument === undefined ? {} : { argument }), text: Object.fromEntries(languages) }];
  });
  return { entries, problems };
}

function formsOf(sentence: string): Activity['text'][string] | undefined {
  const [doing = '', done, failed, name, ...more] = sentence.split('|').map((form) => form.trim());
  if (doing === '' || sentence.length > MAX_SENTENCE || more.length > 0) return undefined;
  return { doing, ...(done ? { done } : {}), ...(failed ? { failed } : {}), ...(name ? { name } : {}) };
}

const entriesOf = perObject(
  ({ metadata }: SkillSummary): readonly ActivityEntry[] => readActivity(metadata.activity ?? '').entries,
);

/** `--from Beijing`, `--to=Tokyo` by name; what is no option by its place, from 1. */
function valuesOf(args: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let place = 0;
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? '';
    const next = args[i + 1];
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) {
      place += 1;
      values.set(String(place), word);
    } else if (inline !== undefined) values.set(name, inline);
    else if (next !== undefined && !next.startsWith('--')) {
      values.set(name, next);
      i += 1;
    }
  }
  return values;
}

/** The sentence of one run; undefined where the skill has none for it. */
export function activityOf(call: {
  readonly skill: SkillSummary;
  readonly script: string;
  readonly args: readonly string[];
}): Activity | undefined {
  const own = entriesOf(call.skill).filter(({ script }) => script === call.script);
  const entry =
    own.find(({ argument }) => argument !== undefined && call.args.includes(argument)) ??
    own.find(({ argument }) => argument === undefined);
  if (entry === undefined) return undefined;
  const { text } = entry;
  const asked = new Set(
    Object.values(text).flatMap((forms) => Object.values(forms).flatMap((form) => placesIn(form ?? ''))),
  );
  const values = [...valuesOf(call.args)].filter(([name, value]) => asked.has(name) && value.length <= MAX_VALUE);
  return { text, values: Object.fromEntries(values) };
}
