import { translatorFor } from '../translate.ts';
import { archive } from './cli/archive.ts';
import { count, counted } from './cli/count.ts';
import { env } from './cli/env.ts';
import { evals } from './cli/evals.ts';
import { forms } from './cli/forms.ts';
import { help } from './cli/help.ts';
import { judging } from './cli/judging.ts';
import { mcp } from './cli/mcp.ts';
import { models } from './cli/models.ts';
import { repos } from './cli/repos.ts';
import { type ReviewWords, review } from './cli/review.ts';
import { secrets } from './cli/secrets.ts';
import { lint, skills } from './cli/skills.ts';
import { trust } from './cli/trust.ts';
import { views } from './cli/views.ts';

export const cli = {
  language: 'en' as 'en' | 'zh',
  /** Messages that the window has too. */
  t: translatorFor('en'),
  env,
  secrets,
  trust,
  mcp,
  archive,
  repos,
  models,
  evals,
  forms,
  judging,
  views,
  review: review as ReviewWords,
  number: (value: number): string => count.format(value),
  /** Whole seconds from ten on. */
  duration: (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`,
  seconds: (ms: number): string => `${(ms / 1000).toFixed(1)} s`,
  when: (iso: string): string => new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
  help,
  usage: {
    try: (command: string): string => `Try: ${command} --help`,
    unknownOption: (name: string): string => `There is no option ${name}.`,
    unknownCommand: (name: string): string => `There is no command ${name}.`,
    missingArgument: (name: string): string => `${name.toUpperCase()} is missing.`,
    optionMissingArgument: (name: string): string => `The option ${name} needs a value.`,
    excessArguments: 'Too many arguments. Put the message in quotes.',
    excessPlain: 'Too many arguments.',
    wholeNumber: (option: string, value: string, min: number): string =>
      `${option} takes a whole number from ${min}, not "${value}".`,
    positive: (option: string, value: string): string => `${option} takes a number above 0, not "${value}".`,
    port: (value: string): string => `--port takes a number from 0 to 65535, not "${value}".`,
    address: (value: string, option = '--base-url'): string =>
      `${option} takes an address such as https://HOST/v1, not "${value}".`,
    choice: (option: string, value: string, choices: readonly string[]): string =>
      `${option} takes ${choices.join(', ')}, not "${value}".`,
    noSuchFolder: (folder: string): string => `--skills: there is no folder ${folder}.`,
    noFolder: (folder: string): string =>
      `There is no folder ${folder}. Name a folder of skills, or one skill's folder.`,
    emptyPrompt: 'The message is empty.',
    longPrompt: (length: string, most: string): string =>
      `The message has ${length} characters; the limit is ${most}. Put the text in a file and name the file.`,
    noKey: (name: string): string => `--api-key-env: the environment variable ${name} is empty. Set it to the key.`,
    noModel: 'Choose a model with --model: none is set for the endpoint of --base-url.',
  },
  outputLost: (why: string): string => `Couldn't write all output: ${why}.`,
  bug: (message: string): string => `Internal error: ${message}`,
  attach: {
    notThere: (file: string): string => `--attach: there is no file ${file}.`,
    noFile: (file: string): string => `--attach: ${file} is not a file. Attach files one by one.`,
    tooLarge: (file: string, most: string): string => `--attach: ${file} has over ${most} MiB. Attach a smaller file.`,
    tooMany: (count: number, most: number): string =>
      `--attach: a message can have at most ${most} files, not ${count}.`,
    unshown: {
      'too-large': (name: string): string =>
        `${name} is too large to show to the model (images: 5 MiB, PDFs: 15 MiB). Skills can open it.`,
      'too-many-pages': (name: string): string =>
        `${name} has over 100 pages, so the model doesn't see it. Skills can open it.`,
      damaged: (name: string): string => `${name} can't be read, so the model doesn't see it.`,
    },
  },
  run: {
    unconfined: 'scripts run without a sandbox: they can do anything you can (skilldeck doctor shows what is missing)',
    keyUnused: (name: string, address: string): string =>
      `The demo model answers. To use ${name}: --base-url ${address} --api-key-env ${name} --model MODEL`,
    session: (id: string): string => `session ${id}`,
    thought: 'Reasoned',
    thoughtFor: (duration: string): string => `Thought for ${duration}`,
    cut: "The answer hit the model's output limit.",
    reachedMaximum: 'Reached maximum iterations; the task is not finished.',
    iterationLimit: 'Iteration limit reached. Raise --max-iterations, or continue with --session.',
    interruptedBefore: (ids: readonly string[]) =>
      `${ids.length === 1 ? 'A conversation was' : `${ids.length} conversations were`} interrupted when Skilldeck last ended: ${ids.join(', ')}. What was done is kept; 'skilldeck sessions show ID' shows it.`,
    stopping: 'Stopping… (press Ctrl-C again to quit immediately)',
    timeUp: (seconds: string): string => `Time limit of ${seconds} s reached. Stopping…`,
    lost: 'The run ended without a result.',
  },
  approval: {
    title: 'Approval needed:',
    command: 'command',
    folder: 'in',
    file: 'file',
    reason: 'why',
    script: (skill: string, script: string): string => `${skill} wants to run its script "${script}":`,
    quote: (skill: string, script: string): string => `${skill} wants to ask the price with its script "${script}":`,
    between: ', ',
    question: '[y] once  [s] for this conversation  [a] always, for this version  [N] no: ',
    questionOnce: '[y] yes  [N] no: ',
    denied: 'refused',
    noTerminal: (what: string): string =>
      `declined: approval needed but no terminal is attached: ${what}. Run it in a terminal, or see --approve.`,
    allowed: { once: 'allowed once', session: 'allowed for this conversation', always: 'allowed', denied: 'refused' },
  },
  columns: {
    id: 'ID',
    given: 'SINCE',
    since: 'SINCE',
    state: 'STATE',
    on: 'ON',
    reach: 'CAN REACH',
    from: 'FROM',
    command: 'COMMAND OR ADDRESS',
    sharedBy: 'SHARED BY',
    here: 'HERE',
    seen: 'LAST SEEN',
    published: 'PUBLISHED',
    by: 'BY',
    output: 'LONGEST ANSWER',
    note: 'NOTE',
    interval: '95%',
    training: 'LEARNED FROM',
    heldOut: 'HELD OUT',
    configuration: 'CONFIGURATION',
    seconds: 'SECONDS',
    expected: 'EXPECTED',
    triggered: 'TRIGGERED',
    instead: 'INSTEAD',
    reviewer: 'REVIEWER',
    scores: 'SCORES',
    judged: 'JUDGED BY',
    remarks: 'REMARKS',
    criteria: 'CRITERIA',
    cached: 'CACHED',
    kept: 'PREFIX KEPT',
    placement: 'PLACEMENT',
    base: 'CATALOG ALONE',
    catalog: 'ITS LINE',
    sample: 'SAMPLE',
    rank: 'RANK',
    best: 'BEST MATCHES',
    carried: 'CARRIED',
    took: 'TOOK',
    event: 'EVENT',
    count: 'COUNT',
    differs: 'DIFFERS',
    a: 'A',
    b: 'B',
    lastRequest: 'LAST REQUEST',
    updated: 'UPDATED',
    check: 'CHECK',
    found: 'FOUND',
  },
  skills,
  lint,
  importSkill: {
    from: (address: string, at: string): string => `From ${address}${at === '' ? '' : ` (${at})`}`,
    into: (root: string): string => `into ${root}`,
    tokens: (catalog: string, instructions: string): string =>
      `tokens: ${catalog} in the catalog, ${instructions} when loaded`,
    licence: 'licence',
    noLicence: 'not specified',
    runsNothing: 'contains no programs',
    scripts: 'scripts',
    executables: 'other programs',
    tools: 'brings tools',
    allowedTools: 'requests tools',
    files: (files: string, bytes: string): string => `files: ${files}, ${bytes} bytes (* can be executed)`,
    more: (files: string): string => `… and ${files} more`,
    foreign: 'names tools of another framework',
    dialect: (dialect: string): string => `start the conversation with --dialect ${dialect}, the closest match`,
    alsoAt: (path: string, source: string): string =>
      `another skill has the same or a similar name: ${path} (${source})`,
    replaces: (path: string): string => `replaces ${path}, which goes to the trash:`,
    same: (path: string): string => `is already installed at ${path}`,
    editsGo: 'It was changed after import; those changes will be replaced.',
    asksMore: {
      host: (what: string): string => `new: wants to reach ${what}`,
      'folder-read': (what: string): string => `new: wants to read ${what}`,
      'folder-write': (what: string): string => `new: wants to change ${what}`,
      program: (what: string): string => `new: wants to use the program ${what}`,
      tool: (what: string): string => `new: requests the tool ${what}`,
      script: (what: string): string => `new: brings the script ${what}`,
    },
    diffNotes: { binary: 'not text', 'too-large': 'too large to compare', cut: 'cut', 'mode-only': 'permissions only' },
    broken: (path: string, reason: string): string => `skipped: ${path}: ${reason}`,
    passedOver: (files: string): string => `skipped: ${files} system and tool files`,
    notes: {
      submodule: (path: string): string => `skipped: ${path} is another Git repository`,
      lfs: (path: string): string => `Git LFS pointer: the content of ${path} is not imported`,
      nested: (path: string): string =>
        `not installed: ${path} lies inside another skill; import it with --path ${path}`,
      'nested-archive': (path: string): string => `not unpacked: ${path} is a nested archive`,
    },
    question: (skills: number): string => `Install ${counted(skills, 'skill')}? [y] yes  [N] no: `,
    nobody: 'Nothing was installed: no terminal to ask in. Use --yes to install.',
    declined: 'Nothing was installed.',
    shadows: (id: string, others: string): string =>
      `${id} has the same name as another skill, or a similar one: ${others}`,
    shadowQuestion: 'Install anyway? It may be used in place of the other one. [y/N] ',
    shadowRefused: (ids: string): string =>
      `Not installed, since the name is taken: ${ids}. To install anyway: --shadow. To leave it out without a question: --except ${ids}`,
    upToDate: 'Already installed; nothing to do.',
    installed: (id: string, path: string): string => `Installed ${id} in ${path}.`,
    replaced: (id: string, path: string, entry: string): string =>
      `${id} was replaced in ${path}. The one before: skilldeck skills uninstall ${id}, then skilldeck skills restore ${entry}`,
    exported: (id: string, files: string, bytes: string, file: string): string =>
      `${id}: ${files} files, ${bytes} bytes, were written to ${file}.`,
    uninstalled: (id: string, entry: string): string =>
      `${id} was uninstalled. To undo, within 30 days: skilldeck skills restore ${entry}`,
    restored: (id: string, path: string): string => `Restored ${id} to ${path}.`,
  },
  sessions: { none: 'No conversations yet.', untitled: '(untitled)', you: 'You', agent: 'Agent' },
  search: {
    empty: 'Enter a word to search for.',
    limit: (value: string, max: number): string => `--limit takes a whole number from 1 to ${max}, not "${value}".`,
    none: 'No results.',
    rewound: '(replaced: the conversation continued from an earlier point)',
    more: (shown: string, total: string): string => `Showing ${shown} of ${total}, latest first. See --limit.`,
    roles: { user: 'you', assistant: 'agent', tool: 'tool result', terminal: 'terminal', title: 'title' },
  },
  export: {
    written: (events: string, file: string): string => `${events} events were written to ${file}.`,
    cannotWrite: (file: string, why: string): string =>
      `The file ${file} cannot be written (${why}). Choose another file; nothing was changed.`,
    redacted: (total: string, [key, email, phone, card, home]: readonly string[]): string =>
      `Redacted ${total} places: ${key} keys, ${email} e-mail addresses, ${phone} phone numbers, ${card} card, account and ID numbers, ${home} home folders. Review the file before you share it; it can't be verified any more.`,
  },
  import: {
    noFile: (file: string): string =>
      `There is no file ${file}. Use a file written by 'sessions export', or - for stdin.`,
    cannotRead: (file: string, why: string): string =>
      `The file ${file} cannot be read (${why}). Nothing was imported.`,
    tooBig: (file: string, max: string): string => `${file} is over the limit of ${max} bytes. Nothing was imported.`,
    notText: (file: string): string =>
      `${file} is not UTF-8 text. Use a file written by 'sessions export'. Nothing was imported.`,
    done: (session: string, events: string): string =>
      `${session}: imported ${events} events for reading. To continue, branch from it; its permissions don't apply here.`,
    alreadyThere: (session: string, events: string): string =>
      `${session} was already imported (same ${events} events). Nothing changed.`,
    unknown: (count: string): string => `${count} events are unknown to this version; they are kept.`,
    redacted: 'The log is redacted, so its requests cannot be verified.',
    read: (events: string): string => (events === '0' ? 'Reading …' : `Reading … ${events} events so far`),
    stored: (stored: string, events: string): string => `Storing … ${stored} of ${events} events`,
    cancelling: 'Cancelling … (press Ctrl-C again to quit immediately)',
    cancelled: 'The import was cancelled. Nothing was imported.',
    preview: (session: string, format: string, count: string): string =>
      `Would import ${session} from ${format}, ${count}. Nothing was imported.`,
    leftOut: (list: string): string => `Left out: ${list}`,
    stopped: (line: string): string =>
      `The file ends or is damaged at line ${line}. Everything before it was imported.`,
    failed: (file: string, why: string): string => `${file}: ${why}`,
    noFiles: (folder: string): string => `There is no .json or .jsonl file in ${folder}.`,
    unverified: (session: string): string =>
      `${session}: some requests differ from what was recorded. Run: skilldeck sessions verify ${session}`,
    events: (count: string): string => `${count} events`,
    messages: (count: string): string => `${count} messages`,
  },
  verify: {
    which: 'Name a conversation, or use --all.',
    ok: (session: string, requests: string): string => `${session}: ok, ${requests} requests are what was sent.`,
    bad: (session: string, verified: string, requests: string): string =>
      `${session}: NOT ok, ${verified} of ${requests} requests are what was sent.`,
    differs: (session: string, seq: number, recorded: string, rebuilt: string): string =>
      `${session} #${seq}: differs, sent ${recorded}, rebuilt ${rebuilt}`,
    gap: (session: string, from: number, to: number): string =>
      from === to ? `${session}: event ${from} is missing` : `${session}: events ${from} to ${to} are missing`,
    damaged: (session: string, seq: number): string => `${session} #${seq}: the event is damaged`,
    redacted: (session: string): string =>
      `${session}: ok, unchanged. It is redacted, so its requests can't be compared with what was sent.`,
    altered: (session: string): string => `${session}: NOT ok.`,
    notRebuilt: (session: string, count: string): string =>
      `${session}: ${count} requests for summaries were not rebuilt`,
  },
  context: {
    total: 'total',
    of: (total: string, max: string, percent: string): string => `${total} of ${max} tokens (${percent} %), estimated`,
    approximate: 'Some parts are too long to count exactly: their figures are estimates.',
    corrected: (total: string, factor: string, answers: number): string =>
      `corrected: ${total} tokens, as this model's provider counts ${factor} × the estimate (${answers} answers)`,
    reported: (prompt: string, cached: string | undefined, completion: string, ratio: string | undefined): string =>
      [
        `reported by the provider: ${prompt} tokens${ratio === undefined ? '' : ` (${ratio} × the estimate)`}`,
        ...(cached === undefined ? [] : [`${cached} of them cached`]),
        `${completion} in the answer`,
      ].join(', '),
    cacheBorders: (borders: readonly string[]): string => `cache borders, estimated: ${borders.join(', ')}`,
    cacheWritten: (written: string): string => `written to the cache, reported by the provider: ${written} tokens`,
    cost: (dollars: string): string => `cost by the price list: $${dollars}`,
    verified: 'This is what was sent: the hashes match.',
    differs: 'This is NOT what was sent: the hashes differ.',
  },
  repair: {
    onlyWithRepair: '--restore and --new need --repair.',
    oneChoice: 'Use either --restore or --new.',
    found: {
      whole: (file: string): string => `The database ${file} is intact.`,
      missing: (file: string): string => `The database ${file} is missing.`,
      empty: (file: string): string => `The database ${file} is empty.`,
      damaged: (file: string, why: string): string => `The database ${file} is damaged: ${why}`,
      newer: (file: string): string =>
        `A newer Skilldeck wrote the database ${file}. Update Skilldeck, or restore a copy from before the change.`,
    },
    done: {
      rebuilt: 'The lists and the search index were rebuilt from the log.',
      saved: 'Everything that could be read was saved into a new database.',
      restored: 'Restored the backup.',
      new: 'Created an empty database.',
      'choice-needed':
        "Nothing changed: the database can't be repaired. To start with an empty one: skilldeck doctor --repair --new",
    },
    holds: (sessions: string, events: string): string => `sessions: ${sessions}, events: ${events}`,
    used: (names: string): string => `Completed from: ${names}`,
    unreadable: (count: string): string =>
      `Events that could not be read anywhere: ${count}. Each is shown as an unknown event.`,
    keptAside: (folder: string): string => `The old files are kept in ${folder}`,
    backup: (at: string, name: string): string => `Backup of ${at}: skilldeck doctor --repair --restore ${name}`,
  },
  doctor: { ok: 'ok', missing: 'missing', sandbox: 'sandbox', none: 'none' },
  start: {
    noWindow: (reason: string): string => `Can't open a window (${reason}). Opening in the browser.`,
    opens: 'Skilldeck is running. If your browser does not open, open this address. Ctrl-C stops Skilldeck.',
    openIt: 'Skilldeck is running. Open this address in your browser. Ctrl-C stops Skilldeck.',
  },
};

export type CliWords = typeof cli;
