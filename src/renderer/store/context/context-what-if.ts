/** Previews the next request after hypothetical steps, beside the real one, without spending a token. */

import type { StoreApi } from 'zustand/vanilla';
import type { WhatIf } from '../../../shared/context-views.ts';
import { isEqual } from '../../../shared/is-equal.ts';
import type { Client } from '../../client.ts';
import { failureOf } from '../app/failures.ts';
import { newSessionOf, type WindowData } from '../app/state.ts';
import type { CommandContext } from '../command-context.ts';
import type { ReviewData } from '../review/state.ts';
import { refresher } from '../session/refresher.ts';
import type { SessionData } from '../session/state.ts';
import type { SkillActions } from '../skills/commands.ts';
import type { ContextActions } from './commands.ts';
import { type ContextData, NO_WHAT_IF, type WhatIfState } from './state.ts';

type Data = ContextData & SessionData & WindowData & ReviewData;

type Commands = Pick<SkillActions, 'loadSkill' | 'unloadSkill' | 'loadReference' | 'unloadReference'> &
  Pick<ContextActions, 'compact'>;

const key = (step: WhatIf): string => JSON.stringify(step);

/** All that is asked: the steps, and the one that is looked at. */
export const askedSteps = ({ steps, pointed }: Pick<WhatIfState, 'steps' | 'pointed'>): readonly WhatIf[] =>
  pointed === undefined || steps.some((step) => key(step) === key(pointed)) ? steps : [...steps, pointed];

export function whatIfCommands(context: CommandContext<Data>, commands: Commands) {
  const { connection, data } = context;
  const change = (part: Partial<WhatIfState>): void =>
    data.setState(({ whatIf }) => ({ whatIf: { ...whatIf, ...part } }));

  const asked = refresher(async () => {
    const { selected: sessionId, moment, whatIf } = data.getState();
    const steps = askedSteps(whatIf);
    if (steps.length === 0) return change({ result: undefined, reading: false, failure: undefined });
    const at = moment === undefined ? {} : { at: moment.seq };
    const place = sessionId === undefined ? newSessionOf(data.getState()) : { sessionId, ...at };
    try {
      const result = await connection.client.context.whatIf({ ...place, steps: [...steps] });
      if (isStill(data, sessionId, steps)) change({ result, reading: false, failure: undefined });
    } catch (error) {
      const failure = failureOf(error, connection.status() === 'open');
      if (isStill(data, sessionId, steps)) change({ result: undefined, reading: false, failure });
    }
  });

  const ask = (part: Partial<WhatIfState>): void => {
    const { whatIf } = data.getState();
    const next = { ...whatIf, ...part };
    const isNothing = askedSteps(next).length === 0;
    data.setState({ whatIf: isNothing ? { ...NO_WHAT_IF, applying: next.applying } : { ...next, reading: true } });
    if (!isNothing) asked.soon();
  };

  // A preview belongs to one conversation and one request.
  data.subscribe((now, before) => {
    if (now.selected !== before.selected && !now.whatIf.applying) data.setState({ whatIf: NO_WHAT_IF });
    else if (now.nextRequest !== before.nextRequest && askedSteps(now.whatIf).length > 0) asked.soon();
  });

  return {
    /** Looks at one more step; `undefined` when it is no longer looked at. */
    point(step: WhatIf | undefined) {
      const { whatIf } = data.getState();
      if (whatIf.applying || (step === undefined && whatIf.pointed === undefined)) return;
      ask({ pointed: step });
    },
    /** Takes one more step, as if. The same one again removes it. */
    add(step: WhatIf) {
      const { steps } = data.getState().whatIf;
      const at = steps.findIndex((one) => key(one) === key(step));
      ask({ steps: at < 0 ? [...steps, step] : steps.filter((_, index) => index !== at), pointed: undefined });
    },
    remove: (index: number) => ask({ steps: data.getState().whatIf.steps.filter((_, at) => at !== index) }),
    /** All of them are forgotten. */
    leave: () => data.setState({ whatIf: NO_WHAT_IF }),
    /** Takes the steps in earnest. Those of which it was said that they are refused stay; after a failure, so does what follows. */
    async apply() {
      const { steps, result, reading } = data.getState().whatIf;
      change({ applying: true, pointed: undefined });
      // Steps known to be refused were left out of the figures and do not block later ones.
      const refused = (index: number) => !reading && result?.steps[index]?.ok === false;
      const left: WhatIf[] = [];
      let failed = false;
      for (const [index, step] of steps.entries()) {
        if (!refused(index) && !failed) failed = !(await take(context, commands, step));
        if (refused(index) || failed) left.push(step);
      }
      change({ applying: false });
      ask({ steps: left });
      return left.length === 0;
    },
  };
}

function isStill(data: StoreApi<Data>, sessionId: string | undefined, steps: readonly WhatIf[]): boolean {
  const { selected, whatIf } = data.getState();
  return selected === sessionId && isEqual(askedSteps(whatIf), steps);
}

async function take(context: CommandContext<Data>, commands: Commands, step: WhatIf): Promise<boolean> {
  switch (step.do) {
    case 'load':
      return commands.loadSkill(step.skill);
    case 'unload':
      return commands.unloadSkill(step.skill);
    case 'load-reference':
      return commands.loadReference(step.skill, step.path);
    case 'unload-reference':
      return commands.unloadReference(step.skill, step.path);
    case 'compact':
      return commands.compact('');
    case 'dialect':
      return configure(context, { dialect: step.dialect });
    case 'placement':
      return configure(context, { placement: step.placement });
    case 'model':
      return configure(context, { model: step.model });
    default:
      return configure(context, { limits: { maxContext: step.tokens } });
  }
}

type SessionSettings = Parameters<Client['sessions']['configure']>[0]['settings'];

/** Settings for a conversation that does not exist yet make it. */
function configure(
  { connection, data, open, done }: CommandContext<Data>,
  settings: SessionSettings,
): Promise<boolean> {
  const { sessions } = connection.client;
  return done(async () => {
    const { selected } = data.getState();
    if (selected === undefined) {
      const { sessionId } = await sessions.create({ ...newSessionOf(data.getState()), ...settings });
      open(sessionId, 'made');
    } else await sessions.configure({ sessionId: selected, settings });
  });
}
