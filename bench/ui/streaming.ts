/** A minute of 500 deltas a second while somebody types. */
import path from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';
import { startApp } from '../../e2e/kit/served-app.ts';
import { type ScriptedModel, say } from '../../src/main/models/test-kit/scripted-model.ts';
import { median, type Row, report, round } from '../table.ts';
import { typing } from './browser.ts';
import { startEmptyPage } from './floors.ts';
import { COMPOSER, type Folders } from './folders.ts';

const SECONDS = 60;
const DELTAS_A_SECOND = 500;
const PER_PAUSE = 5;
/** Milliseconds from one letter to the next: fast, and for all of the minute. */
const BETWEEN_KEYS = 150;
const KEYS = (SECONDS * 1_000) / BETWEEN_KEYS;
/** Share of a core. */
const BUSY_GOAL = 0.4;

export async function streaming(browser: Browser, folders: Folders, model: ScriptedModel): Promise<Row[]> {
  const floor = await startEmptyPage();
  const served = await startApp({ ...folders, home: path.join(folders.home, 'stream') });
  const empty = await browser.newPage();
  const page = await browser.newPage();
  try {
    await empty.goto(floor.url);
    await empty.locator(COMPOSER).click();
    const idle = await typing(empty, KEYS / 4, BETWEEN_KEYS);
    await empty.close();
    await page.goto(served.url);
    model.add(say(fastStream()));
    await page.locator(COMPOSER).fill('Tell me something long');
    await page.keyboard.press('Enter');
    await page.getByText('word 100').first().waitFor();
    await page.locator(COMPOSER).click();
    const spent = await cpuSeconds(page);
    const from = performance.now();
    const keys = await typing(page, KEYS, BETWEEN_KEYS);
    const busy = (await spent()) / ((performance.now() - from) / 1_000);
    const isStreaming = await page.getByRole('button', { name: 'Stop' }).isVisible();
    if (!isStreaming) console.log('The stream had ended before the last key: the figures below are too good.');
    const isReached = busy <= BUSY_GOAL ? 'yes' : 'no';
    console.log(
      `The page's main thread took ${round(busy * 100)} % of a core meanwhile; goal ≤ ${BUSY_GOAL * 100} %, reached: ${isReached}`,
    );
    report([{ what: 'of the main thread while 500 deltas a second stream, %', value: round(busy * 100) }]);
    return [
      row('a key to its frame, 500 deltas a second for a minute', keys, idle, median),
      row('the same, 95 of 100 keys within', keys, idle, (times) => quantile(times, 0.95)),
      { ...row('the same, 99 of 100', keys, idle, (times) => quantile(times, 0.99)), goal: { ms: 50 } },
    ];
  } finally {
    await page.close();
    await served.close();
    await floor.close();
  }
}

const row = (what: string, ours: number[], idle: number[], figure: (times: readonly number[]) => number): Row => ({
  what,
  ours: figure(ours),
  floor: 'an empty page, nothing streams',
  floorMs: figure(idle),
});

/**
 * Seconds of processor time that the page's main thread takes from now on: unlike the length of its tasks, not what
 * others on this machine take.
 */
async function cpuSeconds(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const before = await threadTime(session);
  return async () => (await threadTime(session)) - before;
}

async function threadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN;
}

/** A few deltas after each pause of a few milliseconds, for longer than the keys take on a busy machine. */
function fastStream() {
  const words = Array.from({ length: DELTAS_A_SECOND * SECONDS * 2 }, (_, index) =>
    index % 25 === 24 ? `word ${index}.\n\n` : `word ${index} `,
  );
  return words.flatMap((word, index) =>
    index % PER_PAUSE === 0 ? [{ kind: 'pause', ms: (1_000 * PER_PAUSE) / DELTAS_A_SECOND } as const, word] : [word],
  );
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
}
