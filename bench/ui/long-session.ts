/** A conversation of many messages in its own data folder. */
import { openStore } from '../../src/main/store/store.ts';
import type { EventBody } from '../../src/shared/events.ts';
import { CREATED, conversation, EVENTS_A_TURN, turn } from '../logs.ts';

const created = (title: string) => ({ ...CREATED, model: 'scripted-model', title });

const one = (index: number): EventBody[] =>
  turn(
    `Message ${index}: 我想订一张明天从北京去东京的机票，两个人。`,
    `Answer ${index}\n\n- the first of **three** lines\n- the second, with \`code\`\n- and a third one that is long enough to be broken into two lines on most screens that people have`,
  );

/** @param messages of person and model together. */
export function storeLongSession(home: string, messages: number): void {
  const store = openStore({ home, access: 'write' });
  const turns = Array.from({ length: Math.ceil(messages / 2) }, (_, index) => one(index));
  store.append('long', [created('A long one'), ...turns.flat()]);
  store.close();
}

/** @param events in turns of `EVENTS_A_TURN`, each with a tool call. */
export function storeEvents(home: string, events: number): void {
  const store = openStore({ home, access: 'write' });
  const [, ...turns] = conversation(events / EVENTS_A_TURN);
  store.append('many', [created('A log of many'), ...turns]);
  store.close();
}

/** Stores sessions of a few messages each, one an hour. */
export function storeManySessions(home: string, sessions: number): void {
  const store = openStore({ home, access: 'write' });
  for (let index = 0; index < sessions; index += 1) {
    store.append(`s${index}`, [created(`Trip ${index}`), ...one(index), ...one(index + 1)]);
  }
  store.close();
}
