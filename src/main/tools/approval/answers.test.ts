import { describe, expect, it } from 'vitest';
import type { ApprovalMode } from '../../../shared/events.ts';
import { answerFor, type Verdict } from './approval-policy.ts';
import type { ListWord } from './policy-lists.ts';

const call = {} as Extract<Verdict, { kind: 'trusted' }>['call'];
const foreign = { skill: 's', script: 'run.py' };
/** Each with whether a sandbox would confine it. */
const VERDICTS: Readonly<Record<string, readonly [Verdict, boolean]>> = {
  trusted: [{ kind: 'trusted', call, quote: false }, false],
  'confirm, bundled': [{ kind: 'confirm', call, bundled: true }, true],
  'confirm, foreign': [{ kind: 'confirm', call, bundled: false }, true],
  suspect: [{ kind: 'suspect', reason: '' }, true],
  'ordinary, foreign, bare': [{ kind: 'ordinary', key: 'k', foreign }, false],
  'ordinary, foreign': [{ kind: 'ordinary', key: 'k', foreign }, true],
  'ordinary, bare': [{ kind: 'ordinary', key: 'k' }, false],
};
const LISTS: readonly ListWord['kind'][] = ['silent', 'allow', 'ask', 'deny'];

describe('the answer', () => {
  /** `+` allows, `?` asks unless granted before, `!` asks a person each time, `x` refuses for want of a sandbox. */
  const sign = { allowed: '+', ask: '?', 'ask-person': '!', refused: '-', 'refused-bare': 'x' } as const;
  const row = (name: string, mode: ApprovalMode) => {
    const [verdict, confined] = VERDICTS[name] ?? [];
    if (verdict === undefined) throw new Error(name);
    return [false, true]
      .map((granted) =>
        LISTS.map((list) => sign[answerFor(verdict, mode, () => granted, confined ?? true, list)]).join(''),
      )
      .join(' ');
  };

  // Columns: modes; in each the lists in order, without an earlier yes and with one.
  it.each([
    ['trusted', '++!- ++!-', '++!- ++!-', '++!- ++!-'],
    ['confirm, bundled', '!!!- !!!-', '!!!- !!!-', '!!!- !!!-'],
    ['confirm, foreign', '!!!- !!!-', '!!!- !!!-', '---- ----'],
    ['suspect', '!!!- !!!-', '!!!- !!!-', '---- ----'],
    ['ordinary, foreign, bare', '!!!- !!!-', 'xxx- xxx-', '---- ----'],
    ['ordinary, foreign', '?+?- ++!-', '++!- ++!-', '---- ----'],
    ['ordinary, bare', '?+?- ++!-', '++!- ++!-', '---- ----'],
  ])('to %s follows from mode, lists and grants', (name, ask, auto, never) => {
    expect({ ask: row(name, 'ask'), auto: row(name, 'auto'), never: row(name, 'never') }).toEqual({ ask, auto, never });
  });
});
