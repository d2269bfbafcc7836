/**
 * Sentences in each language, half of them written before the readers were seen and half with these in sight, to lead
 * them astray. Each is understood, or rightly asked about: nothing wrong is searched or filled in without a word.
 */
import { describe, expect, it } from 'vitest';
import { CHINESE } from './test-kit/sentences/chinese.ts';
import { ENGLISH } from './test-kit/sentences/english.ts';
import { judge } from './test-kit/sentences/judge.ts';

/** Searched at once, exactly as said, at least; the others are asked about. */
const UNDERSTOOD = { English: 90, Chinese: 89 };

describe.each([
  ['English' as const, ENGLISH],
  ['Chinese' as const, CHINESE],
])('in %s', (language, sentences) => {
  it.each(sentences)('$say', (sentence) => {
    const verdict = judge(sentence);
    expect(verdict.is === 'wrong' ? verdict.why : verdict.is).toMatch(/^(?:understood|asked)$/);
  });

  it('has each sentence once, and understands as many at once as before', () => {
    expect(new Set(sentences.map(({ say }) => say)).size).toBe(sentences.length);
    const understood = sentences.filter((sentence) => judge(sentence).is === 'understood');
    expect(understood.length).toBeGreaterThanOrEqual(UNDERSTOOD[language]);
  });
});
