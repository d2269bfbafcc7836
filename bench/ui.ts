/**
 * `npm run bench:ui`: measures the UI in a real browser against the built app. Each row has a floor, done by an empty
 * page in the same run. `-- starting streaming` runs those parts alone; the parts are below.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startScriptedModel } from '../src/main/models/test-kit/scripted-model.ts';
import { print } from './table.ts';
import { openBrowser } from './ui/browser.ts';
import { inUse } from './ui/in-use.ts';
import { painting, starting } from './ui/starting.ts';
import { streaming } from './ui/streaming.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-ui-'));
const userHome = path.join(home, 'user');
mkdirSync(userHome);
const browser = await openBrowser();
const model = await startScriptedModel([]);
try {
  const folders = { home, userHome, model: { baseUrl: model.url, name: 'scripted-model' } };
  const parts = {
    starting: () => starting(browser, folders),
    painting: () => painting(browser, folders),
    'in-use': () => inUse(browser, folders),
    streaming: () => streaming(browser, folders, model),
  };
  const wanted = process.argv.slice(2);
  for (const [name, rows] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) print(await rows());
  }
} finally {
  await browser.close();
  await model.close();
  rmSync(home, { recursive: true, force: true });
}
