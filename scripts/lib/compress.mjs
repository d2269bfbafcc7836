/** Compresses at the build what the browser host sends: `NAME.br` beside each text file of the page (src/main/lib/app-files.ts). */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const brotli = promisify(brotliCompress);
const TEXT = /\.(js|css|html|svg|json)$/;

/** @param {string} page the folder with `index.html` */
export async function compressPage(page) {
  const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name));
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(page, name);
      await writeFile(`${file}.br`, await brotli(await readFile(file)));
    }),
  );
}
