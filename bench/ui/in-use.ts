/** Opening, scrolling and looking back in large conversations, and the library of many. */
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { startApp } from '../../e2e/kit/served-app.ts';
import { EVENTS_A_TURN } from '../logs.ts';
import { median, type Row, round } from '../table.ts';
import { type Frames, grown, opening, scrolling, scrubbing, typing } from './browser.ts';
import { startEmptyPage } from './floors.ts';
import { COMPOSER, type Folders, LOG } from './folders.ts';
import { HOSTILE_TURNS, storeHostileSession } from './hostile-session.ts';
import { storeEvents, storeLongSession, storeManySessions } from './long-session.ts';

const MESSAGES = 10_000;
const EVENTS = 100_000;
/** Conversations in the library. */
const SESSIONS = 2_000;
const KEYS = 60;
const FRAMES = 240;
/** Pixels a frame. */
const STEP = 400;
const ROUNDS = 3;
/** Pixels: higher than the end of a long conversation, which is shown while the whole is read. */
const WHOLE = 100_000;
/** Milliseconds: a busy machine is slow, and the figures say so. */
const PATIENCE = 120_000;
const KEY = 'a key on an empty page';

export async function inUse(browser: Browser, given: Folders): Promise<Row[]> {
  const folders = { ...given, home: path.join(given.home, 'use') };
  storeManySessions(folders.home, SESSIONS);
  // The newest sessions are the first in the list.
  storeEvents(folders.home, EVENTS);
  storeLongSession(folders.home, MESSAGES);
  const hostile = storeHostileSession(folders.home);
  const { keyMs, bare, jsonMs } = await floors(browser, hostile);
  const served = await startApp(folders);
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  try {
    const opened = async (title: string, last: string) => {
      const times: number[] = [];
      const whole: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        // A conversation is read once in a page.
        await page.goto(served.url);
        await page.locator(COMPOSER).click();
        const start = performance.now();
        times.push(await opening(page.getByRole('button', { name: title }).first(), LOG, last));
        await grown(page, LOG, WHOLE);
        whole.push(performance.now() - start);
        // The core counts what the next message would send, which the next opening does not wait for.
        await page.getByText('Counting tokens…').waitFor({ state: 'hidden' });
      }
      return { ours: median(times), whole: median(whole), floor: KEY, floorMs: keyMs };
    };
    const inFull = (what: string, { whole, floor, floorMs }: Awaited<ReturnType<typeof opened>>): Row => ({
      what: `${what}, all of them read`,
      ours: whole,
      floor,
      floorMs,
    });
    const events = await opened('A log of many', `Answer ${EVENTS / EVENTS_A_TURN - 1}`);
    const awful = await opened('A hostile one', `Answer ${HOSTILE_TURNS - 1}`);
    const long = await opened('A long one', `Answer ${MESSAGES / 2 - 1}`);
    const frames = await passes(page);
    const json = { floor: 'JSON.parse of them in an empty page', floorMs: jsonMs };
    return [
      { what: `${MESSAGES} messages, opened`, ...long, goal: { ms: 300 } },
      inFull(`${MESSAGES} messages`, long),
      { what: `${EVENTS} events, opened`, ...events, goal: { ms: 1_000 } },
      inFull(`${EVENTS} events`, events),
      {
        what: `${HOSTILE_TURNS * 12} events with long labels (${round(hostile.length / 1e6)} MB), opened`,
        ours: awful.ours,
        ...json,
        goal: { times: 5 },
      },
      inFull(`${HOSTILE_TURNS * 12} events with long labels`, { ...awful, ...json }),
      ...scrollRows(frames, bare),
      ...(await lookingBack(page, keyMs)),
      {
        what: `the library of ${SESSIONS + 3} conversations, opened`,
        ours: await library(page, served.url),
        floor: KEY,
        floorMs: keyMs,
        goal: { times: 5 },
      },
    ];
  } finally {
    await page.close();
    await served.close();
  }
}

/** In a page that is closed again: a browser draws no frames of one that another page covers. */
async function floors(browser: Browser, hostile: string) {
  const floor = await startEmptyPage();
  const page = await browser.newPage();
  try {
    await page.goto(floor.url);
    await page.locator(COMPOSER).click();
    const keyMs = median(await typing(page, KEYS));
    const bare = await passes(page);
    const jsonMs = await page.evaluate((text) => {
      const start = performance.now();
      JSON.parse(text);
      return performance.now() - start;
    }, hostile);
    return { keyMs, bare, jsonMs };
  } finally {
    await page.close();
    await floor.close();
  }
}

/**
 * Median of passes over different messages. Each takes a core and more, most of it for drawing without a graphics processor:
 * on a busy machine the longest frame of one is as long in an empty page, and tells who else was at work.
 */
async function passes(page: Page): Promise<Frames> {
  const all: Frames[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    all.push(await scrolling(page, { selector: LOG, frames: FRAMES, step: STEP, above: round * FRAMES * STEP }));
  const of = (figure: keyof Frames) => median(all.map((one) => one[figure]));
  return { count: FRAMES, longest: of('longest'), spent: of('spent') };
}

function scrollRows(ours: Frames, bare: Frames): Row[] {
  const floor = 'an empty page that scrolls';
  const what = `a frame while ${MESSAGES} messages scroll`;
  return [
    { what, ours: ours.spent / ours.count, floor, floorMs: bare.spent / bare.count },
    { what: 'the longest of these frames', ours: ours.longest, floor, floorMs: bare.longest, goal: { ms: 34 } },
  ];
}

async function lookingBack(page: Page, floorMs: number): Promise<Row[]> {
  const start = performance.now();
  await page.keyboard.press('Alt+m');
  await page.locator('[data-tile]').first().waitFor();
  const ours = performance.now() - start;
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+r');
  await page.getByRole('slider').waitFor();
  const scrubbed = median(await scrubbing(page, '[role="slider"]', KEYS));
  await page.keyboard.press('Alt+r');
  return [
    { what: `the map of ${MESSAGES} messages, opened`, ours, floor: KEY, floorMs },
    { what: `a step back in ${MESSAGES} messages`, ours: scrubbed, floor: KEY, floorMs },
  ];
}

/** First opening in a page. */
async function library(page: Page, url: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(url);
    await page.locator(COMPOSER).click();
    const button = page.getByRole('button', { name: 'All conversations' });
    times.push(await opening(button, 'li:nth-of-type(5) [data-row]', ''));
  }
  return median(times);
}
