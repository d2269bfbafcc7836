/** `skilldeck repos list|add|sync|lock|remove|search|password`: repositories of skills of an environment. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  absolute,
  asking,
  type CommandContext,
  type CoreClient,
  command,
  type Interrupts,
  printJson,
  stoppable,
  told,
  withCore,
} from '../../main/hosts/cli/command.ts';
import { approvePlan } from '../../main/hosts/cli/follow-run.ts';
import { EXIT, type GlobalOptions, repeatable, UsageError } from '../../main/hosts/cli/run-options.ts';
import { oneLine, printTable } from '../../main/hosts/cli/text/print.ts';
import { writeWhole } from '../../main/hosts/cli/text/whole-file.ts';
import { defined } from '../../shared/defined.ts';
import { evalStanding } from '../../shared/evals.ts';
import { detailText } from '../../shared/messages/failure.ts';
import { type BrokenPlace, hasWords, repositoryFaultWords } from '../../shared/skills/repositories.ts';
import type { ImportPlan, InstallResult } from '../../shared/skills/skill-import.ts';
import type { RepositoryView } from './contract.ts';

const counts = ({ skills }: RepositoryView) => {
  const of = (...standings: readonly string[]) => skills.filter((one) => standings.includes(one.standing)).length;
  return { installed: of('current', 'update', 'gone'), all: skills.length, waiting: of('new', 'update') };
};

const isLock = (given: string): boolean => path.basename(given) === 'skills-lock.json' && existsSync(given);

async function addLock(context: CommandContext, given: string, flags: GlobalOptions): Promise<number> {
  const { note, words, out } = context;
  const file = path.resolve(given);
  const text = readFileSync(file, 'utf8');
  const done = await withCore(context, 'read', flags, (client) =>
    client.repositories.addLock({ text, folder: path.dirname(file) }),
  );
  if (flags.json === true) await printJson(out, done);
  else {
    for (const name of done.added) note(oneLine(words.repos.added(name)));
    if (done.left.length > 0) note(oneLine(words.repos.lockLeft(done.left.join(', '))));
  }
  return EXIT.done;
}

interface SyncFlags extends GlobalOptions {
  readonly yes?: boolean;
  readonly shadow?: boolean;
}

interface Synced {
  readonly name: string;
  readonly fault: RepositoryView['fault'] | null;
  readonly plan: ImportPlan | null;
  readonly installed: InstallResult['installed'];
  /** Entries that could not be used. */
  readonly leftOut: readonly BrokenPlace[];
  readonly status: number;
}

/** Again and again while there is more than one plan holds. */
async function syncOne(
  context: CommandContext,
  client: CoreClient,
  name: string,
  flags: SyncFlags,
  interrupts: Interrupts,
): Promise<Synced> {
  const { note, words } = context;
  const { repos, importSkill } = words;
  const installed: InstallResult['installed'] = [];
  const noted = new Set<string>();
  for (;;) {
    const seen = await client.repositories.sync({ name }, { signal: interrupts.signal });
    const { plan, repository } = seen;
    for (const { id, path } of seen.installed) note(oneLine(importSkill.installed(id, path)));
    installed.push(...seen.installed);
    const { broken: leftOut } = repository;
    const result = { name, plan, installed, leftOut, fault: repository.fault ?? null };
    for (const { where, reason, detail } of leftOut) {
      const line = repos.leftOut(name, where, detailText(words.language, detail, reason).text);
      if (!noted.has(line)) note(oneLine(line));
      noted.add(line);
    }
    if (repository.fault !== undefined) {
      note(oneLine(`${name}: ${repositoryFaultWords(words.language, repository.fault)}`));
      return { ...result, status: EXIT.error };
    }
    const gone = repository.skills.filter(({ standing }) => standing === 'gone').map(({ id }) => id);
    if (gone.length > 0) note(oneLine(repos.gone(name, gone.join(', '))));
    if (plan === null) {
      const hasNone = leftOut.length > 0 ? counts(repository).installed === 0 : repository.skills.length === 0;
      const isEmpty = installed.length === 0 && hasNone;
      if (isEmpty) note(oneLine(repos.nothing(name)));
      else if (installed.length === 0) note(oneLine(repos.upToDate(name)));
      return { ...result, status: isEmpty ? EXIT.error : EXIT.done };
    }
    const install = (ids: string[]) => client.repositories.take({ planId: plan.planId, ids });
    const approved = await approvePlan(context, flags, plan, { interrupts, install });
    installed.push(...(approved.installed ?? []));
    if (approved.status !== EXIT.done || approved.installed?.length === 0)
      return { ...result, status: approved.status };
    // Only the rest of a very large one is another plan.
    const { skills } = await client.repositories.check({ name }, { signal: interrupts.signal });
    const isWaiting = ({ id, standing }: RepositoryView['skills'][number]) =>
      ['new', 'update'].includes(standing) &&
      [...leftOut.map(({ where }) => where), ...approved.skipped.map((one) => one.id)].every((one) => one !== id);
    if (!skills.some(isWaiting)) return { ...result, status: EXIT.done };
  }
}

const NAME = ({ repos }: CommandContext['words']) => repos.help.name;

export const reposCommands = [
  asking({
    name: 'repos list',
    ask: (client) => client.repositories.list({}),
    async say(view, context) {
      const { repos, when, language } = context.words;
      const rows = view.repositories.map((one) => {
        const { installed, all, waiting } = counts(one);
        const { fault, seenAt } = one;
        return [
          oneLine(one.name),
          `${installed}/${all}`,
          seenAt === undefined ? repos.never : when(seenAt),
          fault !== undefined
            ? oneLine(repositoryFaultWords(language, fault))
            : seenAt !== undefined && waiting === 0
              ? repos.current
              : repos.waiting(waiting),
          oneLine(one.definition.address),
        ];
      });
      const shape = ['repository', 'installed', 'seen', 'state', 'address'] as const;
      await printTable(context, shape, rows, repos.none);
    },
  }),
  command({
    name: 'repos add',
    args: { '<ADDRESS>': ({ repos }) => repos.help.address },
    options: {
      '--name <NAME>': ({ repos }) => repos.help.name,
      '--ref <REF>': ({ help }) => help.ref,
      '--path <PATH>': ({ help }) => help.pathInside,
      '--auto': ({ repos }) => repos.help.auto,
      '--skill <ID>': repeatable(({ repos }) => repos.help.skill),
      '--plugin <NAME>': repeatable(({ repos }) => repos.help.plugin),
      '--password-env <NAME>': ({ repos }) => repos.help.passwordEnv,
    },
    async run(context, [given = ''], flags) {
      const { words, note, out } = context;
      if (isLock(given)) return addLock(context, given, flags);
      const { name, ref, path, auto, skill: skills, plugin: plugins, passwordEnv } = flags;
      const definition = {
        address: absolute(given),
        ...defined({ name, ref, path, auto, skills, plugins, passwordEnv }),
      };
      // Installing needs the data folder; looking does not, and works while the app runs.
      const status = await stoppable(context, auto === true ? 'write' : 'read', flags, async (client, interrupts) => {
        const added = await client.repositories.add(definition);
        const view = await client.repositories.check(added, { signal: interrupts.signal });
        const { fault, skills: listed, broken } = view;
        // What wants a password can be given one later.
        if (fault !== undefined && fault.code !== 'sign-in') {
          await client.repositories.remove(added);
          note(oneLine(words.repos.notAdded(repositoryFaultWords(words.language, fault))));
          return EXIT.error;
        }
        const ids = listed.map(({ id }) => id);
        if (flags.json !== true) {
          const has = words.repos.has(added.name, ids.join(', '), ids.length);
          note(oneLine(words.repos.added(added.name)));
          if (fault !== undefined) note(oneLine(repositoryFaultWords(words.language, fault)));
          else if (auto !== true) note(oneLine(has));
        }
        const done = auto === true ? await syncOne(context, client, added.name, flags, interrupts) : undefined;
        const installed = done?.installed ?? [];
        if (flags.json === true)
          await printJson(out, { ...added, skills: ids, broken, fault: fault ?? null, installed });
        return done?.status ?? EXIT.done;
      });
      return status ?? EXIT.stopped;
    },
  }),
  command({
    name: 'repos sync',
    args: { '[NAME]': ({ repos }) => repos.help.nameOrAll },
    options: { '--yes': ({ help }) => help.yes, '--shadow': ({ help }) => help.shadow },
    async run(context, [name], flags) {
      const { words, note, out } = context;
      const status = await stoppable(context, 'write', flags, async (client, interrupts) => {
        const { repositories } = await client.repositories.list({});
        const names = name === undefined ? repositories.map((one) => one.name) : [name];
        if (names.length === 0) note(words.repos.none);
        const all: Synced[] = [];
        for (const one of names) all.push(await syncOne(context, client, one, flags, interrupts));
        const shown = all.map(({ status: _own, ...one }) => one);
        if (flags.json === true) await printJson(out, { repositories: shown });
        return all.find(({ status: ended }) => ended !== EXIT.done)?.status ?? EXIT.done;
      });
      return status ?? EXIT.stopped;
    },
  }),
  command({
    name: 'repos lock',
    args: { '[FILE]': ({ repos }) => repos.help.lockFile },
    options: { '--check': ({ repos }) => repos.help.lockCheck },
    async run(context, [given = 'skills-lock.json'], { check = false, ...flags }) {
      const { words } = context;
      const file = path.resolve(given);
      const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
      if (before === undefined && check) throw new UsageError(oneLine(words.repos.noLock(file)));
      const lock = await withCore(context, 'read', flags, (client) =>
        client.repositories.lock(defined({ text: before })),
      );
      const { text, left, changed } = lock;
      if (!check) writeWhole(file, text, context);
      const checked = changed.length === 0 ? words.repos.lockHolds : words.repos.lockDiffers(changed.join(', '));
      await told(context, flags, { file, left, changed }, check ? checked : words.repos.lockWritten(file));
      if (!check && left.length > 0 && flags.json !== true)
        context.note(oneLine(words.repos.lockLeft(left.join(', '))));
      return check && changed.length > 0 ? EXIT.error : EXIT.done;
    },
  }),
  asking({
    name: 'repos search',
    args: { '[WORDS...]': ({ repos }) => repos.help.words },
    async ask(client, words) {
      const { repositories } = await client.repositories.list({});
      const skills = repositories.flatMap(({ name, skills: all }) =>
        all.filter((skill) => hasWords(skill, words.join(' '))).map((skill) => ({ repository: name, ...skill })),
      );
      return { skills };
    },
    async say({ skills }, context) {
      const { repos, number, t } = context.words;
      const shape = ['skill', 'repository', 'tokens', 'state', 'description'] as const;
      const rows = skills.map(({ id, repository, tokens, standing, description }) => [
        oneLine(id),
        oneLine(repository),
        tokens === null || tokens.instructions === null ? '' : number(tokens.instructions),
        t(`repositories.standing.${standing}`).toLowerCase(),
        oneLine(description),
      ]);
      await printTable(context, shape, rows, repos.nothingFound);
    },
  }),
  asking({
    name: 'repos versions',
    args: { '<NAME>': NAME, '<ID>': ({ help }) => help.skillName },
    ask: async (client, [name = '', id = '']) => ({
      versions: (await client.repositories.versions({ name, id })).versions,
    }),
    async say({ versions }, context, [, id = '']) {
      const { repos, when } = context.words;
      const shape = ['version', 'published', 'by', 'notes'] as const;
      const rows = versions.map(({ version, at, by, notes }) => [
        oneLine(version),
        when(at),
        oneLine(by),
        oneLine(notes),
      ]);
      await printTable(context, shape, rows, repos.noVersions(oneLine(id)));
    },
  }),
  command({
    name: 'skills publish',
    args: { '<ID>': ({ help }) => help.skillName },
    options: {
      '--to <REPOSITORY>': NAME,
      '--version <V>': ({ repos }) => repos.help.version,
      '--notes <TEXT>': ({ repos }) => repos.help.notes,
      '--failed-evals': ({ repos }) => repos.help.failedEvals,
    },
    async run(context, [id = ''], flags) {
      const { words, note } = context;
      const { to, version, notes = '' } = flags;
      if (to === undefined || version === undefined) throw new UsageError(words.repos.publishNeeds);
      const failed = await withCore(context, 'read', flags, async (client) => {
        const { tried } = await client.repositories.ready({ id });
        const evals = evalStanding(await client.evals.past({ skill: id }), tried);
        if (evals === undefined) note(oneLine(words.repos.noEvals(id)));
        else if (evals.failed > 0 && flags.failedEvals !== true) return evals;
        else if (!evals.isCurrent) note(oneLine(words.repos.oldEvals(id)));
        await client.repositories.publish({ name: to, id, version, notes });
        return undefined;
      });
      if (failed === undefined) return told(context, flags, { name: to }, words.repos.published(id, version, to));
      note(oneLine(words.repos.failedEvals(id, failed.failed, failed.all)));
      return EXIT.error;
    },
  }),
  command({
    name: 'skills unpublish',
    args: { '<ID>': ({ help }) => help.skillName },
    options: { '--from <REPOSITORY>': NAME, '--version <V>': ({ repos }) => repos.help.version },
    async run(context, [id = ''], flags) {
      const { words } = context;
      const { from, version } = flags;
      if (from === undefined || version === undefined) throw new UsageError(words.repos.unpublishNeeds);
      await withCore(context, 'read', flags, (client) => client.repositories.unpublish({ name: from, id, version }));
      return told(context, flags, { name: from }, words.repos.unpublished(id, version, from));
    },
  }),
  asking({
    name: 'repos remove',
    args: { '<NAME>': NAME },
    ask: (client, [name = '']) => client.repositories.remove({ name }),
    json: (_done, [name]) => ({ name }),
    say: (_done, { words }, [name = '']) => words.repos.removed(name),
  }),
  asking({
    name: 'repos password',
    args: { '<NAME>': NAME },
    typed: ({ repos }, [name = '']) => repos.prompt(oneLine(name)),
    ask: (client, [name = ''], _flags, { typed: value }) => client.repositories.password({ name, value }),
    json: (_done, [name]) => ({ name }),
    say: (_done, { words }, [name = '']) => words.repos.stored(name),
  }),
];
