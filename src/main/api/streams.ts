/** What the screen listens to. Each stream starts with what is, and goes on with what comes. */
import type { SessionSummary, SettingsView, StreamItem } from '../../shared/contract.ts';
import type { EnvironmentsView } from '../../shared/environments.ts';
import { rawEvent } from '../../shared/events.ts';
import type { SettingsStore } from '../config/settings.ts';
import type { Environments } from '../features/environments/environment-commands.ts';
import type { SessionCommands } from '../session/commands.ts';
import type { LiveSession } from '../session/live-session.ts';
import { asyncQueue } from './async-queue.ts';

/** Events of one message to the screen: what stands in line behind a long session waits for one piece of it. */
const EVENTS_AT_ONCE = 500;

export async function* sessionStream(
  session: LiveSession,
  afterSeq: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamItem, void, void> {
  const queue = asyncQueue<StreamItem>();
  const stop = session.listen(afterSeq, {
    events(events) {
      for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
        const piece = events.slice(from, from + EVENTS_AT_ONCE).map((event) => ({ ...rawEvent(event) }));
        const more = from + EVENTS_AT_ONCE < events.length;
        queue.push({ kind: 'events', events: piece, ...(more ? { more } : {}) });
      }
    },
    delta: (delta) => queue.push({ kind: 'delta', delta }),
    failed: (error) => queue.fail(error),
  });
  try {
    yield* queue.items(signal);
  } finally {
    stop();
  }
}

export async function* sessionListStream(
  sessions: SessionCommands,
  signal: AbortSignal | undefined,
): AsyncGenerator<SessionSummary[], void, void> {
  const queue = asyncQueue<'changed'>();
  const stop = sessions.onChange(() => queue.push('changed'));
  try {
    yield [...sessions.summaries({})];
    for await (const _change of queue.items(signal)) yield [...sessions.summaries({})];
  } finally {
    stop();
  }
}

/** Counts up at every change of the skills. */
export async function* skillsStream(
  onSkillsChange: (listener: () => void) => () => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ change: number }, void, void> {
  const queue = asyncQueue<number>();
  let change = 0;
  const stop = onSkillsChange(() => {
    change += 1;
    queue.push(change);
  });
  try {
    yield { change };
    for await (const now of queue.items(signal)) yield { change: now };
  } finally {
    stop();
  }
}

export async function* environmentsStream(
  environments: Environments,
  signal: AbortSignal | undefined,
): AsyncGenerator<EnvironmentsView, void, void> {
  const queue = asyncQueue<'changed'>();
  const stop = environments.onChange(() => queue.push('changed'));
  try {
    yield environments.view();
    for await (const _change of queue.items(signal)) yield environments.view();
  } finally {
    stop();
  }
}

export async function* settingsStream(
  settings: SettingsStore,
  signal: AbortSignal | undefined,
): AsyncGenerator<SettingsView, void, void> {
  const queue = asyncQueue<SettingsView>();
  const stop = settings.onChange((view) => queue.push(view));
  try {
    yield await settings.view();
    yield* queue.items(signal);
  } finally {
    stop();
  }
}
