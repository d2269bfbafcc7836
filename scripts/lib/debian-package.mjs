/** The Debian package: what npm would install, with its own Node, a manual page and completions. Reproducible. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { MODULES, OUT, onPath, ROOT } from './paths.mjs';
import { run, runNode } from './run.mjs';
import { during, Stop } from './say.mjs';

/** Debian's names of Node's architectures. @type {Readonly<Record<string, string>>} */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
/** Parts of packages: sources, builds for other systems, and what only tools read. */
const LEFT_OUT = [
  /^better-sqlite3\/(build|deps|src)(\/|$)/,
  new RegExp(`^better-sqlite3/prebuilds/(?!linux-${process.arch}\\.)`),
  /^pyodide\/console.*\.html$/,
  /^@types(\/|$)/,
  /\.(map|d\.[cm]?ts)$/,
];

/** @returns {{ name: string, version: string, description: string, license: string, dependencies: Record<string, string> }} */
const manifest = () => JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

/** `dependencies` and theirs, as they are in `node_modules`; those for other systems are not there. @returns {string[]} */
function installedPackages() {
  const found = new Set();
  const visit = (/** @type {string} */ name) => {
    const folder = path.join(MODULES, ...name.split('/'));
    if (found.has(name) || !existsSync(folder)) return;
    found.add(name);
    const file = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    for (const next of Object.keys({ ...file.dependencies, ...file.optionalDependencies })) visit(next);
  };
  for (const name of Object.keys(manifest().dependencies)) visit(name);
  return [...found].sort();
}

/** The files that npm would pack. @returns {Promise<string[]>} */
async function packedFiles() {
  const npm = onPath(['npm']);
  if (npm === undefined) throw new Stop('npm is not on PATH. Install it with Node.js.');
  const { status, output } = await run(npm, ['pack', '--dry-run', '--ignore-scripts', '--json', '--loglevel=error']);
  if (status !== 0) throw new Stop(`npm pack failed.\n${output.trim()}`);
  const [packed] = Object.values(JSON.parse(output.slice(output.search(/^[[{]/m))));
  return packed.files.map((/** @type {{ path: string }} */ file) => file.path);
}

/** Seconds since 1970 that every file of the package carries: the caller's, or those of the last commit. */
async function sourceDate() {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined && /^\d+$/.test(given)) return Number(given);
  const { status, output } = await run('git', ['log', '-1', '--format=%ct']);
  return status === 0 ? Number(output.trim()) : Math.floor(statSync(path.join(ROOT, 'package.json')).mtimeMs / 1000);
}

/** @param {string} tree */
async function stage(tree) {
  const at = (/** @type {string[]} */ ...parts) => {
    const file = path.join(tree, ...parts);
    mkdirSync(path.dirname(file), { recursive: true });
    return file;
  };
  const lib = path.join(tree, 'usr', 'lib', 'skilldeck');
  for (const file of await packedFiles()) copyFileSync(path.join(ROOT, file), at('usr', 'lib', 'skilldeck', file));
  for (const name of installedPackages()) {
    cpSync(path.join(MODULES, ...name.split('/')), path.join(lib, 'node_modules', ...name.split('/')), {
      recursive: true,
      dereference: true,
      filter: (file) => !LEFT_OUT.some((pattern) => pattern.test(path.relative(MODULES, file))),
    });
  }
  copyFileSync(process.execPath, at('usr', 'lib', 'skilldeck', 'bin', 'node'));
  copyFileSync(path.join(ROOT, 'packaging', 'debian', 'skilldeck'), at('usr', 'bin', 'skilldeck'));

  const print = async (/** @type {readonly string[]} */ args, LC_ALL = 'C.UTF-8') => {
    const { status, output } = await runNode([path.join(OUT, 'main', 'cli.js'), ...args], {
      env: { LC_ALL, LANGUAGE: undefined },
    });
    if (status !== 0) throw new Stop(`skilldeck ${args.join(' ')} failed.\n${output.trim()}`);
    return output;
  };
  const share = (/** @type {string[]} */ ...parts) => at('usr', 'share', ...parts);
  writeFileSync(share('bash-completion', 'completions', 'skilldeck'), await print(['completion', 'bash']));
  writeFileSync(share('zsh', 'vendor-completions', '_skilldeck'), await print(['completion', 'zsh']));
  writeFileSync(share('fish', 'vendor_completions.d', 'skilldeck.fish'), await print(['completion', 'fish']));
  writeFileSync(share('man', 'man1', 'skilldeck.1.gz'), zip(await print(['man'])));
  writeFileSync(share('man', 'zh_CN', 'man1', 'skilldeck.1.gz'), zip(await print(['man'], 'zh_CN.UTF-8')));
  const docs = ['doc', 'skilldeck'];
  writeFileSync(share(...docs, 'NEWS.gz'), zip(readFileSync(path.join(ROOT, 'CHANGELOG.md'))));
  writeFileSync(share(...docs, 'copyright'), copyright());
}

const zip = (/** @type {string | Buffer} */ text) => gzipSync(text, { level: 9 });

function copyright() {
  return [
    readFileSync(path.join(ROOT, 'LICENSE'), 'utf8').trim(),
    '',
    'Code of other packages is in this package: /usr/lib/skilldeck/out/THIRD-PARTY-NOTICES.md for what is built in, and the',
    'licence file of each folder in /usr/lib/skilldeck/node_modules.',
    `/usr/lib/skilldeck/bin/node is Node.js ${process.versions.node}, under the MIT licence and those of its parts:`,
    'https://github.com/nodejs/node/blob/main/LICENSE',
    '',
  ].join('\n');
}

/** Modes and times do not depend on who builds, or when. @param {string} folder @param {number} date @returns {number} bytes */
function normalize(folder, date) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const { mode, size } = lstatSync(file);
    bytes += entry.isFile() ? size : 0;
    chmodSync(file, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644);
    lutimesSync(file, date, date);
  }
  chmodSync(folder, 0o755);
  lutimesSync(folder, date, date);
  return bytes;
}

/** @param {number} bytes */
function control(bytes) {
  const { version, description } = manifest();
  return [
    'Package: skilldeck',
    `Version: ${version.replace('-', '~')}`,
    `Architecture: ${ARCHITECTURES[process.arch]}`,
    'Maintainer: Skilldeck contributors <maintainers@skilldeck.invalid>',
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    // Libraries that the Node inside is linked against.
    'Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6',
    'Recommends: bubblewrap, python3, ripgrep',
    'Section: utils',
    'Priority: optional',
    'Description: agent on Agent Skills: command line and browser host',
    ` ${description}`,
    ' .',
    ' This package brings its own Node.js. The desktop app is the package skilldeck-desktop.',
    '',
  ].join('\n');
}

/**
 * @param {string} folder for the package
 * @param {{ fast?: boolean }} [options] `fast`: weakly compressed, for tests
 * @returns {Promise<string>} the file
 */
export async function buildDebianPackage(folder, { fast = false } = {}) {
  const tool = onPath(['dpkg-deb']);
  const architecture = ARCHITECTURES[process.arch];
  if (process.platform !== 'linux' || tool === undefined || architecture === undefined)
    throw new Stop('The Debian package is built on Linux (x64 or arm64) with dpkg-deb. Install dpkg.');
  const tree = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-deb-'));
  try {
    await stage(tree);
    const date = await sourceDate();
    const bytes = normalize(tree, date);
    mkdirSync(path.join(tree, 'DEBIAN'));
    writeFileSync(path.join(tree, 'DEBIAN', 'control'), control(bytes));
    copyFileSync(path.join(ROOT, 'packaging', 'debian', 'prerm'), path.join(tree, 'DEBIAN', 'prerm'));
    normalize(tree, date);
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `skilldeck_${manifest().version}_${architecture}.deb`);
    // Several threads would divide the archive at places that depend on the machine.
    const compression = fast ? ['-Zgzip', '-z1'] : ['-Zxz', '-z6', '--threads-max=1'];
    const { status, output } = await during(`Building ${path.basename(file)}`, () =>
      run(tool, ['--root-owner-group', ...compression, '--build', tree, file], {
        env: { SOURCE_DATE_EPOCH: `${date}` },
      }),
    );
    if (status !== 0) throw new Stop(`dpkg-deb failed.\n${output.trim()}`);
    return file;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
