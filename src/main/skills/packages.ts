/**
 * Packages and programs that a skill's files say they need: PEP 723 headers, `requirements.txt`, `pyproject.toml`,
 * `package.json`; and, as a hint, what its scripts import or call. Reads, runs nothing.
 */
import { builtinModules } from 'node:module';
import { parsedJson } from '../../shared/defined.ts';
import { bothSpecs, pythonName, type Requirement, readRequirement } from '../runner/python/requirement.ts';
import { readBytes, withFileInside } from './discovery/contained-file.ts';
import { isEvalFile, listFolder } from './discovery/read-found.ts';
import { createTimeSlice } from './discovery/time-slice.ts';

export interface PackageNeed extends Requirement {
  /** False for a guess from an import. */
  readonly declared: boolean;
  /** The file that says so, relative to the skill. */
  readonly file: string;
}

export interface PackageNeeds {
  readonly python: readonly PackageNeed[];
  readonly node: readonly PackageNeed[];
  /** Text of the first `package-lock.json`. */
  readonly lock?: string | undefined;
  /** Programs of the system that its scripts call. */
  readonly programs: readonly string[];
}

/** Files read, and bytes of each: what is beyond is no script that a person wrote. */
const MAX_FILES = 300;
const MAX_BYTES = 256 * 1024;
const MAX_LOCK_BYTES = 4 * 1024 * 1024;

/** `sys.stdlib_module_names` of Python 3.9 to 3.13, without those that begin with `_`. */
const STANDARD = new Set(
  `abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii binhex bisect builtins bz2
  cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib
  contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings
  ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt getpass
  gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json
  keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing
  netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes
  pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri
  random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib
  sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess
  sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter
  token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv
  warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`.split(
    /\s+/,
  ),
);

/** Packages whose module has another name. */
const PACKAGE_OF: Readonly<Record<string, string>> = {
  attr: 'attrs',
  bs4: 'beautifulsoup4',
  Crypto: 'pycryptodome',
  cv2: 'opencv-python-headless',
  dateutil: 'python-dateutil',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  fitz: 'pymupdf',
  git: 'gitpython',
  jwt: 'pyjwt',
  magic: 'python-magic',
  OpenSSL: 'pyopenssl',
  PIL: 'pillow',
  pkg_resources: 'setuptools',
  pptx: 'python-pptx',
  psycopg2: 'psycopg2-binary',
  serial: 'pyserial',
  skimage: 'scikit-image',
  sklearn: 'scikit-learn',
  yaml: 'pyyaml',
  zmq: 'pyzmq',
};

/** Programs that scripts of public skills call, and that no Python or Node package brings. */
const PROGRAMS =
  'soffice libreoffice pdftotext pdftoppm pdfimages qpdf pdftk tesseract pandoc ffmpeg ffprobe magick gs dot exiftool jq git docker'.split(
    ' ',
  );

/** Texts of the array that begins at the first `[` after `key =`, in TOML. */
function arrayIn(toml: string, key: string): string[] {
  const start = new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*\\[`, 'm').exec(toml);
  if (start === null) return [];
  const rest = toml.slice(start.index + start[0].length);
  const texts: string[] = [];
  for (const [token, double, single] of rest.matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|#[^\n]*|\]/g)) {
    if (token === ']') break;
    const text = double ?? single;
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

/** Section `[project]`. */
const projectOf = (toml: string): string => /^\[project\][ \t]*$([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(toml)?.[1] ?? '';

/** Python's specification of inline script metadata (PEP 723). */
const HEADER = /^# \/\/\/ script[ \t]*\r?\n((?:#(?:| .*)\r?\n)+?)# \/\/\/[ \t]*$/m;

export const headerOf = (text: string): string | undefined => HEADER.exec(text)?.[1]?.replaceAll(/^# ?/gm, '');

const requirementsIn = (lines: readonly string[]): readonly Requirement[] =>
  lines.flatMap((line) => readRequirement(line) ?? []);

/** Modules imported at the top level: what is in `try`, a function or a text may never be needed. */
export function importedModules(python: string): readonly string[] {
  const code = python.replaceAll(/("""|''')[\s\S]*?\1/g, '""');
  const found = [...code.matchAll(/^(?:import[ \t]+([\w., \t]+)|from[ \t]+([A-Za-z_]\w*)[\w.]*[ \t]+import\b)/gm)];
  return found.flatMap(([, list, from]) =>
    from === undefined ? (list ?? '').split(',').flatMap((one) => /^\s*([A-Za-z_]\w*)/.exec(one)?.[1] ?? []) : [from],
  );
}

const IMPORTED =
  /(?:^|[\s;{}])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"\n]+)['"]|(?:^|[^\w.])(?:require|import)\(\s*['"]([^'"\n]+)['"]\s*\)|^import\s*['"]([^'"\n]+)['"]/gm;

export function importedPackages(script: string): readonly string[] {
  const code = script.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(IMPORTED)].flatMap(([, a, b, c]) => {
    const name = /^(?:@[\w.~-]+\/)?[\w.~-]+/.exec(a ?? b ?? c ?? '')?.[0];
    const isOwn = name === undefined || /^[./]/.test(name) || /^\w+:/.test(a ?? b ?? c ?? '');
    return isOwn || builtinModules.includes(name) ? [] : [name];
  });
}

function calledPrograms(file: string, text: string): readonly string[] {
  const called = file.endsWith('.sh')
    ? (name: string) => new RegExp(`(?:^|[;&|(]|\\bexec|\\bthen|\\bdo)\\s*${name}\\s`, 'm').test(text)
    : (name: string) => text.includes(`"${name}"`) || text.includes(`'${name}'`);
  return PROGRAMS.filter(called);
}

const isLock = (path: string): boolean => path.endsWith('package-lock.json');

type Texts = readonly { readonly path: string; readonly text: string }[];

/** Scripts and manifests of the skill; tests and evals are for its author. */
async function textsOf(dir: string): Promise<{ readonly paths: readonly string[]; readonly texts: Texts }> {
  const slice = createTimeSlice();
  const files = (await listFolder(dir)).filter(({ path }) => !isEvalFile(path) && !/(?:^|\/)tests?\//.test(path));
  const isManifest = (path: string): boolean =>
    path.split('/').length <= 3 &&
    /(?:^|\/)(?:requirements[\w.-]*\.txt|pyproject\.toml|package(?:-lock)?\.json)$/.test(path);
  const wanted = files.filter(({ path }) => isManifest(path) || /\.(?:py|m?js|cjs|sh)$/.test(path));
  const texts: { path: string; text: string }[] = [];
  for (const { path, absolute } of wanted.slice(0, MAX_FILES)) {
    const read = withFileInside(dir, absolute, (fd, size) =>
      readBytes(fd, size, isLock(path) ? MAX_LOCK_BYTES : MAX_BYTES).toString('utf8'),
    );
    if (read.fault === undefined) texts.push({ path, text: read.value });
    if (slice.due()) await slice.pause();
  }
  return { paths: files.map(({ path }) => path), texts };
}

/** @param dir the skill's folder, absolute and real. */
export async function readPackages(dir: string): Promise<PackageNeeds> {
  const { paths, texts } = await textsOf(dir);
  const python = new Map<string, PackageNeed>();
  const node = new Map<string, PackageNeed>();
  const programs = new Set<string>();
  const add = (to: Map<string, PackageNeed>, need: PackageNeed): void => {
    const before = to.get(need.name);
    if (before === undefined) to.set(need.name, need);
    else if (need.declared) to.set(need.name, { ...before, spec: bothSpecs(before.spec, need.spec) });
  };
  for (const { path: file, text } of texts) {
    for (const need of declaredIn(file, text)) add(python, { ...need, declared: true, file });
    if (file.endsWith('package.json'))
      for (const [name, spec] of Object.entries(dependenciesOf(text))) add(node, { name, spec, declared: true, file });
  }
  // A module of the skill itself: a file or a folder of that name, wherever it lies.
  const own = new Set(paths.flatMap((path) => path.split('/').map((part) => part.replace(/\.py$/, ''))));
  for (const { path: file, text } of texts) {
    if (!/\.(?:py|m?js|cjs|sh)$/.test(file)) continue;
    for (const name of calledPrograms(file, text)) programs.add(name);
    if (file.endsWith('.py')) {
      for (const module of importedModules(text)) {
        if (STANDARD.has(module) || module.startsWith('_') || own.has(module)) continue;
        add(python, { name: pythonName(PACKAGE_OF[module] ?? module), spec: '', declared: false, file });
      }
    } else if (!file.endsWith('.sh'))
      for (const name of importedPackages(text)) add(node, { name, spec: '', declared: false, file });
  }
  const byName = (needs: Map<string, PackageNeed>) => [...needs.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const lock = texts.find(({ path }) => isLock(path))?.text;
  return { python: byName(python), node: byName(node), lock, programs: [...programs].sort() };
}

function declaredIn(file: string, text: string): readonly Requirement[] {
  // With hashes, as pip-compile writes it, one requirement takes several lines.
  if (/requirements[\w.-]*\.txt$/.test(file))
    return requirementsIn(
      text
        .replaceAll(/\\\r?\n/g, ' ')
        .split(/\r?\n/)
        .map((line) => line.replace(/\s--.*$/, '')),
    );
  if (file.endsWith('pyproject.toml')) return requirementsIn(arrayIn(projectOf(text), 'dependencies'));
  const header = file.endsWith('.py') ? headerOf(text) : undefined;
  return header === undefined ? [] : requirementsIn(arrayIn(header, 'dependencies'));
}

function dependenciesOf(text: string): Readonly<Record<string, string>> {
  const given = parsedJson(text);
  const of = typeof given === 'object' && given !== null && 'dependencies' in given ? given.dependencies : undefined;
  if (typeof of !== 'object' || of === null) return {};
  return Object.fromEntries(
    Object.entries(of).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
