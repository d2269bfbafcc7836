/**
 * `npm run bench:ui`: measures the UI in a real browser against the built app. Each row has a floor: the same thing
 * done by an idle page, in the same run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { startApp } from '../e2e/kit/served-app.ts';
import { type ScriptedModel, say, startScriptedModel } from '../src/main/model/test-kit/scripted-model.ts';
import { median, print, type Row, report, round } from './table.ts';
import { openBrowser, scrolling, scrubbing, typing } from './ui/browser.ts';
import { type FirstPaint, firstPaint } from './ui/first-paint.ts';
import { HOSTILE_TURNS, storeHostileSession } from './ui/hostile-session.ts';
import { storeLongSession, storeManySessions } from './ui/long-session.ts';

const MESSAGES = 10_000;
/** Conversations in the library. */
const SESSIONS = 2_000;
const STARTS = 5;
const KEYS = 60;
/** A stream of 500 a second, for long enough that all keys fall into it. */
const DELTAS = 500 * 20;
const PER_PAUSE = 5;
const FRAMES = 240;
const LOG = '[role="log"]';
const COMPOSER = 'main textarea';

/** An empty page with a field and something to scroll, from a server that does nothing else. */
const FLOOR_SERVER = `require('node:http').createServer((_, response) => response.setHeader('content-type', 'text/html').end(
  '<!doctype html><main><textarea></textarea><div role="log" style="height:600px;overflow:auto"><div style="height:400000px"></div></div></main>'
)).listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port) })`;

async function startFloor(): Promise<{ url: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, ['-e', FLOOR_SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = await once(child.stdout, 'data');
  return {
    url: String(first).trim(),
    async close() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-ui-'));
const userHome = path.join(home, 'user');
mkdirSync(userHome);
const longHome = path.join(home, 'long');
let hostile = '';
const browser = await openBrowser();
const model = await startScriptedModel([]);
try {
  storeManySessions(longHome, SESSIONS);
  // The newest session is the first in the list.
  storeLongSession(longHome, MESSAGES);
  hostile = storeHostileSession(longHome);
  const folders = { userHome, model: { baseUrl: model.url, name: 'scripted-model' } };
  const paints = await painting(browser, folders);
  print([await starting(browser, folders), ...(await inUse(browser, folders, model))]);
  printPaints(paints);
} finally {
  await browser.close();
  await model.close();
  rmSync(home, { recursive: true, force: true });
}

interface With {
  readonly userHome: string;
  readonly model: { readonly baseUrl: string; readonly name: string };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function usable(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator(COMPOSER).waitFor();
  await page.locator(COMPOSER).click();
}

/** Time from starting the program to a message box that accepts typing. */
async function starting(browser: Browser, folders: With): Promise<Row> {
  const ours: number[] = [];
  const floor: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    for (const [times, open] of [
      [floor, startFloor],
      [ours, () => startApp({ ...folders, home: path.join(home, `start-${start}`) })],
    ] as const) {
      const page = await browser.newPage();
      let close = async (): Promise<void> => {};
      times.push(
        await timed(async () => {
          const served = await open();
          close = () => served.close();
          await usable(page, served.url);
        }),
      );
      await page.close();
      await close();
    }
  }
  return {
    what: 'start to a usable window',
    ours: median(ours),
    floor: 'an empty page and its server',
    floorMs: median(floor),
  };
}

/** First paints, each in a browser that has nothing of the page; ours and the empty page's by turns. */
async function painting(browser: Browser, folders: With): Promise<Readonly<Record<string, readonly FirstPaint[]>>> {
  const floor = await startFloor();
  const served = await startApp({ ...folders, home: path.join(home, 'paint') });
  const [ours, theirs]: [FirstPaint[], FirstPaint[]] = [[], []];
  try {
    for (let visit = 0; visit < STARTS; visit += 1) {
      theirs.push(await firstPaint(browser, floor.url));
      // The token stays good for a browser that is not signed in.
      ours.push(await firstPaint(browser, served.url));
    }
  } finally {
    await Promise.all([floor.close(), served.close()]);
  }
  return { 'the window': ours, 'an empty page': theirs };
}

function printPaints(paints: Readonly<Record<string, readonly FirstPaint[]>>): void {
  const kb = (bytes: readonly number[]) => round(median(bytes) / 1024);
  console.table(
    Object.entries(paints).map(([what, visits]) => ({
      'first paint of': what,
      ms: round(median(visits.map(({ ms }) => ms))),
      'KiB until then': kb(visits.map(({ bytes }) => bytes)),
      'KiB in all': kb(visits.map(({ allBytes }) => allBytes)),
    })),
  );
  const { 'the window': ours = [] } = paints;
  report([{ what: 'KiB until the first paint', value: kb(ours.map(({ bytes }) => bytes)) }]);
}

/** Streams 500 deltas a second, a few after each pause of a few milliseconds. */
function fastStream() {
  const words = Array.from({ length: DELTAS }, (_, index) =>
    index % 25 === 24 ? `word ${index}.\n\n` : `word ${index} `,
  );
  return words.flatMap((word, index) =>
    index % PER_PAUSE === 0 ? [{ kind: 'pause', ms: (1_000 * PER_PAUSE) / 500 } as const, word] : [word],
  );
}

async function inUse(browser: Browser, folders: With, model: ScriptedModel): Promise<Row[]> {
  const floor = await startFloor();
  const served = await startApp({ ...folders, home: longHome });
  const empty = await browser.newPage();
  const page = await browser.newPage();
  try {
    await usable(empty, floor.url);
    const idleKeys = await typing(empty, KEYS);
    const bare = await scrolling(empty, LOG, FRAMES, 400);

    await page.goto(served.url);
    const opening = await timed(async () => {
      await page
        .getByRole('button', { name: /A long one/ })
        .first()
        .click();
      await page
        .getByText(`Answer ${MESSAGES / 2 - 1}`)
        .first()
        .waitFor();
    });
    const listing = await page.locator(`${LOG} article`).count();
    const long = await scrolling(page, LOG, FRAMES, 400);

    const mapped = await timed(async () => {
      await page.keyboard.press('Alt+m');
      await page.locator('[data-tile]').first().waitFor();
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+r');
    await page.getByRole('slider').waitFor();
    const scrubbed = await scrubbing(page, '[role="slider"]', KEYS);
    await page.keyboard.press('Alt+r');
    const listed = await timed(async () => {
      await page.getByRole('button', { name: 'All conversations' }).click();
      await page.locator('[data-row]').nth(5).waitFor();
    });
    await page.keyboard.press('Escape');

    const parsing = await empty.evaluate((text) => {
      const start = performance.now();
      JSON.parse(text);
      return performance.now() - start;
    }, hostile);
    const opened = await timed(async () => {
      await page
        .getByRole('button', { name: /A hostile one/ })
        .first()
        .click();
      await page
        .getByText(`Answer ${HOSTILE_TURNS - 1}`)
        .first()
        .waitFor();
    });
    await page.getByRole('button', { name: 'New conversation' }).first().click();
    model.add(say(fastStream()));
    await page.locator(COMPOSER).fill('Tell me something long');
    await page.keyboard.press('Enter');
    await page.getByText('word 100').first().waitFor();
    await page.locator(COMPOSER).click();
    const streamKeys = await typing(page, KEYS);
    const streaming = await page.getByRole('button', { name: 'Stop' }).isVisible();
    if (!streaming) console.log('The stream had ended before the last key: the figures below are too good.');

    console.log(`${MESSAGES} messages: open in ${round(opening)} ms, ${listing} of them in the page at once`);
    return [
      {
        what: `a frame while ${MESSAGES} messages scroll`,
        ours: long.spent / long.count,
        floor: 'an empty page that scrolls',
        floorMs: bare.spent / bare.count,
      },
      {
        what: 'the longest of these frames',
        ours: long.longest,
        floor: 'an empty page that scrolls',
        floorMs: bare.longest,
      },
      {
        what: `the map of ${MESSAGES} messages, opened`,
        ours: mapped,
        floor: 'a key on an empty page',
        floorMs: median(idleKeys),
      },
      {
        what: `a step back in ${MESSAGES} messages`,
        ours: median(scrubbed),
        floor: 'a key on an empty page',
        floorMs: median(idleKeys),
      },
      {
        what: `the library of ${SESSIONS + 1} conversations, opened`,
        ours: listed,
        floor: 'a key on an empty page',
        floorMs: median(idleKeys),
      },
      {
        what: `${HOSTILE_TURNS * 12} events with long labels (${round(hostile.length / 1e6)} MB), opened`,
        ours: opened,
        floor: 'JSON.parse of them in an empty page',
        floorMs: parsing,
      },
      {
        what: 'a key to its frame, 500 deltas a second',
        ours: median(streamKeys),
        floor: 'an empty page, nothing streams',
        floorMs: median(idleKeys),
      },
      {
        what: 'the same, 95 of 100 keys within',
        ours: quantile(streamKeys, 0.95),
        floor: 'an empty page, nothing streams',
        floorMs: quantile(idleKeys, 0.95),
      },
    ];
  } finally {
    await page.close();
    await empty.close();
    await served.close();
    await floor.close();
  }
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
}
