/** A conversation as the tests write it: lines of a person, and what is expected of each answer. */
import { expect } from 'vitest';
import { Person, type PersonOptions } from './person.ts';

export interface Exchange {
  /** `{ref}`: the reference of the booking that was named last. */
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
    let reference = '';
    for (const { you: written, does, says = [], never = [] } of exchanges) {
      const you = written.replace('{ref}', reference);
      const reply = await person.say(you);
      reference = /\*\*([A-Z]{6})\*\*/.exec(reply.text)?.[1] ?? reference;
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
