/** The whole conversation as one state: every message and every result, in order. */

import type { Conversation, Turn } from '../conversation.ts';
import { type Language, languageOf } from '../language.ts';
import { readScriptRun } from '../script-run.ts';
import { fromPinyin, normalise } from '../understand/text.ts';
import { hear } from './hear.ts';
import { observe, SCRIPTS, toldTime } from './observe.ts';
import { type DialogueState, EMPTY_STATE } from './state.ts';

/** @param isForOthers whether a message fits another skill than that for flights. */
export function foldConversation(
  conversation: Conversation,
  isForOthers: (text: string) => boolean = () => false,
): DialogueState {
  let state = EMPTY_STATE;
  let language: Language | undefined;
  for (const [index, turn] of conversation.turns.entries()) {
    language = languageOf(language, fromPinyin(normalise(turn.user)));
    const speaking: DialogueState = { ...state, turn: index, language: language ?? 'en' };
    const hearing = { today: todayOf(turn) ?? state.today, isForOthers };
    state = turn.uses.reduce(
      (before, use) => {
        const after = observe(before, use);
        const run = readScriptRun(use);
        // Written under the card: heard like a separate message.
        return run?.outcome.kind === 'undecided' ? hear(after, run.outcome.words, hearing) : after;
      },
      hear(speaking, turn.user, hearing),
    );
  }
  return state;
}

/** The day that the clock told in this turn: what 明天 of this turn's message is counted from. */
function todayOf(turn: Turn): string | undefined {
  for (const use of turn.uses) {
    const run = readScriptRun(use);
    if (run?.script === SCRIPTS.time) return toldTime(run.outcome)?.today;
  }
  return undefined;
}
