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

/** Settings at the end; for a skill, the version that was loaded last, by its hash. `null`: not set, or not loaded. */
export function settingsOfAll(logs: readonly (readonly SessionEvent[])[]): Record<string, Value[]> {
  const states = logs.map((events) => foldEvents('', events));
  const skills = logs.map(versionsOf);
  const rows: [string, Value[]][] = [
    ...Object.entries(SETTINGS).map(([name, of]): [string, Value[]] => [
      name,
      states.map((state) => of(state) ?? null),
    ]),
    ...[...new Set(skills.flatMap((versions) => [...versions.keys()]))].map((id): [string, Value[]] => [
      `skill:${id}`,
      skills.map((versions) => versions.get(id) ?? null),
    ]),
  ];
  return Object.fromEntries(rows.filter(([, values]) => new Set(values).size > 1));
}

/** Compares two conversations. */
export function comparedSettings(a: readonly SessionEvent[], b: readonly SessionEvent[]): Comparison['settings'] {
  return Object.fromEntries(
    Object.entries(settingsOfAll([a, b])).map(([name, [x = null, y = null]]) => [name, [x, y]]),
  );
}

function versionsOf(events: readonly SessionEvent[]): Map<string, string> {
  const versions = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'skill-loaded') versions.set(event.skill, event.sha256.slice(0, HASH_DIGITS));
  }
  return versions;
}
