/** The terminal's native package for the architecture that is packed: npm installs only that for the current machine. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MODULES, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { Stop, say } from './say.mjs';

const SYSTEMS = /** @type {const} */ ([
  ['darwin', ['--mac', '--macos', '-m', '-o']],
  ['win32', ['--win', '--windows', '-w']],
  ['linux', ['--linux', '-l']],
]);

/** Platforms and architectures that electron-builder is asked for, as Node names them. @param {readonly string[]} args */
export function packedFor(args) {
  const systems = SYSTEMS.filter(([, flags]) => flags.some((flag) => args.includes(flag))).map(([name]) => name);
  const arches = ['x64', 'arm64'].filter((arch) => args.includes(`--${arch}`));
  return (systems.length === 0 ? [process.platform] : systems).flatMap((system) =>
    (arches.length === 0 ? [process.arch] : arches).map((arch) => `${system}-${arch}`),
  );
}

/** Fetches the package that package-lock.json names, unless it is there. @param {string} target such as `linux-arm64` */
export async function ensureTerminal(target) {
  const name = `@lydell/node-pty-${target}`;
  const folder = path.join(MODULES, ...name.split('/'));
  if (existsSync(folder)) return;
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const wanted = lock.packages[`node_modules/${name}`];
  if (wanted === undefined) throw new Stop(`There is no terminal for ${target}: package-lock.json has no ${name}.`);
  say(`Fetching ${name} ${wanted.version}`);
  mkdirSync(path.dirname(folder), { recursive: true });
  const temporary = mkdtempSync(path.join(MODULES, '.terminal-'));
  try {
    const pack = ['pack', `${name}@${wanted.version}`, '--json', '--ignore-scripts', '--pack-destination', temporary];
    const packed = await run('npm', [...pack, '--loglevel=error'], { cwd: os.tmpdir() });
    if (packed.status !== 0) throw new Stop(`${name} could not be fetched:\n${packed.output.trim()}`);
    const [{ filename, integrity }] = JSON.parse(packed.output);
    if (integrity !== wanted.integrity) throw new Stop(`${name} is not the one that package-lock.json names.`);
    const unpacked = await run('tar', ['-xzf', filename], { cwd: temporary });
    if (unpacked.status !== 0) throw new Stop(`${filename} could not be unpacked:\n${unpacked.output.trim()}`);
    renameSync(path.join(temporary, 'package'), folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
