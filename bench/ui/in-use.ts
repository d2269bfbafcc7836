/** Opening, scrolling and looking back in large conversations, and the library of many. */
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { startApp } from '../../e2e/kit/served-app.ts';
import { EVENTS_A_TURN } from '../logs.ts';
import { median, type Row, round } from '../table.ts';
import { type Frames, opening, scrolling, scrubbing, typing } from './browser.ts';
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
const ROUNDS = 3;
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
      for (let round = 0; round < ROUNDS; round += 1) {
        // A conversation is read once in a page.
        await page.goto(served.url);
        await page.locator(COMPOSER).click();
        times.push(await opening(page.getByRole('button', { name: title }).first(), LOG, last));
      }
      return { ours: median(times), floor: KEY, floorMs: keyMs };
    };
    const events = await opened('A log of many', `Answer ${EVENTS / EVENTS_A_TURN - 1}`);
    const awful = await opened('A hostile one', `Answer ${HOSTILE_TURNS - 1}`);
    const long = await opened('A long one', `Answer ${MESSAGES / 2 - 1}`);
    const frames = await scrolling(page, LOG, FRAMES, 400);
    return [
      { what: `${MESSAGES} messages, opened`, ...long, goal: { ms: 300 } },
      { what: `${EVENTS} events, opened`, ...events, goal: { ms: 1_000 } },
      {
        what: `${HOSTILE_TURNS * 12} events with long labels (${round(hostile.length / 1e6)} MB), opened`,
        ours: awful.ours,
        floor: 'JSON.parse of them in an empty page',
        floorMs: jsonMs,
        goal: { times: 5 },
      },
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
    const bare = await scrolling(page, LOG, FRAMES, 400);
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
