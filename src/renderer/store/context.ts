/** Previews the next request after hypothetical steps, beside the real one, without spending a token. */
import type { StoreApi } from 'zustand/vanilla';
import type { RequestAddress, WhatIf } from '../../shared/context-views.ts';
import { defined, isEqual } from '../../shared/defined.ts';
import type { Client, Connection } from '../client.ts';
import type { CommandContext } from './command-context.ts';
import { failureOf } from './slices/failures.ts';
import type { ReviewActions } from './slices/review-commands.ts';
import { inSelected, isRunning } from './slices/session.ts';
import { refresher } from './slices/session-feed.ts';
import type { ReviewData, SessionData } from './slices/session-state.ts';
import type { SkillActions } from './slices/skills-commands.ts';
import { newSessionOf, type WindowData } from './slices/window-state.ts';
import { type ContextData, NO_WHAT_IF, type OpenMap, type WhatIfState } from './state.ts';

/** Reads the next request; with a moment of the past shown, the request of that moment. */
export async function readNextRequest(
  connection: Connection,
  data: StoreApi<ContextData & SessionData & ReviewData & WindowData>,
  { requestAt }: Pick<ReviewActions, 'requestAt'>,
): Promise<void> {
  const { selected: sessionId, log, moment } = data.getState();
  if (sessionId !== undefined && log === undefined) return;
  if (moment !== undefined) {
    // The one before stays until the moment's own is there: figures change, and nothing flickers.
    const view = await requestAt(moment.seq);
    const now = data.getState();
    if (view !== undefined && now.selected === sessionId && now.moment !== undefined)
      data.setState({ nextRequest: { seq: moment.seq, view } });
    return;
  }
  if (log !== undefined && isRunning(log.state.runState)) return;
  const view = await connection.client.context.show(
    sessionId === undefined ? newSessionOf(data.getState()) : { sessionId, brief: true },
  );
  if (data.getState().selected === sessionId && data.getState().moment === undefined)
    data.setState({ nextRequest: { seq: log?.state.lastSeq ?? 0, view } });
}

type ContextActions = ReturnType<typeof contextCommands>;

/** Manual changes of the context by the user. */
export function contextCommands(commands: CommandContext<ContextData & SessionData>) {
  const { connection, data, notifier, attempt } = commands;
  const { context } = connection.client;
  const { done } = inSelected(commands);

  /** While it lasts the session is held, as by a run. */
  const compacting = async <T>(sessionId: string, command: () => Promise<T>): Promise<T> => {
    data.setState((state) => ({ compacting: [...state.compacting, sessionId] }));
    try {
      return await command();
    } finally {
      data.setState((state) => ({ compacting: state.compacting.filter((id) => id !== sessionId) }));
    }
  };

  const undo = async (sessionId: string, seqs: readonly number[]): Promise<void> => {
    for (const seq of seqs) await context.undoCompaction({ sessionId, seq });
  };

  return {
    /** A pinned message stays whole for the model. */
    pinMessage: (seq: number, pinned: boolean) => done((sessionId) => context.pinMessage({ sessionId, seq, pinned })),
    /** Compacts older results and turns now. Offers to undo it. False, too, where it was stopped. */
    async compact(instruction: string) {
      const sessionId = data.getState().selected;
      if (sessionId === undefined) return false;
      const wish = instruction.trim();
      const input = { sessionId, ...(wish === '' ? {} : { instruction: wish }) };
      const made = await attempt(() => compacting(sessionId, () => context.compact(input)));
      if (made === undefined) return false;
      const { compactions = [], ...figures } = made;
      if (figures.messages === 0) notifier.compactionStopped();
      // Undoes the later compaction first: it builds on the earlier one.
      else notifier.compacted(figures, () => void attempt(() => undo(sessionId, compactions.toReversed())));
      return figures.messages > 0;
    },
    undoCompaction: (seq: number) => done((sessionId) => undo(sessionId, [seq])),
    /** The next request, or with `at` the one sent at that event. */
    showContext: (at?: number) => {
      const sessionId = data.getState().selected;
      return attempt(() => context.show(defined({ sessionId, at, brief: true })));
    },
  };
}

/** State of the context map: the request shown, its open part, and queries about other requests. */
export function mapCommands({ connection, data, attempt }: CommandContext<ContextData & SessionData & WindowData>) {
  const { context } = connection.client;
  const place = () => {
    const sessionId = data.getState().selected;
    return sessionId === undefined ? newSessionOf(data.getState()) : { sessionId };
  };
  // Selecting another conversation shows its next request; a new one starts with the chat.
  data.subscribe((now, before) => {
    if (now.selected === before.selected || now.map === undefined) return;
    data.setState({ map: now.selected === undefined ? undefined : { tab: now.map.tab } });
  });
  const address = (sessionId: string, at: number | undefined): RequestAddress =>
    at === undefined ? { sessionId } : { sessionId, at };
  return {
    /** Omitted fields keep their value in the open map; `undefined` closes it. */
    show: (map: Partial<OpenMap> | undefined) =>
      data.setState((state) => ({ map: map === undefined ? undefined : { tab: 'map', ...state.map, ...map } })),
    /** The request at an event, or the next one; with `part` that part's text, with `media` all of its body, however long. */
    request: (at?: number, part?: string, media?: boolean) =>
      attempt(() => context.show({ ...place(), ...defined({ at, part, media }), brief: media !== true })),
    /** That were sent in the selected session. */
    async requests() {
      const sessionId = data.getState().selected;
      return sessionId === undefined ? [] : attempt(() => context.requests({ sessionId }));
    },
    /** Each side an event of the selected session, or the next request. */
    async diff(from: number | undefined, to: number | undefined) {
      const sessionId = data.getState().selected;
      if (sessionId === undefined) return undefined;
      return attempt(() => context.diff({ from: address(sessionId, from), to: address(sessionId, to), texts: true }));
    },
  };
}

type Data = ContextData & SessionData & WindowData & ReviewData;

type Commands = Pick<SkillActions, 'loadSkill' | 'unloadSkill' | 'loadReference' | 'unloadReference'> &
  Pick<ContextActions, 'compact'>;

const key = (step: WhatIf): string => JSON.stringify(step);

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
