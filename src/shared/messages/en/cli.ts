import { translatorFor } from '../translate.ts';
import { commands } from './cli/commands.ts';
import { count, counted } from './cli/count.ts';
import { help } from './cli/help.ts';
import { type ReviewWords, review } from './cli/review.ts';
import { lint, skills } from './cli/skills.ts';
import { forms, views } from './cli/views.ts';

const runs = (count: number): string => counted(count, 'run');

const STEPS: Readonly<Record<string, string>> = {
  address: 'address',
  list: 'connection and key',
  'tool-call': 'tool call, streamed',
  answer: "answer to the tool's result",
  usage: 'token usage',
};

const REASONS = {
  new: 'new',
  changed: 'changed',
  'too-large': 'too large to check: over 2,000 files or 64 MB',
} as const;

export const cli = {
  language: 'en' as 'en' | 'zh',
  /** Messages that the window has too. */
  t: translatorFor('en'),
  env: {
    help: {
      name: 'its name: a folder name',
      from: 'copy this environment',
    },
    current: 'yes',
    noFolder: '(no folder yet)',
    agents: (names: string): string => `Agents: ${names}`,
    models: (names: string): string => `Models: ${names}`,
    created: (name: string, folder: string): string =>
      `Created '${name}' in ${folder}. Use it with 'skilldeck env switch ${name}'.`,
    switched: (name: string): string => `New conversations now use '${name}'; existing ones keep theirs.`,
    removed: (name: string): string => `Removed '${name}'. To undo within 30 days: skilldeck env restore ${name}`,
    restored: (name: string): string => `Restored '${name}'.`,
  },
  secrets: {
    help: {
      name: 'the environment variable in which the scripts find it',
    },
    prompt: (skill: string, name: string): string => `${name} for ${skill} (not shown): `,
    empty: 'No value. Pipe it into stdin, or type it at the prompt.',
    given: (skill: string, name: string): string =>
      `Scripts of '${skill}' now have ${name} in their environment; no other program does.`,
    reach: (what: string): string => `That skill can reach: ${what}.`,
    noReach: 'In a sandbox that skill can reach no network and none of your folders.',
    notAsked: (skill: string, name: string): string =>
      `'${skill}' does not ask for ${name} in its SKILL.md (requires-env, optional-env).`,
    removed: (skill: string, name: string): string => `Removed ${name} from '${skill}'.`,
    noSuch: (skill: string, name: string): string => `'${skill}' has no secret ${name}.`,
    none: 'No skill has a secret.',
    lapsed: 'enter again',
  },
  trust: {
    help: {
      dir: 'the folder; the current one where none is named',
      remove: 'stop using them',
      forRun: 'use the skills of the current folder in this run',
    },
    trusted: (folder: string): string => `Trusted ${folder}. Undo with: skilldeck trust --remove ${folder}`,
    withdrawn: (folder: string): string => `Skills of ${folder} are no longer used.`,
    /** A skill in the two lines below. */
    named: (skill: string, reason: keyof typeof REASONS | undefined, replaces: boolean): string => {
      const notes = [
        ...(reason === undefined ? [] : [REASONS[reason]]),
        ...(replaces ? ['would replace the skill of that name'] : []),
      ];
      return notes.length === 0 ? skill : `${skill} (${notes.join('; ')})`;
    },
    changed: (folder: string, skills: string): string =>
      `Skipped skills that are new or changed since you trusted ${folder}: ${skills}. Review them, then run: skilldeck trust`,
    leftOut: (folder: string, skills: string): string =>
      `Skipped the skills of ${folder} until you trust it: ${skills}. Review them with 'skilldeck skills show NAME', then run: skilldeck trust`,
  },
  mcp: {
    help: {
      name: 'the server’s name',
      command: 'the program and its arguments',
      tools: 'names of tools; without them, all',
      variable: 'the variable or header',
      url: 'address of a streamable HTTP server',
      env: 'variable for the program; $NAME in the value is read at the start',
      header: 'header for the address; $NAME in the value is read at the start',
      clientId:
        'ID of Skilldeck at its sign-in, where that registers no programs (its secret: mcp secret NAME client-secret)',
      callbackPort: 'port of 127.0.0.1 to which its sign-in returns; without it, any',
      cwd: 'folder in which the program starts',
      host: 'host that the sandbox lets the program reach',
      read: 'folder that the program may read',
      write: 'folder that the program may change',
      noSandbox: 'run the program without a sandbox',
    },
    commandOrUrl: 'Use either a command after -- or --url.',
    badClient:
      '--callback-port takes a port from 1 to 65535, and needs --client-id. Headers have one line of plain text.',
    badPair: (option: string, value: string): string => `${option} takes NAME=value, not "${value}".`,
    none: 'No MCP servers. Add one: skilldeck mcp add NAME -- COMMAND …',
    on: 'on',
    off: 'off',
    some: (count: number): string => `${count} ${count === 1 ? 'tool' : 'tools'}`,
    added: (name: string): string => `Added ${name}. It is off: skilldeck mcp enable ${name}`,
    fetches: (hosts: string): string => `Its sandbox may reach ${hosts}, to fetch the package. Other hosts: --host`,
    removed: (name: string): string => `Removed ${name}.`,
    stored: (variable: string, name: string): string => `Stored ${variable} for ${name}.`,
    signInAt: (url: string): string => `Sign in at this address (opened in your browser where there is one):\n${url}`,
    signedIn: (name: string): string => `Signed in to ${name}.`,
    signedOut: (name: string): string => `Signed out of ${name}.`,
    prompt: (variable: string, name: string): string => `${variable} for ${name} (not shown): `,
    works: (name: string, version: string): string => `Connected to ${name}${version === '' ? '' : ` ${version}`}.`,
    logged: 'The server printed:',
  },
  archive: {
    help: {
      address: 'postgres://USER@HOST/DATABASE or mysql://USER@HOST/DATABASE',
      as: 'the name that others see beside your conversations; default: your user name',
      tag: 'share each conversation with this tag, again after each change',
      skill: 'share each conversation that used this skill, again after each change',
      judged: 'share each conversation with a verdict, again after each change',
      ids: 'conversations to share',
      id: 'a shared conversation',
      unredacted: 'with private data',
    },
    added: 'Added the archive. See what it has: skilldeck archive list',
    removed: 'Removed the archive. Conversations that were pulled stay.',
    stored: 'Stored the archive’s password.',
    prompt: 'Password of the archive (not shown): ',
    pushed: {
      pushed: (id: string): string => `Shared ${id}.`,
      there: (id: string): string => `${id} is already in the archive.`,
      waiting: (id: string): string => `${id} is ready and waits until the archive can be reached.`,
    },
    nothingWaits: 'Nothing is waiting to be pushed.',
    none: 'No shared conversations.',
    here: { own: 'yours', pulled: 'pulled', outdated: 'newer version', archive: 'no' },
    waiting: (count: number): string =>
      count === 1 ? '1 conversation is waiting to be pushed.' : `${count} conversations are waiting to be pushed.`,
    refused: (id: string, by: string, reason: string): string => `Not shown: ${id}, shared by ${by}. ${reason}`,
    failed: (id: string, reason: string): string => `${id} was not shared. ${reason}`,
    fault: (words: string): string => `The archive could not be read or written. ${words}`,
    seen: (when: string): string => `The list is as last seen: ${when}.`,
    pulled: (id: string, events: string): string => `Pulled ${id}: ${events} events, read-only.`,
  },
  repos: {
    help: {
      address:
        'folder, archive (also by https:// with #sha256=HEX), owner/repo[@skill], Git or ssh address, https://HOST/.well-known/agent-skills, https://…/marketplace.json, oci://, postgres://, mysql://, nacos://, or a skills-lock.json',
      name: 'the repository’s name',
      nameOrAll: 'the repository’s name; without it, all',
      auto: 'install updates at once, unless they ask for more than the installed version',
      skill: 'take only this skill',
      plugin: 'of a marketplace, take only this plugin’s skills',
      lockFile: 'the file; default: skills-lock.json in this folder',
      lockCheck: 'write nothing; compare the installed skills with the file',
      passwordEnv: 'environment variable that holds the password',
      version: 'the version, such as 1.2.0; a published version never changes',
      notes: 'what is new in it',
      failedEvals: 'publish although its last evals failed',
      words: 'all must occur in a skill’s name or description',
    },
    none: 'No repositories. Add one: skilldeck repos add ADDRESS',
    never: 'never',
    current: 'up to date',
    waiting: (count: number): string => (count === 0 ? 'not synced yet' : `${count} to install`),
    added: (name: string): string => `Added ${name}.`,
    has: (name: string, ids: string, count: number): string =>
      count === 0 ? `${name} has no skills yet.` : `It has ${ids}. To install: skilldeck repos sync ${name}`,
    notAdded: (why: string): string => `Not added: ${why}`,
    removed: (name: string): string => `Removed ${name}. Its skills stay installed.`,
    stored: (name: string): string => `Stored the password of ${name}.`,
    prompt: (name: string): string => `Password of ${name} (not shown): `,
    lockWritten: (file: string): string => `Written: ${file}`,
    lockLeft: (ids: string): string => `Left out, because they can’t be fetched again from where they came: ${ids}`,
    lockHolds: 'The installed skills are those of the file.',
    lockDiffers: (ids: string): string => `Not what the file says: ${ids}`,
    noLock: (file: string): string => `There is no ${file}. Write it: skilldeck repos lock`,
    leftOut: (name: string, entry: string, why: string): string => `${name}: left out ${entry}. ${why}`,
    nothing: (name: string): string => `${name}: nothing could be installed.`,
    upToDate: (name: string): string => `${name}: already up to date.`,
    gone: (name: string, ids: string): string =>
      `${name} no longer has: ${ids}. They stay installed; remove one with skilldeck skills uninstall ID.`,
    noVersions: (id: string): string => `There are no published versions of ${id}.`,
    publishNeeds: 'Name the repository and the version: --to NAME --version 1.0.0',
    noEvals: (id: string): string => `${id} has no eval results. Run its evals: skilldeck skills eval ${id}`,
    oldEvals: (id: string): string =>
      `${id} was changed after its last evals. Run them again: skilldeck skills eval ${id}`,
    failedEvals: (id: string, failed: number, all: number): string =>
      `${id} was not published: ${failed} of ${all} runs of its last evals failed. See: skilldeck skills eval ${id}. Publish it anyway: --failed-evals`,
    unpublishNeeds: 'Name the repository and the version: --from NAME --version 1.0.0',
    unpublished: (id: string, version: string, name: string): string => `Unpublished ${id} ${version} from ${name}.`,
    published: (id: string, version: string, name: string): string => `Published ${id} ${version} to ${name}.`,
    nothingFound: 'No skill found. Repositories are searched as last seen: skilldeck repos sync',
  },
  models: {
    help: {
      wire: 'protocol of the endpoint',
      header: "'Name: value' sent with every request (repeatable); $NAME is an environment variable",
      param: 'KEY=JSON added to the body of every request (repeatable); kept in the log, so never a secret',
      effort: 'how hard the model thinks',
      maxOutput: 'longest answer, in tokens',
    },
    from: { named: 'models.jsonc', endpoint: 'endpoint', table: 'table' },
    retired: (day: string): string => `retired ${day}`,
    age: (day: string): string => `Model table last checked on ${day}.`,
    step: (name: string): string => STEPS[name] ?? name,
    wire: (wire: string): string => `Wire: ${wire}`,
    refuses: (fields: string): string => `Left out, because this server refused it: ${fields}.`,
    testing: 'Testing the connection: it may take a minute.',
    proxied: (proxy: string): string => `Through the proxy ${proxy}.`,
    holds: (tokens: string): string => `The server's context window is ${tokens} tokens.`,
    offered: (names: string): string => `Available models: ${names}`,
    bounds: (option: string, value: string, min: number, max: number): string =>
      `${option} takes a whole number from ${min} to ${max}, not "${value}".`,
    badHeader: (_text: string): string => `--header takes 'Name: value'. A name and a value are needed.`,
    refusedHeader: (name: string): string =>
      `--header: '${name}' cannot be set, or its value is not one line of plain text. Skilldeck sets host, content-type and the like itself.`,
    manyHeaders: '--header may be given 32 times.',
    noVariable: (header: string, name: string): string =>
      `--header ${header}: the environment variable ${name} is empty. Set it, or change the value.`,
    badParam: (text: string): string =>
      `--param takes KEY=JSON such as temperature=0.2 or 'style="short"', not ${JSON.stringify(text)}.`,
    secretParam: '--param: the log keeps parameters, so a key or password may not be one. Send it with --header.',
    refusedParam: (keys: string): string =>
      `--param: ${keys} cannot be sent. Skilldeck sets model, messages, input, instructions, system, tools and stream itself; all parameters together have at most 16384 characters.`,
  },
  evals: {
    help: {
      skill: 'an id, or the folder of a skill',
      kind: 'conversations of this kind',
      case: 'only this case',
      runs: 'runs of each case or sentence (default 3; for the cases of an eval 1)',
      withAndWithout: 'run each case with and without the skill',
      against: 'compare with a folder, an archive, another skill, or a version that was tried before',
      model: 'the model to run with; several are compared',
      judge: 'the model that grades expectations in prose (default: the run’s own)',
      concurrency: 'runs at a time (default 2)',
      maxCost: 'US dollars that all runs together may cost',
      maxTokens: 'tokens that all runs together may take',
      triggers: 'test which sentences of evals/triggers.json load the skill',
      minPass: 'exit with 1 below this pass rate, 0 to 1',
      baseline: 'exit with 1 if worse than this earlier JSON result',
      junit: 'also write the result as JUnit XML',
      markdown: 'also write the result as Markdown',
      continue: 'keep what was finished of the same work before it was stopped',
      description: 'improve only the description, by the sentences of evals/triggers.json',
      rounds: 'versions to make at most (default 5; with --description 3; of a draft 2)',
      writer: 'the model that writes (default: the one that is tried)',
      words: 'what you want to be better, for the writer',
      history: 'list the versions that were made before, and change nothing',
      show: 'print what this version changes',
      take: 'put this version into the skill’s folder; 0 restores what was there',
      takeBest: 'write the best description into the skill',
      draftName: 'name of the skill (default: the writer chooses)',
    },
    improve: {
      began: (cases: string): string => `Trying the skill: ${cases}`,
      sentences: (training: number, heldOut: number): string =>
        `Trying the description: ${counted(training, 'sentence')} to learn from, ${counted(heldOut, 'sentence')} held out`,
      ran: (version: number, done: number, of: number): string => `Version ${version}: ${done}/${of} runs`,
      made: (version: number, parent: number, reason: string): string =>
        `Version ${version}, made from ${parent}: ${reason}`,
      measured: (version: number, passed: number, of: number): string =>
        `Version ${version}: ${passed} of ${counted(of, 'run')} passed`,
      tried: (right: number, of: number): string => `${right} of ${counted(of, 'sentence')} right`,
      unusable: (why: string): string => `The edit could not be used: ${why}`,
      best: 'best',
      unmeasured: 'not tried',
      current: 'current',
      ended: {
        passed: 'Everything passed.',
        rounds: 'The maximum number of rounds was reached.',
        tokens: 'The token budget is used up.',
        cost: 'The money budget is used up.',
        'no-price':
          'The model has no price, so a budget in money can’t be kept. Add the price in the settings, or use --max-tokens.',
        writer: 'The writer gave no usable edit. Try another --writer, or say with --words what should be better.',
        model: 'The model failed every time. Check the connection with skilldeck models test.',
        conversation: 'Made in a conversation.',
      },
      spent: (tokens: string, cost: string | undefined): string =>
        `${tokens} tokens${cost === undefined ? '' : `, ${cost}`}`,
      unchanged: 'The skill itself is unchanged.',
      takeIt: (command: string): string => `To take it: ${command}`,
      taken: (files: string): string => `Changed: ${files}`,
      already: 'The skill already has this version.',
      noLoop: (skill: string): string =>
        `No versions of ${skill} were made yet. Make some with skilldeck skills improve ${skill}.`,
      noVersion: (version: string, there: string): string => `There is no version ${version}. There are: ${there}.`,
      noDifference: 'This version changes nothing.',
      noBest: 'No description was better on the held-out sentences; the current one stays.',
      better: (points: string, low: string, high: string): string =>
        `Better by ${points} percentage points on the held-out sentences (95%: ${low} to ${high}).`,
      clear: 'The difference is clear.',
      unclear: 'So few sentences can’t tell whether it is really better.',
      needed: (count: string): string => `With about ${count} sentences in total, the same difference would be clear.`,
      one: (options: string): string => `Use only one of ${options}.`,
    },
    draft: {
      written: (skill: string): string => `Draft written: ${skill}`,
      none: 'No draft was written, and nothing is installed.',
      stopped: 'Stopped. Nothing is installed.',
      redacted: (count: number): string => `Keys and personal data redacted: ${count}`,
      leftOut: (files: string): string => `Skipped because they aren’t text: ${files}`,
      untried: 'The draft was not tried.',
      tried: (passed: number, of: number): string => `The draft: ${passed} of ${counted(of, 'run')} passed`,
      next: (command: string): string =>
        `Read the draft. Nothing is installed. To see what it may do, and install it: ${command}`,
    },
    planned: (total: number, kept: number, tokens: string | undefined): string =>
      `${runs(total)}${kept === 0 ? '' : `, ${kept} kept from before`}${tokens === undefined ? '' : `, about ${tokens} tokens to go`}`,
    ran: (done: number, of: number, id: string, configuration: string, passed: number, total: number): string =>
      `${done}/${of} ${id} · ${configuration}: ${passed} of ${total} passed`,
    limited: (time: string): string => `The server limits requests: all runs wait ${time}.`,
    failed: (id: string, configuration: string, run: number, session: string): string =>
      `Failed: ${id} · ${configuration} · run ${run} (conversation ${session})`,
    flaky: (id: string, configuration: string, passed: number, total: number): string =>
      `Flaky: ${id} · ${configuration} passed ${passed} of ${runs(total)}`,
    stopped: 'Stopped. Finished runs are kept; repeat the command with --continue to resume.',
    belowMinimum: (rate: string, least: string): string => `The pass rate ${rate} is below ${least}.`,
    worse: (file: string): string => `Worse than the baseline ${file}.`,
    guess: 'A guess from shared words: no model was asked. Choose one with --model and --base-url.',
    precision: (precision: string, recall: string): string => `Precision ${precision}, recall ${recall}`,
    load: 'loads',
    ignore: 'does not load',
    never: 'none',
    share: (option: string, value: string): string => `${option} takes a number from 0 to 1, not "${value}".`,
    noBaseline: (file: string, why: string): string => `--baseline: ${file} is not a result of an eval: ${why}`,
    cannotWrite: (file: string, why: string): string => `Couldn’t write ${file}: ${why}`,
  },
  forms,
  watches: {
    id: 'ID of a watch',
  },
  judging: {
    help: {
      ofSession: 'of this conversation only (repeatable)',
      ofReviewer: 'of this reviewer only',
      verdict: 'the verdict',
      score: 'CRITERION=POINTS of the rubric (repeatable)',
      rubric: "a rubric: a file, or a name in the data folder's rubrics/",
      text: 'a remark',
      at: 'the event it is about (default: the whole conversation)',
      as: 'the name that the review carries (default: the setting "reviewer", or your account)',
      remove: 'revoke what you said of it',
      queueIds: 'conversations to put into the queue',
      why: 'the reason, shown beside each',
      dequeue: 'remove them from the queue',
      reviewer: 'a reviewer',
      reportIds: 'conversations (default: all that were judged)',
      format: 'the format',
      noRedact: 'leave private data in',
      output: 'write to this file',
      takeFile: 'a file that "review export" or "sessions export" wrote',
      rubricFile: 'a rubric to check',
    },
    none: 'No reviews yet.',
    /** Instead of a reviewer. */
    note: '(note)',
    queueEmpty: 'The queue is empty.',
    queued: (n: number): string => `${n} ${n === 1 ? 'conversation' : 'conversations'} in the queue.`,
    noRubrics: (folder: string): string =>
      `No rubrics in ${folder}. Put a YAML file there; docs/user/review.md has one.`,
    noRubric: (name: string, folder: string): string =>
      `There is no rubric "${name}" in ${folder}. 'skilldeck review rubrics' lists them.`,
    needsRubric: '--score needs --rubric: a file, or the name of a rubric.',
    badScore: (given: string): string => `--score takes CRITERION=POINTS, not "${given}".`,
    noCriterion: (given: string, ids: readonly string[]): string =>
      `The rubric has no criterion "${given}". It has: ${ids.join(', ')}.`,
    outside: (criterion: string, min: number, max: number): string =>
      `${criterion} takes ${min} to ${max} points in whole numbers.`,
    saysNothing: 'Use --verdict, --score, --text or --remove.',
    agree: (same: string, n: string, percent: string): string =>
      `${same} of ${n} conversations have the same verdict (${percent}).`,
    noneShared: (a: string, b: string): string => `No conversation was judged by both ${a} and ${b}.`,
    kappa: (value: string): string => `Cohen's kappa: ${value}`,
    noKappa: "Cohen's kappa is not defined: both gave one and the same verdict throughout.",
    tooFew: (n: string): string => `Too few conversations (${n}) for a conclusion: judge at least 10.`,
    differing: 'Different verdicts:',
    criterion: (name: string, same: string, n: string, distance: string): string =>
      `${name}: the same score in ${same} of ${n}, ${distance} points apart on average`,
    took: (added: string, reviews: string, sessions: string): string =>
      `Imported ${added} of ${reviews} reviews of ${sessions} conversations; the others already existed.`,
    reported: (sessions: string, places: string): string =>
      `Report over ${sessions} ${sessions === '1' ? 'conversation' : 'conversations'}; private data was redacted in ${places} ${places === '1' ? 'place' : 'places'}.`,
  },
  views,
  review: review as ReviewWords,
  number: (value: number): string => count.format(value),
  /** Whole seconds from ten on. */
  duration: (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`,
  seconds: (ms: number): string => `${(ms / 1000).toFixed(1)} s`,
  when: (iso: string): string => new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
  commands,
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
    noFile: (file: string): string => `--attach: ${file} is neither a file nor a folder.`,
    emptyFolder: (folder: string): string => `--attach: ${folder} has no files to attach.`,
    largeFolder: (folder: string, files: number, most: number): string =>
      `--attach: ${folder} has over ${files} files or ${most} MiB. Attach a folder inside it.`,
    folder: (name: string, files: number, left: number): string =>
      `${name}: a copy of ${files} ${files === 1 ? 'file' : 'files'} is attached.${left === 0 ? '' : ` Left out: ${left} hidden or linked entries, node_modules and the like.`}`,
    tooLarge: (file: string, most: string): string => `--attach: ${file} has over ${most} MiB. Attach a smaller file.`,
    tooMany: (count: number, most: number): string =>
      `--attach: a message can have at most ${most} files, not ${count}.`,
    unseen: (name: string): string => `${name} is not sent: this model can't see it. Skills can open it.`,
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
    noTools: 'This model calls no tools, so it only answers in words (models.jsonc or its server says so).',
    session: (id: string): string => `session ${id}`,
    thinking: 'Thinking…',
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
    placement: 'PLACEMENT',
    base: 'NOT LOADED',
    catalog: 'ITS LINE',
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
    scripts: 'scripts',
    executables: 'other programs',
    tools: 'brings tools',
    files: (files: string, bytes: string): string => `files: ${files}, ${bytes} bytes (* can be executed)`,
    more: (files: string): string => `… and ${files} more`,
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
    notes: {
      submodule: (path: string): string => `skipped: ${path} is another Git repository`,
      lfs: (path: string): string => `Git LFS pointer: the content of ${path} is not imported`,
      nested: (path: string): string =>
        `not installed: ${path} lies inside another skill; import it with --path ${path}`,
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
    none: 'No results.',
    rewound: '(replaced: the conversation continued from an earlier point)',
    more: (shown: string, total: string): string => `Showing ${shown} of ${total}, latest first. See --limit.`,
    roles: {
      user: 'you',
      assistant: 'agent',
      reasoning: 'reasoning',
      call: 'call',
      tool: 'tool result',
      terminal: 'terminal',
      title: 'title',
    },
  },
  export: {
    written: (events: string, file: string): string => `${events} events were written to ${file}.`,
    cannotWrite: (file: string, why: string): string =>
      `The file ${file} cannot be written (${why}). Choose another file; nothing was changed.`,
    redacted: (total: string, kinds: string): string =>
      `Redacted ${total} places${kinds === '' ? '' : ` (${kinds})`}. Review the file before you share it; it can't be verified any more.`,
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
    replaced: (session: string, added: string): string =>
      `${session} replaced its older copy; new messages: ${added}. Its marks, notes and reviews were kept.`,
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
