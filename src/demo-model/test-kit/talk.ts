/** A conversation as the tests write it: lines of a person, and what is expected of each answer. */
import { expect } from 'vitest';
import { Person, type PersonOptions } from './person.ts';

export interface Exchange {
  readonly you: string;
  /** All steps of the turn, in order; a text is a prefix or a part of the step, a pattern is looked for in it. */
  readonly does?: readonly (string | RegExp)[];
  readonly says?: readonly (string | RegExp)[];
  readonly never?: readonly (string | RegExp)[];
}

export interface Case extends PersonOptions {
  readonly name: string;
  readonly talk: readonly Exchange[];
}

export async function talk(url: string, exchanges: readonly Exchange[], options: PersonOptions = {}): Promise<Person> {
  const person = new Person(url, options);
  try {
    for (const { you, does, says = [], never = [] } of exchanges) {
      const reply = await person.say(you);
      if (does !== undefined) {
        const shown = `${you} → ${reply.steps.join(' | ')} → ${reply.text}`;
        expect(reply.steps.length, shown).toBe(does.length);
        for (const [index, step] of does.entries()) expect(reply.steps[index], shown).toMatch(step);
      }
      for (const part of says) expect(reply.text, you).toMatch(part);
      for (const part of never) expect(reply.text, you).not.toMatch(part);
    }
  } finally {
    person.close();
  }
  return person;
}
