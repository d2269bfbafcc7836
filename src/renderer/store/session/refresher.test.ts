import { expect, test } from 'vitest';
import { refresher } from './refresher.ts';

test('fulfils a request made during a pending one, whatever became of the first', async () => {
  const answers: PromiseWithResolvers<void>[] = [];
  const wishes = refresher(() => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  });
  const done = wishes.now();
  void wishes.now();
  void wishes.now();
  answers[0]?.reject(new Error('The connection is lost.'));
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve();
  await done;
  expect(answers).toHaveLength(2);
});
