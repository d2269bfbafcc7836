import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { JudgedReview } from '../../../renderer/store/index.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import { Agreements } from './agreements.tsx';

const review = (session: string, reviewer: string, verdict: 'pass' | 'fail', score = 1): JudgedReview => ({
  session,
  title: `Title of ${session}`,
  seq: 0,
  reviewer,
  at: '2030-01-01T00:00:00.000Z',
  verdict,
  rubric: { name: 'Quality', version: '1' },
  scores: [{ criterion: 'tone', score, min: 0, max: 4 }],
});

it('shows how far two reviewers agree, and where they differ', async () => {
  const reviews = [
    review('one', 'ada', 'pass'),
    review('one', 'bob\u202E', 'pass', 3),
    review('two', 'ada', 'pass'),
    review('two', 'bob\u202E', 'fail'),
    review('three', 'eve', 'fail'),
  ];
  await show(<Agreements reviews={reviews} />);
  const pair = screen.getByRole('region', { name: 'ada and bobU+202E' });
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1);
  within(pair).getByText('Same verdict in 1 of 2 conversations (50%)');
  within(pair).getByText('Cohen’s kappa: 0.00');
  within(pair).getByText('Too few conversations (2) for a conclusion. Judge at least 10.');
  within(pair).getByText('tone: the same score in 1 of 2, 1.0 points apart on average');
  const [differing, ...more] = within(pair).getAllByRole('listitem');
  expect([differing?.textContent, more]).toEqual(['Title of twoada: PassbobU+202E: Fail', []]);
});

it('says where no two reviewers judged the same conversation', async () => {
  await show(<Agreements reviews={[review('one', 'ada', 'pass'), review('two', 'bob', 'fail')]} />);
  screen.getByText('No conversation has verdicts or scores by two reviewers yet.');
});
