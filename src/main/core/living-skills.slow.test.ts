import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { parseEvent, type SessionEvent } from '../../shared/events.ts';
import { foldEvents } from '../../shared/reducer.ts';
import type { AppOptions } from '../api.ts';
import { call, say, startScriptedModel } from '../models/test-kit/scripted-model.ts';
import { makeSkillTree, type SkillTree, skillText } from '../skills/test-kit/skill-tree.ts';
import { type Client, eventsOf, openApp } from './test-kit/open-app.ts';

/** Milliseconds; the whole of a busy machine's slowness, not what is expected. */
vi.setConfig({ testTimeout: 20_000 });

let home: SkillTree;
let root: SkillTree;
beforeEach(() => {
  home = makeSkillTree();
  root = makeSkillTree({
    'pdf/SKILL.md': skillText('pdf', 'Reads pdf.', 'Read it.\n'),
    'pdf/reference.md': 'One.\n',
    'pdf/scripts/read.py': 'print(1)\n',
    'csv/SKILL.md': skillText('csv'),
  });
});

const open = async (options: Partial<AppOptions> = {}) =>
  (await openApp({ home: home.dir, host: 'browser', skillRoots: ['none', root.dir], ...options })).client;

/** Opens a session and collects its events from here on. */
async function lookAt(client: Client, sessionId: string) {
  const afterSeq = (await client.sessions.events({ sessionId })).length;
  const stream = (await client.sessions.stream({ sessionId, afterSeq }))[Symbol.asyncIterator]();
  const events: SessionEvent[] = [];
  let begun: ReturnType<typeof stream.next> | undefined;
  return {
    /** The session is open once its first answer is awaited. */
    async begin(): Promise<void> {
      begun = stream.next();
      await client.sessions.events({ sessionId });
    },
    /** Reads on to an event of this type; answers all since the last answer. */
    async to(type: SessionEvent['type']): Promise<SessionEvent[]> {
      while (!events.some((event) => event.type === type)) {
        const { value, done } = await (begun ?? stream.next());
        begun = undefined;
        if (done === true) throw new Error(`The stream ended before ${type}`);
        if (value.kind === 'events') events.push(...value.events.map(parseEvent));
      }
      return events.splice(0);
    },
  };
}

const shape = (events: readonly SessionEvent[]) =>
  events.map((event) => {
    if (event.type === 'catalog-changed') return [event.type, event.added, event.removed, event.changed];
    if (event.type === 'loaded-skill-changed') return [event.type, event.skill, event.state, event.tokens];
    if (event.type === 'skill-unloaded') return [event.type, event.skill, event.reason];
    if (event.type === 'skill-switch-changed') return [event.type, event.skill, event.enabled];
    return [event.type];
  });

const loadedIn = async (client: Client, sessionId: string) =>
  foldEvents(sessionId, await eventsOf(client, sessionId)).loadedSkills;

it('follows the disk at once in a session worked in; a loaded skill stays as it is until reloaded', async () => {
  const client = await open();
  const { sessionId } = await client.sessions.create({});
  const { sessionId: unseen } = await client.sessions.create({});
  const changes = (await client.skills.watch({}))[Symbol.asyncIterator]();
  expect((await changes.next()).value).toEqual({ change: 0 });
  // From here on the folders are watched.
  expect((await changes.next()).value).toEqual({ change: 1 });
  const seen = await lookAt(client, sessionId);
  await seen.begin();
  for (const id of [sessionId, unseen]) await client.skills.load({ sessionId: id, skill: 'pdf' });
  await client.skills.loadReference({ sessionId, skill: 'pdf', path: 'reference.md' });
  const [before] = await loadedIn(client, sessionId);
  const untouched = await client.sessions.events({ sessionId: unseen });
  expect(shape(await seen.to('reference-loaded')).at(-1)).toEqual(['reference-loaded']);

  // Written by rename, as editors do.
  root.write({ 'pdf/.SKILL.md.new': skillText('pdf', 'Reads pdf.', 'Read it twice, slowly, and with care.\n') });
  renameSync(root.at('pdf', '.SKILL.md.new'), root.at('pdf', 'SKILL.md'));
  expect(shape(await seen.to('loaded-skill-changed'))).toEqual([
    ['catalog-changed', [], [], ['pdf']],
    ['loaded-skill-changed', 'pdf', 'changed', 7],
  ]);
  expect((await changes.next()).value).toEqual({ change: 2 });
  expect((await loadedIn(client, sessionId))[0]).toEqual({ ...before, onDisk: { state: 'changed', tokens: 7 } });
  expect((await client.skills.list({ sessionId, counted: false })).loaded).toEqual([
    { id: 'pdf', tokens: (before?.tokens ?? 0) + 8, onDisk: { state: 'changed', tokens: 7 } },
  ]);

  // A reference counts too; loading it again takes both, and keeps the reference loaded.
  root.write({ 'pdf/reference.md': 'One, two, three.\n' });
  expect(shape(await seen.to('loaded-skill-changed'))).toEqual([
    ['catalog-changed', [], [], ['pdf']],
    ['loaded-skill-changed', 'pdf', 'changed', 11],
  ]);
  await client.skills.reload({ sessionId, skill: 'pdf' });
  expect(shape(await seen.to('reference-loaded'))).toEqual([['skill-loaded'], ['reference-loaded']]);
  const [now] = await loadedIn(client, sessionId);
  expect([now?.tokens, now?.onDisk, now?.references.map(({ text }) => text)]).toEqual([
    (before?.tokens ?? 0) + 7,
    undefined,
    ['One, two, three.\n'],
  ]);
  expect(now?.instructions).toContain('Read it twice');

  // Removed while loaded: it still works, and an event says so; its return is reported too.
  renameSync(root.at('pdf'), root.at('.away'));
  expect(shape(await seen.to('loaded-skill-changed'))).toEqual([
    ['catalog-changed', [], ['pdf'], []],
    ['loaded-skill-changed', 'pdf', 'deleted', undefined],
  ]);
  await expect(client.skills.reload({ sessionId, skill: 'pdf' })).rejects.toMatchObject({ code: 'skill-not-found' });
  renameSync(root.at('.away'), root.at('pdf'));
  expect(shape(await seen.to('loaded-skill-changed'))).toEqual([
    ['catalog-changed', ['pdf'], [], []],
    ['loaded-skill-changed', 'pdf', 'current', undefined],
  ]);

  // Only a script changed, and a new skill.
  root.write({ 'csv/scripts/new.py': 'print(2)\n', 'zip/SKILL.md': skillText('zip') });
  const last = shape(await seen.to('catalog-changed'));
  expect(last).toEqual([['catalog-changed', ['zip'], [], ['csv']]]);
  // No one had the other one open.
  expect(await client.sessions.events({ sessionId: unseen })).toEqual(untouched);
});

it('writes nothing to a session that is only looked at, and leaves its place in the list', async () => {
  const client = await open();
  const { sessionId: read } = await client.sessions.create({});
  await client.skills.load({ sessionId: read, skill: 'pdf' });
  const { sessionId: worked } = await client.sessions.create({});
  const changes = (await client.skills.watch({}))[Symbol.asyncIterator]();
  await changes.next();
  await changes.next();
  const views = [await lookAt(client, read), await lookAt(client, worked)] as const;
  for (const view of views) await view.begin();
  await client.skills.load({ sessionId: worked, skill: 'pdf' });
  await views[1].to('skill-loaded');
  await client.sessions.addNote({ sessionId: read, on: 1, text: 'Read.' });
  const before = await client.sessions.events({ sessionId: read });
  const listed = await client.sessions.list({});

  root.write({ 'pdf/SKILL.md': skillText('pdf', 'Reads pdf.', 'Read it twice.\n'), 'zip/SKILL.md': skillText('zip') });
  // Both are open; the change reaches the one that was worked in last.
  await views[1].to('loaded-skill-changed');
  for (const look of [
    () => client.context.show({ sessionId: read }),
    () => client.skills.list({ sessionId: read }),
    () => client.review.verify({ sessionId: read }),
    () => client.review.export({ sessionId: read, format: 'html' }),
    () => client.review.search({ words: 'pdf' }),
  ]) {
    await look();
  }
  expect(await client.sessions.events({ sessionId: read })).toEqual(before);
  const own = (all: typeof listed) => all.find(({ id }) => id === read);
  expect(own(await client.sessions.list({}))).toEqual(own(listed));
  // The disk is still shown as it is.
  expect((await client.skills.list({ sessionId: read, counted: false })).loaded).toMatchObject([
    { id: 'pdf', onDisk: { state: 'changed' } },
  ]);
});

it('waits for a file that is being written, and reports one that stays broken', async () => {
  const client = await open({ host: 'cli' });
  await client.skills.list({ counted: false });
  writeFileSync(root.at('pdf', 'SKILL.md'), '---\nname: pdf\ndescr');
  const listing = client.skills.list({ counted: false });
  writeFileSync(root.at('pdf', 'SKILL.md'), skillText('pdf', 'Reads it all.'));
  expect((await listing).skills.map(({ id, description }) => [id, description])).toContainEqual([
    'pdf',
    'Reads it all.',
  ]);
  writeFileSync(root.at('pdf', 'SKILL.md'), '---\nname: pdf\ndescr');
  const { skills, diagnostics } = await client.skills.list({ counted: false });
  expect([skills.map(({ id }) => id), diagnostics.map(({ skill, severity }) => [skill, severity])]).toEqual([
    ['csv'],
    [['pdf', 'error']],
  ]);
});

it('switches a skill off per session, environment or everywhere, or when its requirements are unmet', async () => {
  root.write({
    'mail/SKILL.md': skillText('mail').replace(
      '\n---\n',
      '\nmetadata: {"openclaw":{"requires":{"bins":["no-such-program-9"],"env":["NO_SUCH_VARIABLE_9"]},"os":["linux","darwin","win32"]}}\n---\n',
    ),
    'notes/SKILL.md': skillText('notes').replace('\n---\n', '\ncompatibility: Requires terraform and internet\n---\n'),
  });
  const path = process.env.PATH;
  process.env.PATH = '';
  try {
    const client = await open({ host: 'cli' });
    const { sessionId } = await client.sessions.create({});
    await client.skills.load({ sessionId, skill: 'pdf' });
    const catalog = async () => {
      await client.context.show({ sessionId });
      const state = foldEvents(sessionId, (await client.sessions.events({ sessionId })).map(parseEvent));
      return [state.catalog.map(({ id }) => id).join(' '), state.loadedSkills.map(({ id }) => id).join(' ')];
    };
    const use = async () =>
      (await client.skills.list({ sessionId, counted: false })).skills.map(({ id, use: it }) =>
        [id, it?.enabled === true ? 'on' : 'off', it?.by].filter((word) => word !== undefined).join(' '),
      );
    expect(await catalog()).toEqual(['csv notes pdf', 'pdf']);
    expect(await use()).toEqual(['csv on', 'mail off machine', 'notes on', 'pdf on']);
    const { diagnostics } = await client.skills.list({ counted: false });
    expect(diagnostics.map(({ skill, severity, rule }) => [skill, severity, rule])).toEqual([
      ['mail', 'warning', 'cannot-work-here'],
      ['mail', 'warning', 'cannot-work-here'],
      ['mail', 'info', 'not-offered-here'],
      ['notes', 'info', 'may-not-work-here'],
    ]);
    await expect(client.skills.load({ sessionId, skill: 'mail' })).rejects.toMatchObject({
      code: 'skill-unusable',
      message: expect.stringMatching(/no-such-program-9, which isn.t installed.* the secret NO_SUCH_VARIABLE_9/),
    });

    await client.skills.setEnabled({ sessionId, skill: 'pdf', enabled: false });
    const events = (await client.sessions.events({ sessionId })).map(parseEvent);
    expect(shape(events.slice(-3))).toEqual([
      ['skill-switch-changed', 'pdf', false],
      ['catalog-changed', [], ['pdf'], []],
      ['skill-unloaded', 'pdf', 'user'],
    ]);
    await expect(client.skills.load({ sessionId, skill: 'pdf' })).rejects.toMatchObject({ code: 'skill-disabled' });
    await client.skills.setEnabled({ skill: 'csv', enabled: false });
    await client.skills.setEnabled({ skill: 'notes', enabled: false, environment: 'default' });
    await client.skills.setEnabled({ skill: 'mail', enabled: true });
    expect(await use()).toEqual([
      'csv off everywhere',
      'mail on everywhere',
      'notes off environment',
      'pdf off session',
    ]);
    // What one that is off by choice lacks is said of it, but not in the list.
    const off = await client.skills.list({ sessionId, counted: false });
    expect(off.skills.find(({ id }) => id === 'notes')?.diagnostics.map(({ rule }) => rule)).toEqual([
      'may-not-work-here',
    ]);
    expect((await client.skills.show({ skill: 'notes', sessionId })).diagnostics).toHaveLength(1);
    expect(off.diagnostics.map(({ skill }) => skill)).toEqual(['mail', 'mail']);
    expect((await client.skills.list({ counted: false })).skills.map(({ id, use: it }) => [id, it?.enabled])).toEqual([
      ['csv', false],
      ['mail', true],
      ['notes', false],
      ['pdf', true],
    ]);
    // On for the session goes over off for everything.
    await client.skills.setEnabled({ sessionId, skill: 'csv', enabled: true });
    await client.skills.setEnabled({ sessionId, skill: 'pdf', enabled: true });
    await client.skills.setEnabled({ skill: 'notes', enabled: true, environment: 'default' });
    await client.skills.setEnabled({ skill: 'mail', enabled: null });
    expect(await use()).toEqual(['csv on session', 'mail off machine', 'notes on', 'pdf on']);
    await expect(client.skills.setEnabled({ skill: 'none', enabled: false })).rejects.toMatchObject({
      code: 'skill-not-found',
    });
  } finally {
    process.env.PATH = path;
  }
});

it('removes the skills of a root that disappears, and restores them when it returns', async () => {
  const client = await open();
  const changes = (await client.skills.watch({}))[Symbol.asyncIterator]();
  await changes.next();
  const ids = async () => (await client.skills.list({ counted: false })).skills.map(({ id }) => id);
  expect(await ids()).toEqual(['csv', 'pdf']);
  rmSync(root.dir, { recursive: true });
  while ((await ids()).length > 0) await changes.next();
  root.write({ 'pdf/SKILL.md': skillText('pdf') });
  while ((await ids()).length === 0) await changes.next();
  expect(await ids()).toEqual(['pdf']);
});

it('applies changes with the next request of a run, and tells the model why a skill cannot run here', async () => {
  root.write({
    'mail/SKILL.md': skillText('mail').replace('\n---\n', '\nmetadata: {requires-programs: no-such-program-9}\n---\n'),
  });
  const model = await startScriptedModel([
    call('load_skill', { name: 'pdf' }),
    (request) => {
      rmSync(root.at('csv'), { recursive: true });
      root.write({ 'zip/SKILL.md': skillText('zip'), 'pdf/scripts/more.py': 'print(2)\n' });
      return request.body.messages.length > 0 ? call('load_skill', { name: 'mail' }) : say('');
    },
    say('Done.'),
  ]);
  try {
    const client = await open({ host: 'cli', model: { baseUrl: model.url, model: 'm' } });
    const { sessionId } = await client.sessions.create({});
    const seen = await lookAt(client, sessionId);
    await client.chat.send({ sessionId, text: 'hello' });
    const events = await seen.to('run-finished');
    expect(shape(events).filter(([type]) => type === 'catalog-changed')).toEqual([
      ['catalog-changed', ['csv', 'pdf'], [], []],
      ['catalog-changed', ['zip'], ['csv'], ['pdf']],
    ]);
    const system = String(model.requests[2]?.body.messages[0]?.content);
    expect([...system.matchAll(/\*\*([\w-]+)\*\*:/g)].map(([, id]) => id).filter((id) => id !== undefined)).toEqual(
      expect.arrayContaining(['pdf', 'zip']),
    );
    expect(system).not.toContain('**csv**');
    const answers = events.flatMap((event) => (event.type === 'tool-finished' ? [event.content] : []));
    expect(answers[1]).toBe(
      'The skill "mail" cannot be used: The skill needs the program no-such-program-9, which isn\'t installed. The skills are:\n- csv\n- pdf',
    );
  } finally {
    await model.close();
  }
});

it('shows an author the costs of a skill that is switched off, and lets them try it', async () => {
  const client = await open({ host: 'cli' });
  await client.skills.setEnabled({ skill: 'pdf', enabled: false });
  const { dialects } = await client.skills.preview({ skill: 'pdf', dialects: ['omni'] });
  expect(dialects.map(({ refused }) => refused)).toEqual([undefined, undefined]);
  const { sessionId } = await client.author.tryIt({ skill: 'pdf' });
  const state = foldEvents(sessionId, (await client.sessions.events({ sessionId })).map(parseEvent));
  expect(state.catalog.map(({ id }) => id)).toEqual(['pdf']);
});
