/** `npm run icons`: draws `packaging/desktop/icon.svg` in all sizes, as PNG, and as the icon files of macOS and Windows. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium } from './lib/chromium.mjs';
import { icnsFile, icoFile, SIZES } from './lib/icon-files.mjs';
import { ROOT } from './lib/paths.mjs';
import { runScript } from './lib/say.mjs';

await runScript(async () => {
  const folder = path.join(ROOT, 'packaging', 'desktop');
  const svg = readFileSync(path.join(folder, 'icon.svg'), 'utf8');
  const executablePath = await ensureChromium();
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  try {
    const page = await browser.newPage();
    /** @type {Map<number, Buffer>} */
    const drawn = new Map();
    for (const size of SIZES) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
      drawn.set(size, await page.screenshot({ omitBackground: true }));
    }
    mkdirSync(path.join(folder, 'icons'), { recursive: true });
    // Linux; the largest are in the other two.
    for (const [size, png] of drawn)
      if (size <= 512) writeFileSync(path.join(folder, 'icons', `${size}x${size}.png`), png);
    writeFileSync(path.join(folder, 'icon.icns'), icnsFile(drawn));
    writeFileSync(path.join(folder, 'icon.ico'), icoFile(drawn));
    return 0;
  } finally {
    await browser.close();
  }
});
