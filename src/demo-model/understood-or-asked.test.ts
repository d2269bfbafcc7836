/**
 * Sentences in each language, half of them written before the readers were seen and half with these in sight, to lead
 * them astray. Each is understood, or rightly asked about: nothing wrong is searched or filled in without a word.
 */
import { describe, expect, it } from 'vitest';
import { CHINESE_FIRST } from './test-kit/sentences/chinese-first.ts';
import { CHINESE_FOURTH } from './test-kit/sentences/chinese-fourth.ts';
import { CHINESE_SECOND } from './test-kit/sentences/chinese-second.ts';
import { CHINESE_THIRD } from './test-kit/sentences/chinese-third.ts';
import { ENGLISH_FIRST } from './test-kit/sentences/english-first.ts';
import { ENGLISH_FOURTH } from './test-kit/sentences/english-fourth.ts';
import { ENGLISH_SECOND } from './test-kit/sentences/english-second.ts';
import { ENGLISH_THIRD } from './test-kit/sentences/english-third.ts';
import { judge } from './test-kit/sentences/judge.ts';

/** Searched at once, exactly as said, at least; the others are asked about. */
const UNDERSTOOD = { English: 40, Chinese: 40 };

describe.each([
  ['English' as const, [...ENGLISH_FIRST, ...ENGLISH_SECOND, ...ENGLISH_THIRD, ...ENGLISH_FOURTH]],
  ['Chinese' as const, [...CHINESE_FIRST, ...CHINESE_SECOND, ...CHINESE_THIRD, ...CHINESE_FOURTH]],
])('in %s', (language, sentences) => {
  it.each(sentences)('$say', (sentence) => {
    const verdict = judge(sentence);
    expect(verdict.is === 'wrong' ? verdict.why : verdict.is).toMatch(/^(?:understood|asked)$/);
  });

  it('is 190 sentences, as many of them understood at once as before', () => {
    expect(new Set(sentences.map(({ say }) => say)).size).toBe(190);
    const understood = sentences.filter((sentence) => judge(sentence).is === 'understood');
    expect(understood.length).toBeGreaterThanOrEqual(UNDERSTOOD[language]);
  });
});
