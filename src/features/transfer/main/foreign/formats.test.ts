/**
 * Files of each format, as its program or specification writes them, and what the log has of them: `fixtures/formats.txt`.
 * Published ones name their source. After an intended change, update them with `vitest run -u …/formats.test.ts`.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Store } from '../../../../main/store/store.ts';
import { importStore } from '../../../../main/store/test-kit/import-log.ts';
import { openTestStore } from '../../../../main/store/test-kit/open-store.ts';
import { isSkilldeckError } from '../../../../shared/errors.ts';
import type { SessionEvent } from '../../../../shared/events.ts';
import { importText } from '../import-session.ts';

// Fixes the time of messages that do not say when they were written.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }));
afterAll(() => void vi.useRealTimers());

const FILE = fileURLToPath(new URL('fixtures/formats.txt', import.meta.url));

it('keeps messages, calls, results, thoughts, usage, times and tools of each format, and names what it leaves out', async () => {
  const stories = readFileSync(FILE, 'utf8').split(/^(?=##### )/m);
  const store = openTestStore();
  const told = stories.map((story) => {
    const given = story.split('\n=> ')[0] ?? '';
    return [given, ...outcome(store, given.slice(given.indexOf('\n') + 1)), '', ''].join('\n');
  });
  await expect(told.join('')).toMatchFileSnapshot(FILE);
});

function outcome(store: Store, text: string): string[] {
  const before = store.summaries({ includeDeleted: true });
  try {
    const {
      foreign,
      messages,
      session,
      sessions = [session],
    } = importText({ store: importStore(store), name: 'file.json', onStored: () => {} }, text);
    const leftOut = foreign?.leftOut
      .map(({ what, count, lines }) => `, without ${count} ${what}${lines === undefined ? '' : ` at ${lines}`}`)
      .join('');
    const lines = sessions.flatMap((id) => store.events(id).flatMap(lineOf));
    const stopped = foreign?.stoppedAt === undefined ? '' : `, stopped at line ${foreign.stoppedAt}`;
    return [`=> ${foreign?.format}: ${messages} messages${leftOut}${stopped}`, ...lines];
  } catch (error) {
    expect(store.summaries({ includeDeleted: true })).toEqual(before);
    return [`=> ${isSkilldeckError(error) ? error.code : 'bug'}: ${error instanceof Error ? error.message : error}`];
  }
}

const tookOf = ({ ms }: { readonly ms?: number | undefined }): string => (ms === undefined ? '' : ` (${ms} ms)`);

function lineOf(event: SessionEvent): string[] {
  const at = event.at.startsWith('1970') ? '' : `${event.at.slice(0, 19)} `;
  switch (event.type) {
    case 'session-created':
      return [
        `${at}${event.title}, ${event.model}${event.foreign?.undated ? ', undated' : ''}`,
        ...Object.entries(event.foreign?.about ?? {}).map(([name, value]) => `${name}: ${value}`),
        ...(event.foreign?.parent === undefined ? [] : [`agent of ${event.foreign.parent.callId}`]),
      ];
    case 'prompt-changed':
      return [`system: ${event.basePrompt}`, ...event.tools.map((tool) => `tool: ${JSON.stringify(tool)}`)];
    case 'settings-changed':
      return [`model: ${event.model}`];
    case 'user-message-added':
      return [`${at}user: ${event.text}`];
    case 'model-responded': {
      const thought = event.reasoning === undefined ? '' : ` <${event.reasoning}>`;
      const calls = event.toolCalls.map(({ id, name, arguments: given }) => ` [${id} ${name} ${given}]`);
      const usage = event.usage === undefined ? '' : ` ${JSON.stringify(event.usage)}`;
      const cost = event.cost === undefined ? '' : ` $${event.cost}`;
      return [`${at}assistant:${thought} ${event.text}${calls.join('')}${usage}${cost}${tookOf(event)}`];
    }
    case 'tool-finished':
      return [`${at}${event.callId} ${event.name} ${event.ok ? 'ok' : 'failed'}: ${event.content}${tookOf(event)}`];
    case 'history-rewound':
      return ['rewound'];
    case 'run-finished':
      return event.state === 'completed' ? [] : [event.state];
    default:
      return [];
  }
}
