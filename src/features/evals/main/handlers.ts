import { done, implementContract } from '../../../main/api/implement-contract.ts';
import type { Core } from '../../../main/core/core.ts';
import { findPlace } from '../../../main/skills/files.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { evalsContract } from '../contract.ts';
import { byHand, captureCase } from './by-hand.ts';
import { draftSkill } from './drafting.ts';
import { estimateEval, evaluate } from './evaluate.ts';
import { pastLoops } from './improving/history.ts';
import { improve } from './improving/improve.ts';
import { optimise } from './improving/optimise.ts';
import { takeFiles } from './improving/propose.ts';
import { createJobs, interruptedOf, putAside } from './jobs.ts';
import { pastEvals, writeMark } from './journal.ts';
import { skillUnderTest } from './runs.ts';
import { tryTriggers } from './triggers.ts';
import { tryOut } from './try-out.ts';

const NEVER = new AbortController().signal;

export function evalHandlers(core: Core) {
  const os = implementContract(evalsContract, core.reportBug);
  /** A skill that is there: its id is a folder's name. */
  const idOf = async (skill: string) => findPlace(await core.library.refresh(), skill).id;
  const jobs = createJobs(core);
  /** Skills whose improvement is under way. */
  const improving = new Set<string>();
  return {
    start: os.start.handler(async ({ input, signal = NEVER }) =>
      jobs.start((await skillUnderTest(core, input.skill)).id, input, signal),
    ),
    follow: os.follow.handler(({ input, signal = NEVER }) => jobs.follow(input.skill, signal)),
    stop: os.stop.handler(async ({ input }) => {
      const { id } = await skillUnderTest(core, input.skill);
      await jobs.stop(id);
      return done(putAside(core.home, id));
    }),
    interrupted: os.interrupted.handler(async () => {
      const { skills } = await core.library.refresh();
      const isRunning = (id: string) => jobs.isRunning(id) || improving.has(id);
      return skills.flatMap(({ id }) => (isRunning(id) ? [] : (interruptedOf(core.home, id) ?? [])));
    }),
    tryOut: os.tryOut.handler(({ input, signal = NEVER }) => tryOut(core, input, signal)),
    byHand: os.byHand.handler(({ input }) => byHand(core, input)),
    run: os.run.handler(({ input, signal = NEVER }) => evaluate(core, input, signal)),
    estimate: os.estimate.handler(({ input, signal }) => estimateEval(core, input, signal)),
    past: os.past.handler(async ({ input }) => [...pastEvals(core.home, await idOf(input.skill))]),
    mark: os.mark.handler(async ({ input: { skill, id, mark } }) => {
      if (writeMark(core.home, await idOf(skill), id, mark)) return done(undefined);
      throw detailed('bad-input', 'eval-missing', { id, skill });
    }),
    capture: os.capture.handler(({ input: { sessionId, skill } }) => captureCase(core, sessionId, skill)),
    triggers: os.triggers.handler(({ input, signal = NEVER }) => tryTriggers(core, input, signal)),
    improve: os.improve.handler(async function* ({ input, signal = NEVER }) {
      const { id } = await skillUnderTest(core, input.skill);
      improving.add(id);
      try {
        yield* improve(core, input, signal);
      } finally {
        improving.delete(id);
      }
    }),
    draft: os.draft.handler(({ input, signal = NEVER }) => draftSkill(core, input, signal)),
    loops: os.loops.handler(async ({ input }) => [
      ...pastLoops(core.home, (await skillUnderTest(core, input.skill)).id),
    ]),
    take: os.take.handler(async ({ input: { skill, files } }) => ({
      changed: await takeFiles(core, skill, files),
    })),
    optimise: os.optimise.handler(({ input, signal = NEVER }) => optimise(core, input, signal)),
  };
}
