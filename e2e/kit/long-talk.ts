/** A conversation that fills a small context window, and the scripted model that answers it and writes its summaries. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import {
  type Gate,
  hold,
  type ScriptedModel,
  type ScriptedRequest,
  say as step,
} from '../../src/main/models/test-kit/scripted-model.ts';
import { answers, idle, type Language, say } from './chat.ts';

/** Tokens: space for the tools, one skill and a dozen messages. */
export const SMALL_WINDOW = 9_000;
export const WITHOUT_SKILL = 6_000;

const TALK = {
  en: {
    places: ['Tokyo', 'Lisbon', 'Oslo', 'Nairobi', 'Lima', 'Seoul', 'Vienna', 'Hanoi', 'Quito', 'Perth'],
    ask: (place: string, index: number) =>
      `For ${place} we are two adults and a child of four, leaving on ${index + 3} March. One of us carries a cello in a hard case and the child has a pushchair. What may we take on board, what has to be checked in, and what would two further cases of 23 kg cost us on the way back?`,
    line: (place: string, index: number) =>
      `**${place}, day ${index + 1}.** Each adult may check in one case of 23 kg and carry one bag of 8 kg; the child has an allowance of 10 kg, and the pushchair travels free of charge up to the gate. The cello needs a seat of its own, booked under the name of its owner, or goes into the hold as special baggage, which has to be announced 48 hours ahead. Two further cases cost 60 euros each when they are bought online, and 85 at the counter. Batteries and musical electronics stay in the cabin, liquids over 100 ml in the hold. Whoever changes planes on one ticket collects nothing on the way; with two tickets every case is picked up, taken through customs and handed in again, for which at least three hours should be left.`,
    summary:
      'Two adults and a child of four compare the baggage rules of several places for March. One carries a cello in a hard case, the child a pushchair. Cases of 23 kg are included for adults, further ones cost 60 euros online. The cello needs a seat of its own or 48 hours’ notice. Open: which place they choose.',
  },
  zh: {
    places: ['东京', '里斯本', '奥斯陆', '内罗毕', '利马', '首尔', '维也纳', '河内', '基多', '珀斯'],
    ask: (place: string, index: number) =>
      `我们打算 3 月 ${index + 3} 日去${place}，两个大人和一个四岁的孩子。其中一人带着装在硬盒里的大提琴，孩子有一辆婴儿车。哪些可以带上飞机，哪些必须托运？回程再加两个 23 公斤的箱子要多少钱？另外，如果中途转机，行李是直接挂到终点，还是需要在转机的机场取出后再次托运？`,
    line: (place: string, index: number) =>
      `**${place}，第 ${index + 1} 天。**每位成人可以托运一件 23 公斤的行李，并随身携带一件 8 公斤的行李；孩子有 10 公斤的额度，婴儿车可以免费推到登机口。大提琴需要以本人姓名另外预订一个座位，或者作为特殊行李托运，并且要提前 48 小时申报。加购的两件行李，网上购买每件 60 欧元，柜台购买每件 85 欧元。联程机票的行李直接挂到终点，分开购买的机票则要先取出再重新托运。`,
    summary:
      '两个大人和一个四岁的孩子比较三月里几个地方的行李规定。一人带硬盒大提琴，孩子有婴儿车。成人含一件 23 公斤托运行李，加购在网上每件 60 欧元。大提琴要另订座位或提前 48 小时申报。尚未决定去哪里。',
  },
} as const;

/** Answers in the longest talk, with space for summaries. */
const MOST_ANSWERS = 60;

/** Milliseconds that a test may look around while a summary is held. */
const HELD_AT_MOST = 90_000;

const asksForSummary = ({ body }: ScriptedRequest) => body.tools === undefined;
/** Usage as a provider reports it: near the estimate, half of it from the cache. */
const usageOf = ({ json }: ScriptedRequest) => {
  const prompt = Math.round(json.length / 3.8);
  return { prompt, completion: 130, cached: Math.round(prompt / 2) };
};

export interface LongTalk {
  /** Asks and waits for the answer. */
  turn(): Promise<void>;
  /** Asks without waiting. */
  ask(): Promise<void>;
  /** The next summary is held until the gate is released. */
  holdSummary(): Gate;
  /** The next summary has no words. */
  emptySummary(): void;
}

export function longTalk(page: Page, model: ScriptedModel, language: Language = 'en'): LongTalk {
  const { places, ask, line, summary } = TALK[language];
  let asked = 0;
  let answered = 0;
  let gate: Gate | undefined;
  let empty = false;
  const place = (index: number) => places[index % places.length] ?? '';
  const reply = async (request: ScriptedRequest) => {
    const usage = usageOf(request);
    if (!asksForSummary(request)) {
      const index = answered++;
      return step(line(place(index), index), { usage });
    }
    const held = gate;
    gate = undefined;
    held?.arrive();
    await held?.released;
    const text = empty ? '' : summary;
    empty = false;
    return step(text, { usage });
  };
  model.add(...Array.from({ length: MOST_ANSWERS }, () => reply));

  const next = async () => {
    await say(page, ask(place(asked), asked));
    asked += 1;
  };
  return {
    ask: next,
    async turn() {
      const index = asked;
      await next();
      await expect(answers(page).last()).toContainText(line(place(index), index).replaceAll('*', '').slice(0, 60), {
        timeout: HELD_AT_MOST,
      });
      await idle(page);
    },
    holdSummary() {
      gate = hold();
      return gate;
    },
    emptySummary() {
      empty = true;
    },
  };
}
