/** Settings that differ between two sessions: the first thing to look at where their turns differ. Pure. */
import type { SessionEvent } from '../../../shared/events.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { Comparison } from '../../../shared/review.ts';
import type { SessionState } from '../../../shared/session-state.ts';

type Value = Comparison['settings'][string][0];

/** Digits of a hash that tell two versions of a skill apart. */
const HASH_DIGITS = 12;

const SETTINGS: Readonly<Record<string, (state: SessionState) => Value | undefined>> = {
  model: ({ model }) => model,
  endpoint: ({ route }) => route?.endpoint,
  wire: ({ route }) => route?.wire,
  effort: ({ route }) => route?.effort,
  max_output: ({ route }) => route?.maxOutput,
  params: ({ route }) => (route?.params === undefined ? undefined : JSON.stringify(route.params)),
  environment: ({ environment }) => environment,
  agent: ({ agent }) => agent?.name,
  dialect: ({ dialect }) => dialect,
  placement: ({ placement }) => placement,
  load_mode: ({ loadMode }) => loadMode,
  approve: ({ approve }) => approve,
  max_context: ({ limits }) => limits.maxContext,
  skill_budget: ({ limits }) => limits.skillBudget,
  max_iterations: ({ limits }) => limits.maxIterations,
};

/** As they were at the end; of a skill, the version that was loaded last, by its hash. `null`: not set, or not loaded. */
export function comparedSettings(a: readonly SessionEvent[], b: readonly SessionEvent[]): Comparison['settings'] {
  const [left, right] = [foldEvents('', a), foldEvents('', b)];
  const [skills, others] = [versionsOf(a), versionsOf(b)];
  const pairs: [string, Value, Value][] = [
    ...Object.entries(SETTINGS).map(([name, of]): [string, Value, Value] => [
      name,
      of(left) ?? null,
      of(right) ?? null,
    ]),
    ...[...new Set([...skills.keys(), ...others.keys()])].map((id): [string, Value, Value] => [
      `skill:${id}`,
      skills.get(id) ?? null,
      others.get(id) ?? null,
    ]),
  ];
  return Object.fromEntries(pairs.filter(([, x, y]) => x !== y).map(([name, x, y]) => [name, [x, y]]));
}

function versionsOf(events: readonly SessionEvent[]): Map<string, string> {
  const versions = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'skill-loaded') versions.set(event.skill, event.sha256.slice(0, HASH_DIGITS));
  }
  return versions;
}
