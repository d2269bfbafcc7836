/** A skill's packages: read, shown, fetched from an index on loopback of wheels made here, and used by its scripts in their sandbox. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { findProgram } from '../../lib/processes.ts';
import { serverOfTest } from '../../lib/test-kit/server-of-test.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { sha256 } from '../../lib/text.ts';
import { modelOfTest } from '../../models/test-kit/model-of-test.ts';
import { call, say } from '../../models/test-kit/scripted-model.ts';
import { rawZip } from '../../skills/import/test-kit/raw-zip.ts';
import { type CommandLine, commandLine, skilldeck } from './test-kit/command-line.ts';

vi.setConfig({ testTimeout: 240_000 });

/** A wheel of one module that says its version. */
function wheel(name: string, version: string, requires: readonly string[] = []): Buffer {
  const info = `${name}-${version}.dist-info`;
  const needs = requires.map((one) => `Requires-Dist: ${one}\n`).join('');
  return rawZip([
    { name: `${name}/__init__.py`, content: `VERSION = "${version}"\n` },
    { name: `${info}/METADATA`, content: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n${needs}` },
    {
      name: `${info}/WHEEL`,
      content: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    },
    {
      name: `${info}/RECORD`,
      content: `${name}/__init__.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`,
    },
  ]);
}

const WHEELS: Readonly<Record<string, Buffer>> = {
  'sdtestpdf-4.0.0-py3-none-any.whl': wheel('sdtestpdf', '4.0.0', ['sdtestbase>=1']),
  'sdtestpdf-3.0.0-py3-none-any.whl': wheel('sdtestpdf', '3.0.0'),
  'sdtestbase-1.2-py3-none-any.whl': wheel('sdtestbase', '1.2', [
    'sdtestfast; python_version < "3.9"',
    'sdtestno; extra == "x"',
  ]),
  'sdtestno-1.0-py3-none-any.whl': wheel('sdtestno', '1.0'),
  'sdtestfast-1.0-cp314-cp314-manylinux_2_28_x86_64.whl': wheel('sdtestfast', '1.0'),
  'sdtestslow-1.0-py3-none-any.whl': wheel('sdtestslow', '1.0', ['sdtestfast']),
};

/** A package whose install script would leave a file. */
function tarball(name: string, version: string): Buffer {
  const folder = tempFolder();
  mkdirSync(path.join(folder, 'package'));
  const manifest = { name, version, main: 'index.js', scripts: { install: 'echo ran > ran.txt' } };
  writeFileSync(path.join(folder, 'package', 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'package', 'index.js'), `exports.version = '${version}';`);
  return execFileSync('tar', ['-czf', '-', '-C', folder, 'package']);
}

const integrityOf = (file: Buffer) => `sha512-${createHash('sha512').update(file).digest('base64')}`;

/** A registry's document on a package. @param files by version. */
const packument = (url: string, name: string, files: ReadonlyMap<string, Buffer>) => ({
  name,
  'dist-tags': { latest: '2.1.0' },
  versions: Object.fromEntries(
    [...files].map(([version, file]) => {
      const dist = { tarball: `${url}/files/${version}.tgz`, integrity: integrityOf(file) };
      return [version, { name, version, hasInstallScript: true, dist }];
    }),
  ),
});

let cli: CommandLine;
let node: ReadonlyMap<string, Buffer>;
let url: string;
let asked: string[];
beforeEach(async () => {
  cli = commandLine();
  asked = [];
  node = new Map(['2.1.0', '2.0.0'].map((version) => [version, tarball('sdtestnode', version)]));
  url = await serverOfTest((request, response) => {
    asked.push(request.url ?? '');
    const [, kind, name = ''] = (request.url ?? '').split('/');
    if (kind === 'sdtestnode') {
      response.end(JSON.stringify(packument(`http://${request.headers.host}`, 'sdtestnode', node)));
      return;
    }
    const file = node.get(name.replace(/\.tgz$/, '')) ?? WHEELS[name];
    if (kind === 'files' && file !== undefined) {
      response.writeHead(200, { 'content-length': file.length }).end(file);
      return;
    }
    const links = Object.entries(WHEELS)
      .filter(([one]) => kind === 'simple' && one.startsWith(`${name}-`))
      .map(([one, bytes]) => `<a href="/files/${one}#sha256=${sha256(bytes)}">${one}</a>`);
    response
      .writeHead(links.length === 0 ? 404 : 200, { 'content-type': 'text/html' })
      .end(`<!doctype html><body>${links.join('')}`);
  });
  cli.write('home/config.jsonc', { packages: { pythonIndex: `${url}/simple/`, nodeRegistry: url } });
  cli.write('skills/doc/SKILL.md', '---\nname: doc\ndescription: Reads papers.\n---\nRun scripts/read.py.\n');
  cli.write(
    'skills/doc/scripts/read.py',
    '# /// script\n# dependencies = ["sdtestpdf>=4,<5", "sdtestbase[X]"]\n# ///\nimport sdtestpdf, sdtestbase, sdtestno\nprint(sdtestpdf.VERSION, sdtestbase.VERSION)\n',
  );
});

const run = async (command: string, ...more: readonly string[]) => {
  const model = await modelOfTest([
    call('load_skill', { name: 'doc' }),
    call('run_command', { command }),
    say('Done.'),
  ]);
  const { out } = await skilldeck(['run', 'Read it.', ...cli.options(model), '--approve', 'auto', '--json', ...more]);
  const results = out.split('\n').filter((line) => line.includes('"tool-result"') || line.includes('"tool-responded"'));
  return { out, last: results.at(-1) ?? '' };
};

it('is said to be missing, fetched once the person agrees, then there for the scripts, without network', async () => {
  const options = cli.options();
  const shown = JSON.parse((await skilldeck(['skills', 'show', 'doc', '--json', ...options])).out);
  expect(shown.requirements.python).toEqual([
    { name: 'sdtestbase', spec: '[x]', state: 'missing', declared: true },
    { name: 'sdtestno', spec: '', state: 'missing', declared: false },
    { name: 'sdtestpdf', spec: '>=4,<5', state: 'missing', declared: true },
  ]);
  const listed = JSON.parse((await skilldeck(['skills', 'list', '--json', ...options])).out);
  expect(listed.skills.map((one: { missing: number }) => one.missing)).toEqual([3]);

  const without = await run('uv run scripts/read.py');
  expect(without.out).toContain('The Python module sdtestpdf is not installed here');
  expect(without.out).toContain('skilldeck skills packages doc');

  const nobody = await skilldeck(['skills', 'packages', 'doc', ...options]);
  expect([nobody.status, nobody.err]).toEqual([
    5,
    expect.stringMatching(
      /^doc needs sdtestno 1\.0, sdtestpdf 4\.0\.0, sdtestbase 1\.2, from 127\.0\.0\.1:\d+ \([\d,]+ bytes\)\.\nNothing was fetched/,
    ),
  ]);
  const fetched = await skilldeck(['skills', 'packages', 'doc', '--yes', '--json', ...options]);
  expect(JSON.parse(fetched.out).packages).toContainEqual({
    name: 'sdtestpdf',
    version: '4.0.0',
    sha256: sha256(WHEELS['sdtestpdf-4.0.0-py3-none-any.whl'] ?? ''),
  });
  expect((await skilldeck(['skills', 'show', 'doc', ...options])).out).toContain('sdtestpdf>=4,<5 (provided)');
  asked = [];
  for (const command of [
    'uv run scripts/read.py',
    'cd skills/doc && uv run --with x scripts/read.py',
    'python3 -c "import sdtestpdf; print(sdtestpdf.VERSION, 1.2)"',
  ])
    expect((await run(command)).out).toContain('4.0.0 1.2');
  expect(asked).toEqual([]);
  const removed = await skilldeck(['skills', 'packages', 'doc', '--remove', ...options]);
  expect([removed.status, readdirSync(cli.at('home/packages/python'))]).toEqual([0, []]);
});

it('brings pure Python to a machine without Python, and refuses what is compiled by name', async () => {
  vi.stubEnv('SKILLDECK_PYTHON', 'embedded');
  const fetch = () => skilldeck(['skills', 'packages', 'doc', '--yes', '--json', ...cli.options()]);
  cli.write('skills/doc/requirements.txt', 'sdtestslow\n');
  const fetched = await fetch();
  expect(fetched.err).toContain(
    "sdtestslow: not installed, and can't be used here: sdtestfast comes compiled only, and the Python that Skilldeck brings runs pure Python. Install Python",
  );
  expect(JSON.parse(fetched.out).packages).toEqual(
    ['sdtestbase-1.2', 'sdtestno-1.0', 'sdtestpdf-4.0.0'].map((one) => {
      const [name, version] = one.split('-');
      return { name, version, sha256: sha256(WHEELS[`${one}-py3-none-any.whl`] ?? '') };
    }),
  );
  asked = [];
  expect((await run('cd skills/doc && uv run scripts/read.py')).out).toContain('4.0.0 1.2');
  expect(asked).toEqual([]);
  const { requirements } = JSON.parse((await skilldeck(['skills', 'show', 'doc', '--json', ...cli.options()])).out);
  expect(requirements.python.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['sdtestbase', 'provided'],
    ['sdtestno', 'provided'],
    ['sdtestpdf', 'provided'],
    ['sdtestslow', 'missing'],
  ]);
  cli.write('skills/doc/scripts/read.py', 'print(1)\n');
  const alone = await fetch();
  vi.unstubAllEnvs();
  expect([alone.status, alone.err]).toEqual([1, expect.stringContaining('sdtestfast comes compiled only')]);
});

/** Takes what uv's reference has for `uv run`, and refuses any other option as uv does. @param python that has pip. */
const uv = (python: string): string => `#!/bin/sh
[ "$1" = --version ] && echo 'uv 0.8.8' && exit 0
[ "$1" = run ] && [ -n "$UV_DEFAULT_INDEX" ] || exit 2
shift
while :; do
  case "$1" in
    --no-project) shift ;;
    --python) [ -x "$2" ] || exit 2; shift 2 ;;
    --with) [ "$2" = pip ] || exit 2; shift 2 ;;
    -*) echo "error: unexpected argument '$1' found" >&2; exit 2 ;;
    *) break ;;
  esac
done
[ "$1" = python ] || exit 2
shift
exec ${python} "$@"
`;

it('is fetched by a uv that is found, where Python has neither pip nor venv', async () => {
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
  const lacking = `#!/bin/sh\ncase "$1 $2" in "-m pip"|"-m venv") exit 1 ;; esac\nexec ${python} "$@"\n`;
  chmodSync(cli.write('bin/python3', lacking), 0o755);
  chmodSync(cli.write('bin/uv', uv(python)), 0o755);
  vi.stubEnv('PATH', `${cli.at('bin')}${path.delimiter}${process.env.PATH}`);
  const fetched = await skilldeck(['skills', 'packages', 'doc', '--yes', '--json', ...cli.options()]);
  vi.unstubAllEnvs();
  expect(fetched).toMatchObject({ status: 0 });
  expect(JSON.parse(fetched.out).packages).toHaveLength(3);
});

it.skipIf(findProgram(['npm']) === undefined)('brings Node packages, without running their scripts', async () => {
  cli.write('skills/doc/package.json', { dependencies: { sdtestnode: '^2.0.0' } });
  cli.write(
    'skills/doc/scripts/make.mjs',
    "import { createRequire } from 'node:module';\nimport { version } from 'sdtestnode';\nconsole.log('es', version, 'cjs', createRequire('/x/y.js')('sdtestnode').version);\n",
  );
  const { out } = await run('node scripts/make.mjs', '--packages');
  expect(out).toContain('es 2.1.0 cjs 2.1.0');
  const [set = ''] = readdirSync(cli.at('home/packages/node'));
  expect(readdirSync(cli.at('home/packages/node', set, 'site/node_modules/sdtestnode')).sort()).toEqual([
    'index.js',
    'package.json',
  ]);
  expect(out).toContain(sha256(node.get('2.1.0') ?? ''));
  asked = [];
  expect((await run('node scripts/make.mjs')).out).toContain('es 2.1.0');
  expect(asked).toEqual([]);

  const locked = {
    version: '2.0.0',
    resolved: `${url}/files/2.0.0.tgz`,
    integrity: integrityOf(node.get('2.0.0') ?? Buffer.alloc(0)),
  };
  const lock = (packages: object) =>
    cli.write('skills/doc/package-lock.json', { lockfileVersion: 3, packages: { '': {}, ...packages } });
  lock({ 'node_modules/sdtestnode': locked });
  expect((await run('node scripts/make.mjs', '--packages')).out).toContain('es 2.0.0');
  lock({ 'node_modules/sdtestnode': { ...locked, resolved: 'git+ssh://git@127.0.0.1/a.git' } });
  expect((await run('node scripts/make.mjs', '--packages')).out).toContain('es 2.1.0');
});

it('says in one sentence why packages cannot be had, and leaves nothing', async () => {
  cli.write('skills/doc/requirements.txt', 'sdtestnone>=9\n');
  const fetch = () => skilldeck(['skills', 'packages', 'doc', '--yes', ...cli.options()]);
  const refused = await fetch();
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('index has none that fits')]);
  cli.write('home/config.jsonc', { packages: { pythonIndex: 'http://127.0.0.1:9/simple/' } });
  vi.stubEnv('PIP_RETRIES', '0');
  const silent = await fetch();
  vi.unstubAllEnvs();
  expect([silent.status, silent.err]).toEqual([1, expect.stringContaining("index can't be reached")]);
  for (const { err } of [refused, silent]) expect(err.trim().split('\n')).toHaveLength(1);
  expect(readdirSync(cli.at('home/packages/python'))).toEqual([]);
});
