/** The core with its watches, on a clock in the test's hands, and a conversation that asked for a price. */
import { createCore } from '../../../main/core/create-core.ts';
import { openData } from '../../../main/core/model-source.ts';
import { createDisposables } from '../../../main/lib/timing.ts';
import { createWatches } from '../main.ts';

interface Clock {
  /** Milliseconds since 1970. */
  now: number;
}

interface Options {
  readonly home: string;
  readonly skills: string;
  readonly clock: Clock;
  /** Its answers ask for the price. Absent: none is asked. */
  readonly model?: string;
  /** The skills are not the app's own. */
  readonly foreign?: boolean;
}

export async function openWatches({ home, skills, clock, model, foreign = false }: Options) {
  const disposables = createDisposables();
  const core = createCore(
    openData(
      {
        home,
        host: 'browser',
        access: 'write',
        projectDir: home,
        now: () => new Date(clock.now),
        ...(model === undefined ? {} : { model: { baseUrl: model, model: 'scripted-model' } }),
        ...(foreign ? { skillRoots: [skills] } : { bundledSkills: skills }),
      },
      disposables,
    ),
  );
  await core.start();
  let waiting: { readonly due: number; readonly work: () => void } | undefined;
  const watches = createWatches(core, (ms, work) => {
    const mine = { due: clock.now + ms, work };
    waiting = mine;
    return () => {
      if (waiting === mine) waiting = undefined;
    };
  });
  const stop = watches.follow();
  return {
    core,
    watches,
    async pass(ms: number): Promise<void> {
      const until = clock.now + ms;
      while (waiting !== undefined && waiting.due <= until) {
        const { due, work } = waiting;
        waiting = undefined;
        clock.now = Math.max(clock.now, due);
        work();
        await watches.rested();
      }
      clock.now = until;
    },
    /** @returns the session and the call that left the card. */
    async ask(): Promise<{ readonly sessionId: string; readonly callId: string }> {
      const session = core.sessions.create({});
      const ended = new Promise<void>((resolve) => {
        session.listen(0, {
          events: (events) => {
            for (const event of events) {
              if (event.type === 'approval-requested') setImmediate(() => session.decide(event.callId, 'once'));
              if (event.type === 'run-finished') resolve();
            }
          },
          delta: () => {},
        });
      });
      await core.sessions.send(session.id, 'What does the sea room cost?');
      await ended;
      const callId = Object.values(session.state.calls).find(({ data }) => data !== undefined)?.callId ?? '';
      return { sessionId: session.id, callId };
    },
    async close(): Promise<void> {
      await stop();
      await disposables.dispose();
    },
  };
}
