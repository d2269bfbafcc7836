/** `npm run package:deb [-- FOLDER]`: the Debian package of the command line and the browser host, into `dist/`. */
import path from 'node:path';
import { ensureBuild } from './lib/build.mjs';
import { buildDebianPackage } from './lib/debian-package.mjs';
import { ensurePackages } from './lib/install.mjs';
import { ROOT } from './lib/paths.mjs';
import { runScript } from './lib/say.mjs';

await runScript(async () => {
  await ensurePackages();
  await ensureBuild();
  const fast = process.argv.includes('--fast');
  const folder = process.argv.slice(2).find((word) => !word.startsWith('-'));
  const file = await buildDebianPackage(path.resolve(folder ?? path.join(ROOT, 'dist')), { fast });
  process.stdout.write(`${file}\n`);
  return 0;
});
