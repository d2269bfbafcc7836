/** Drafts of skills from conversations: one for each; closing the dialog leaves it at work, closing the window ends it. */

import type { CommandContext } from '../../../renderer/store/command-context.ts';
import { type Failure, failureOf } from '../../../renderer/store/slices/failures.ts';
import { newSessionOf, type WindowData } from '../../../renderer/store/slices/window-state.ts';
import type { DraftRequest } from '../contract.ts';
import type { ImprovingEnd, SkillDraft } from '../improving.ts';

export interface DraftWork {
  /** Undefined while it is being written. */
  readonly skill?: string;
  /** Version that is tried. */
  readonly number: number;
  readonly done: number;
  readonly of: number;
  /** Reason why the last answer could not be used. */
  readonly unusable?: string;
}

interface SessionDraft {
  readonly work?: DraftWork | undefined;
  readonly draft?: SkillDraft;
  /** Reason why there is none. */
  readonly none?: ImprovingEnd;
  readonly failure?: Failure;
}

export interface DraftingData {
  /** Keyed by session. */
  readonly drafting: Readonly<Record<string, SessionDraft>>;
}
export const NO_DRAFTING: DraftingData = { drafting: {} };
export const NO_DRAFT: SessionDraft = {};

/** None throws. */
export function draftingCommands({ connection, data }: CommandContext<DraftingData & Pick<WindowData, 'newAgent'>>) {
  const stops = new Map<string, AbortController>();
  const put = (sessionId: string, now: SessionDraft): void =>
    data.setState({ drafting: { ...data.getState().drafting, [sessionId]: now } });
  return {
    /** Resolves when it has ended. */
    async start(asked: Omit<DraftRequest, 'settings'>) {
      const { sessionId } = asked;
      if (stops.has(sessionId)) return;
      const stop = new AbortController();
      stops.set(sessionId, stop);
      let now: SessionDraft = {};
      let work: DraftWork = { number: 0, done: 0, of: 0 };
      put(sessionId, { work });
      try {
        const request = { ...asked, settings: newSessionOf(data.getState()) };
        for await (const item of await connection.client.evals.draft(request, { signal: stop.signal })) {
          if (item.kind === 'result') now = { draft: item.draft };
          else if (item.kind === 'none') now = { none: item.ended };
          else if (item.kind === 'written') work = { ...work, skill: item.skill };
          else if (item.kind === 'unusable') work = { ...work, unusable: item.why };
          else work = { ...work, number: item.number, done: item.done, of: item.of };
          put(sessionId, { work });
        }
      } catch (error) {
        if (!stop.signal.aborted) now = { failure: failureOf(error, connection.status() === 'open') };
      } finally {
        stops.delete(sessionId);
        put(sessionId, now);
      }
    },
    stop: (sessionId: string) => stops.get(sessionId)?.abort(),
    /** Nothing on the disk is removed. */
    forget: (sessionId: string) => put(sessionId, {}),
  };
}
