import { expect, it, vi } from 'vitest';
import { calmFrames, frameQueue } from './frame-queue.ts';

/** A screen whose frames the test triggers. */
function frames() {
  const waiting = new Set<() => void>();
  const schedule = (callback: () => void) => {
    waiting.add(callback);
    return () => void waiting.delete(callback);
  };
  const draw = () => {
    for (const callback of [...waiting]) {
      waiting.delete(callback);
      callback();
    }
  };
  return { schedule, draw, waiting };
}

it('delivers what arrived between two frames at once, in order, with one frame request', () => {
  const { schedule, draw, waiting } = frames();
  const taken: (readonly number[])[] = [];
  const queue = frameQueue<number>(schedule, (items) => taken.push(items));
  queue.push(1);
  queue.push(2);
  expect(waiting.size).toBe(1);
  draw();
  queue.push(3);
  draw();
  draw();
  expect(taken).toEqual([[1, 2], [3]]);
});

it('keeps what arrives during a frame for the next one', () => {
  const { schedule, draw } = frames();
  const taken: (readonly number[])[] = [];
  const queue = frameQueue<number>(schedule, (items) => {
    taken.push(items);
    if (items[0] === 1) queue.push(2);
  });
  queue.push(1);
  draw();
  draw();
  expect(taken).toEqual([[1], [2]]);
});

it('delivers nothing after disposal', () => {
  const { schedule, draw, waiting } = frames();
  const taken: (readonly number[])[] = [];
  const queue = frameQueue<number>(schedule, (items) => taken.push(items));
  queue.push(1);
  queue.dispose();
  expect(waiting.size).toBe(0);
  draw();
  expect(taken).toEqual([]);
});

it('updates a screen of sixty frames a second at most twenty times a second, and the first time in the next frame', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  try {
    const start = performance.now();
    const updates: number[] = [];
    const queue = frameQueue<number>(calmFrames(), () => updates.push(performance.now() - start));
    for (let delta = 0; delta < 500; delta += 1) {
      queue.push(delta);
      vi.advanceTimersByTime(2);
    }
    expect(updates[0]).toBeLessThan(20);
    expect(updates.length).toBeGreaterThan(10);
    expect(updates.length).toBeLessThanOrEqual(20);
    queue.dispose();
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});
