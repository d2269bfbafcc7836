import path from 'node:path';
import { hostsWith } from '../needs.ts';
import { inBody, inFile, needsIn, short, textField } from './facts.ts';
import { WARNS } from './names.ts';
import {
  allSources,
  EXAMPLE,
  findAll,
  findMentions,
  firstMatches,
  inEach,
  instructionSources,
  lineAround,
  lineBefore,
  type Source,
  scriptSources,
  wordsOf,
} from './sources.ts';
import { type Language, languageOf, textOf } from './syntax.ts';
import { type LintSkill, type RuleFinding, rule, type SkillFile } from './types.ts';

export const scriptMissing = rule('script-missing', 'error', (skill) =>
  findMentions(skill.body)
    .filter((mention) => mention.path.startsWith('scripts/'))
    .filter((mention) => {
      const wanted = path.posix.normalize(mention.path).replace(/\/$/, '');
      return !skill.files.some((file) => file.path === wanted || file.path.startsWith(`${wanted}/`));
    })
    .map(({ path: wanted, offset, kind, example: isExample }) => ({
      ...inBody(skill, offset),
      // Only a link says that it is here: a command may be one of a project's.
      severity: isExample ? 'info' : kind === 'link' ? 'error' : 'warning',
      code: 'script-missing',
      figures: { path: short(wanted) },
    })),
);

/** Patterns that show `--help` is handled, by hand or by one of these libraries. */
const HELP =
  /--help\b|\b(?:argparse|optparse|click|typer|docopt|fire|commander|yargs|parseArgs|minimist|getopts|oclif)\b/;

/** Files in `scripts/` that are not scripts and whose name, or folder's name, the script mentions. */
function librariesOf(skill: LintSkill, script: SkillFile): readonly SkillFile[] {
  const words = wordsOf(textOf(script).replaceAll('.', ' '));
  return skill.scripts.filter((file) => {
    if (skill.entries.includes(file.path)) return false;
    const [, folder = '', ...rest] = file.path.split('/');
    const stem = path.posix.parse(file.path).name;
    return words.has(stem) || (rest.length > 0 && words.has(folder));
  });
}

export const scriptNoHelp = rule('script-no-help', 'info', (skill) =>
  skill.scripts
    .filter((file) => skill.entries.includes(file.path) && file.content.kind === 'text')
    .filter((file) => ![file, ...librariesOf(skill, file)].some((one) => HELP.test(textOf(one))))
    .map((file) => ({ ...inFile(file), code: 'script-no-help', figures: { path: file.path } })),
);

const found = (skill: LintSkill): readonly SkillFile[] =>
  skill.scripts.filter(
    ({ content, mode }) => content.kind === 'text' && content.text.startsWith('#!') && (mode & 0o111) === 0,
  );

export const scriptNotExecutable = rule(
  'script-not-executable',
  'warning',
  (skill) =>
    found(skill).map((file) => ({ ...inFile(file), code: 'script-not-executable', figures: { path: file.path } })),
  (skill) =>
    found(skill).map(({ absolute, mode }) => ({
      kind: 'executable',
      file: absolute,
      before: mode,
      mode: mode | ((mode & 0o444) >> 2),
    })),
);

export const scriptSyntax = rule('script-syntax', 'error', ({ scripts }) =>
  scripts.flatMap(({ absolute: file, path, syntax }) => {
    if (syntax?.kind !== 'error') return [];
    const { line, column, message: detail } = syntax;
    return [{ file, line, column, code: 'script-syntax', figures: { path, detail } }];
  }),
);

export const scriptUnchecked = rule('script-unchecked', 'info', ({ scripts }) =>
  scripts.flatMap((file) => {
    if (file.syntax?.kind !== 'unchecked') return [];
    const { why, program } = file.syntax;
    return [{ ...inFile(file), code: `script-unchecked-${why}` as const, figures: { path: file.path, program } }];
  }),
);

const USES: Readonly<Record<Language, RegExp>> = {
  python:
    /^[ \t]{0,100}(?:import|from)[ \t]{1,5}(?:[\w.]{1,60}[ \t]{0,3},[ \t]{0,3}){0,10}(?:urllib\.request|urllib3|http\.client|requests|httpx|aiohttp|socket|ftplib|smtplib|imaplib|poplib|telnetlib|xmlrpc|websockets?|paramiko|boto3)\b/m,
  javascript:
    /(?<![\w.])fetch\s{0,3}\(|\bXMLHttpRequest\b|(?:from|import|require\()\s{0,3}\(?\s{0,3}['"](?:node:)?(?:https?|http2|net|dgram|tls|axios|undici|got|node-fetch|ws|superagent)['"]/,
  shell: /(?<![\w./-])(?:curl|wget|nc|ncat|ssh|scp|sftp|rsync|telnet)[ \t]{1,5}[^\s=]/,
};
const SAYS_NETWORK = /\b(?:network|internet|online|https?|web|api)\b|网络|联网|互联网/i;
const SAYS_NONE =
  /\b(?:no|without|offline|needs? no)\b[^.]{0,20}\b(?:network|internet)|\boffline\b|无需联网|不联网|离线/i;

/** Matches of a text that are looked at; a comment is none. */
const MAX_MATCHES = 1_000;

/** Sockets between programs of one machine: they name it, and no other. */
const isLocalAlone = (text: string): boolean =>
  /\bAF_UNIX\b|\blocalhost\b|\b127\.0\.0\.1\b/.test(text) &&
  !/\bgetaddrinfo\b|\bcreate_connection\((?!\(?["'](?:localhost|127\.))|https?:\/\/(?!localhost\b|127\.|\$)/.test(text);

function firstUse(text: string, language: Language): RegExpExecArray | undefined {
  const pattern = new RegExp(USES[language].source, `g${USES[language].flags}`);
  return firstMatches(text, pattern, MAX_MATCHES).find(
    ({ 0: found, index }) =>
      !/^[ \t]*(?:#|\/\/)/.test(lineAround(text, index)) &&
      !(/\bsocket$|require\(.(?:node:)?https?\b/.test(found) && isLocalAlone(text)),
  );
}

/** The first call of a kind in each script. */
const inScripts = (
  skill: LintSkill,
  code: 'script-network' | 'script-network-denied' | 'script-deletes',
  find: (text: string, language: Language) => RegExpExecArray | undefined,
): readonly RuleFinding[] =>
  scriptSources(skill).flatMap(({ text, file, at }) => {
    const language = file && languageOf(file);
    const match = language && find(text, language);
    if (file === undefined || match === undefined) return [];
    const call = match[0].trim();
    return [{ ...at(match.index + match[0].indexOf(call)), code, figures: { path: file.path, call: short(call) } }];
  });

export const scriptNetwork = rule('script-network', 'warning', (skill) => {
  const compatibility = textField(skill, 'compatibility') ?? '';
  const saysNone = SAYS_NONE.test(compatibility);
  if (SAYS_NETWORK.test(compatibility) && !saysNone) return [];
  const needs = needsIn(skill);
  if (needs !== undefined && hostsWith(needs, () => true).length > 0) return [];
  return inScripts(skill, saysNone ? 'script-network-denied' : 'script-network', firstUse);
});

const ANY_LANGUAGE = String.raw`\brm\s{1,5}(?:-[\w-]{1,30}\s{1,5}){0,5}-\w{0,10}[rR]\w{0,10}\b|\bgit\s{1,5}(?:clean\s{1,5}-\w{0,10}f|reset\s{1,5}--hard)|\bmkfs\b|\bdd\s[^\n]{0,100}\bof=/dev/`;
const DELETES: Readonly<Record<Language, RegExp>> = {
  python: new RegExp(`\\b(?:shutil\\.)?rmtree\\s{0,3}\\(|\\bremovedirs\\s{0,3}\\(|${ANY_LANGUAGE}`, 'g'),
  javascript: new RegExp(
    `\\brimraf\\b|\\b(?:rm|rmSync|rmdir|rmdirSync)\\s{0,3}\\([^)]{0,200}recursive|${ANY_LANGUAGE}`,
    'g',
  ),
  shell: new RegExp(`\\bfind\\s[^\\n|;]{0,300}(?:-delete\\b|-exec\\s{1,5}rm\\b)|\\bshred\\s|${ANY_LANGUAGE}`, 'g'),
};

/** Deletes a folder that the script made for itself. */
const TEMPORARY = /^[^#;,)\n]{0,60}(?:te?mp|stag(?:e|ing)\b|work_?dir)/i;

export const scriptDeletes = rule('script-deletes', 'warning', (skill) =>
  inScripts(skill, 'script-deletes', (text, language) =>
    firstMatches(text, DELETES[language], MAX_MATCHES).find(
      ({ 0: call, index }) => !TEMPORARY.test(text.slice(index + call.length)),
    ),
  ),
);

/** Programs that read a script from a pipe. The command that fills the pipe is searched before the match. */
const PIPE =
  /\|\s{0,5}(?:sudo\s{1,5}(?:-\w{1,20}\s{1,5}){0,3})?(?:env\s{1,5})?(?:\/\w{1,20}){0,4}\/?(?:(?:(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby|iex|Invoke-Expression)\b)/gi;
/** Programs that load, with anything after them: a text about attacks may name them alone. */
const LOADS = /\b(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b(?!\s*$)/i;
/** Characters of a command before its pipe, and the pipes of a text that are followed back. */
const MAX_COMMAND = 300;
const MAX_PIPES = 10_000;
const OTHERS = [
  /\b(?:ba|z|da)?sh\s{1,5}(?:-\w{1,10}\s{1,5})?<\(\s{0,5}(?:curl|wget)\b[^\n]{0,200}/g,
  /\b(?:(?:ba|z|da)?sh\s{1,5}-c|eval|source)\s{1,5}["']?(?:\$\(|`|<\()\s{0,5}(?:curl|wget)\b[^\n]{0,200}/g,
] as const;

const factsOf = (command: string) => ({ code: 'pipe-to-shell', figures: { command: short(command) } }) as const;

/** Start of the command that ends before `index`; a line that ends in a backslash continues. */
function commandStart(text: string, index: number): number {
  let start = index;
  while (start > 0 && index - start < MAX_COMMAND && !/[|;]/.test(text[start - 1] ?? '')) {
    if (text[start - 1] === '\n' && !/\\\r?$/.test(text.slice(Math.max(0, start - 3), start - 1))) break;
    start -= 1;
  }
  return start;
}

function findPipes(source: Source): readonly RuleFinding[] {
  const { text } = source;
  return firstMatches(text, PIPE, MAX_PIPES).flatMap(({ index, 0: pipe }) => {
    const start = commandStart(text, index);
    const loads = LOADS.exec(text.slice(start, index));
    if (loads === null) return [];
    const from = start + loads.index;
    return [{ ...source.at(from), ...factsOf(text.slice(from, index + pipe.length)) }];
  });
}

export const pipeToShell = rule('pipe-to-shell', 'warning', (skill) =>
  inEach(allSources(skill), (source) => [
    ...findPipes(source),
    ...OTHERS.flatMap((pattern) => findAll(source, pattern, ([command]) => factsOf(command))),
  ]),
);

/** Text that is decoded and run in one go, by Python, JavaScript, shells and PowerShell. */
const DECODED = [
  /\b(?:exec|eval)\s{0,3}\(\s{0,3}(?:compile\s{0,3}\(\s{0,3})?(?:base64|zlib|codecs|marshal|bytes\.fromhex|binascii)\b[^\n]{0,120}/g,
  /\b(?:eval|new\s{1,3}Function)\s{0,3}\(\s{0,3}(?:atob\b|Buffer\.from\s{0,3}\([^\n]{0,200}["'](?:base64|hex)["'])[^\n]{0,80}/g,
  /\bbase64\s{1,3}(?:-d|-D|--decode)\b[^\n|]{0,100}\|\s{0,3}(?:sudo\s{1,3})?(?:ba|z|da)?(?:sh|python3?|node|perl)\b/g,
  /\bpowershell(?:\.exe)?\s[^\n]{0,80}-(?:enc|encodedcommand)\s{1,3}[A-Za-z0-9+/=]{16,400}/gi,
] as const;

export const hiddenCode = rule('hidden-code', 'warning', (skill) =>
  inEach(allSources(skill), (source) =>
    DECODED.flatMap((pattern) =>
      findAll(source, pattern, ([code]) => ({ code: 'hidden-code', figures: { code: short(code) } })),
    ),
  ),
);

/** Files in which keys and passwords are kept. */
const KEYS =
  /(?:(?:~|\$HOME|\$\{HOME\}|\/root|\/home\/[\w.-]{1,64}|\/Users\/[\w.-]{1,64})\/|(?<![\w.-]))\.(?:ssh\/(?!config\b|known_hosts\b)[\w.*-]{0,64}|aws\/credentials\b|gnupg\b|netrc\b|kube\/config\b|docker\/config\.json\b|git-credentials\b|pypirc\b)|\/etc\/shadow\b|\bid_(?:rsa|ed25519|ecdsa)\b(?!\.pub)/g;
/** Verbs that make an order of a path; a script needs none. */
const TAKES = /\b(?:read|cat|open|print|copy|send|upload|include|post|paste|show)\b|读取|打开|发送|上传|复制|打印/i;

export const readsKeys = rule('reads-keys', 'warning', (skill) =>
  inEach([...instructionSources(skill), ...scriptSources(skill)], (source) =>
    findAll(source, KEYS, (match) => {
      const isScript = source.file !== undefined && skill.scripts.includes(source.file);
      const around = lineAround(source.text, match.index).replace(match[0], '');
      const isTaken = (isScript || TAKES.test(around)) && !WARNS.test(around);
      return isTaken ? { code: 'reads-keys', figures: { path: short(match[0]) } } : undefined;
    }),
  ),
);

/** Folders of one person or one machine: their home, a drive, a client's own mount. Made-up people have no home. */
const PATHS =
  /(?<![\p{L}\p{N}_:/.~$}\\-])(?:\/mnt\/(?:[a-z]\/|skills\b|data\b|user-data\b)|\/Volumes\/(?=\w)|(?:[A-Za-z]:\\{1,2}|\/)(?:home|Users)[\\/]{1,2}(?!(?:Public|Shared|[Uu]sers?|(?:my|your)?[Uu]ser_?[Nn]ame|your?|yourname|example|me|my|name|alice|bob|jdoe|jane|john|dev|vscode|node|runner|ubuntu|agent)\b)(?=\w))[^\s"'`)<>|;,，。]{0,200}/gu;
/** In the home of everyone who uses that client. */
const OF_A_CLIENT = /(?<![\p{L}\p{N}_/])~\/\.(claude|codex|gemini|cursor|agents)\/[^\s"'`)<>|;,]{1,200}/gu;
const CLIENTS: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  cursor: 'Cursor',
  agents: 'Agent Skills',
};

export const absolutePath = rule('absolute-path', 'warning', (skill) =>
  inEach([...instructionSources(skill), ...scriptSources(skill)], (source) => [
    ...findAll(source, PATHS, ({ 0: path, index }) =>
      EXAMPLE.test(lineBefore(source.text, index))
        ? undefined
        : { code: 'absolute-path', figures: { path: short(path) } },
    ),
    ...findAll(source, OF_A_CLIENT, ([path, client = '']) => ({
      code: 'client-folder',
      figures: { path: short(path), client: CLIENTS[client] ?? client },
    })),
  ]),
);
