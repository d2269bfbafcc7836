/** Queries of the screen and the command line on a session's requests. Only `compact` and `pinMessage` write. */

import { contextContract } from '../../../shared/contract/context.ts';
import { skillsContract } from '../../../shared/contract/skills.ts';
import { done, implementContract } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';
import { skillSource } from '../../core/skill-source.ts';
import { listRequests } from '../../session/requests/list-requests.ts';
import { lookedAtOnce } from '../../skills/discovery/looked-at-once.ts';
import { answerFigures } from './answer-figures.ts';
import { diffRequests } from './diff-requests.ts';
import { comparePlacementsOf } from './placements.ts';
import { withScratchTools } from './scratch-tools.ts';
import { showContext } from './show-context.ts';
import { previewSkill } from './skill-preview.ts';
import { askWhatIf } from './what-if.ts';

export function contextHandlers(core: Core) {
  const os = implementContract(contextContract, core.reportBug);
  const { context, prices, sessions } = core;
  /** Without an id: the request of a session created now, with this agent. */
  const sessionOrNew = async (sessionId: string | undefined, agent: string | undefined) =>
    sessionId === undefined ? sessions.preview({ agent }) : sessions.get(sessionId);
  return {
    show: os.show.handler(async ({ input: { sessionId, agent, at, part, media } }) => {
      const session = await sessionOrNew(sessionId, agent);
      const view = await showContext(context, session, at, part, { media });
      return { ...view, ...answerFigures(session, at, prices) };
    }),
    requests: os.requests.handler(({ input }) => listRequests(sessions.get(input.sessionId), prices)),
    compact: os.compact.handler(({ input }) => sessions.compact(input.sessionId, input.instruction)),
    undoCompaction: os.undoCompaction.handler(({ input }) => sessions.undoCompaction(input.sessionId, input.seq)),
    pinMessage: os.pinMessage.handler(({ input }) =>
      done(sessions.pinMessage(input.sessionId, input.seq, input.pinned)),
    ),
    diff: os.diff.handler(({ input: { from, to, texts = false } }) => diffRequests(core, from, to, texts)),
    whatIf: os.whatIf.handler(async ({ input: { steps, sessionId, agent, at } }) =>
      askWhatIf(core, await sessionOrNew(sessionId, agent), at, steps),
    ),
    placements: os.placements.handler(({ input }) => comparePlacementsOf(sessions.get(input.sessionId), prices)),
  };
}

/** `skills.preview`: what a skill would cost in each dialect, tried with tools that leave nothing behind. */
export function previewHandler(core: Core) {
  const os = implementContract(skillsContract, core.reportBug);
  return os.preview.handler(({ input: { tries = [], ...asked } }) => {
    const library = lookedAtOnce(core.library);
    const skills = skillSource(library, core.runWith);
    return withScratchTools({ ...core, library }, (tools) =>
      previewSkill({ ...core, library, sessions: { ...core.previews, skills, tools } }, { ...asked, tries }),
    );
  });
}
