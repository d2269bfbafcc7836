/** Dialects through the built program. What each sends, request by request, is in `context/dialects/flows.slow.test.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { modelOfTest } from '../../model/test-kit/model-of-test.ts';
import { call, type ScriptedModel, type ScriptedStep, say } from '../../model/test-kit/scripted-model.ts';
import { lines, skilldeck as program } from './test-kit/skilldeck.ts';

const BODY = '# Greeting\n\nSay hello. On an error read reference.md.\n';
const FILE = `---\nname: greet\ndescription: Greets <people> & pets.\n---\n${BODY}`;

let home: string;
let skills: string;
let model: ScriptedModel | undefined;
beforeEach(() => {
  home = tempFolder();
  skills = path.join(home, 'given');
  mkdirSync(path.join(skills, 'greet'), { recursive: true });
  writeFileSync(path.join(skills, 'greet', 'SKILL.md'), FILE);
  writeFileSync(path.join(skills, 'greet', 'reference.md'), 'Names.\n');
});

/** A locale that every machine has: a shell complains about others, on the stream that is looked at here. */
const skilldeck = (given: readonly string[]) => program(given, { env: { LC_ALL: 'C.UTF-8' } });
const args = (...more: string[]) => ['--home', home, '--skills', 'none', '--skills', skills, ...more];

async function run(dialect: string, ...steps: ScriptedStep[]) {
  model = await modelOfTest(steps);
  const options = ['--base-url', model.url, '--model', 'm', '--dialect', dialect, '--approve', 'auto', '--json'];
  const { status, out, err } = await skilldeck(['run', ...args(...options), 'hello']);
  expect([status, err.includes('rror')]).toEqual([0, false]);
  const events = lines(out);
  const last = model.requests.at(-1)?.body.messages ?? [];
  return {
    events,
    session: String(events[0]?.session),
    offered: model.requests[0]?.body.tools?.map((tool) => tool.function.name),
    system: String(last[0]?.content),
    results: last.filter(({ role }) => role === 'tool').map(({ content }) => content),
  };
}

/** Every request of the session, rebuilt from its log, is the one that was posted. */
async function proves(session: string) {
  const shown = lines((await skilldeck(['sessions', 'show', session, '--home', home, '--json'])).out);
  const sent = shown.filter(({ type }) => type === 'request-sent');
  for (const [index, { seq, sha256 }] of sent.entries()) {
    const { out } = await skilldeck(['context', session, '--at', String(seq), '--home', home, '--json']);
    expect(JSON.parse(out)).toMatchObject({ json: model?.requests[index]?.json, sha256, verified: true });
  }
}

// Rules: 002.9
it('trpc: load, select, run; loaded skills end with the turn, and another dialect takes over', async () => {
  const flow = await run(
    ...(['trpc', call('skill_load', { skill: 'greet' }), call('skill_list_docs', { skill: 'greet' })] as const),
    call('skill_select_docs', { skill: 'greet', docs: ['reference.md'] }),
    call('skill_run', { skill: 'greet', command: 'echo hi > $OUTPUT_DIR/a.txt', output_files: ['out/*.txt'] }),
    say('Hello.'),
  );
  expect(flow.offered).toEqual([
    'skill_load',
    'skill_select_docs',
    'skill_list_docs',
    'skill_run',
    'skill_exec',
    'skill_write_stdin',
    'skill_poll_session',
    'skill_kill_session',
  ]);
  expect(flow.events[0]).toMatchObject({ dialect: 'trpc', loadMode: 'turn', placement: 'system' });
  expect(flow.system).toMatch(
    /\n\n\[Loaded\] greet\n\n# Greeting\n[\s\S]*\n\n\[Doc\] greet - reference\.md\n\nNames\.\n$/,
  );
  const [loaded, docs, selected, ran] = flow.results;
  expect([loaded, docs]).toEqual(['loaded: greet', '["reference.md"]']);
  expect(JSON.parse(selected ?? '')).toMatchObject({ selected_docs: ['reference.md'], mode: 'replace' });
  expect(JSON.parse(ran ?? '')).toMatchObject({
    exit_code: 0,
    output_files: [{ name: 'out/a.txt', content: 'hi\n', mime_type: 'text/plain', size: 3 }],
  });

  const again = async (...more: string[]) => {
    model?.add(say('Again.'));
    const { out } = await skilldeck(['run', ...args('--session', flow.session, ...more, '--json'), 'again']);
    return lines(out).filter(({ type }) => type === 'settings-changed' || type === 'skill-unloaded');
  };
  expect(await again()).toMatchObject([{ type: 'skill-unloaded', skill: 'greet', reason: 'mode' }]);
  expect(model?.requests.at(-1)?.json).not.toContain('Names.');
  expect(await again('--dialect', 'standard')).toMatchObject([
    { type: 'settings-changed', dialect: 'standard', placement: 'tool-result', loadMode: 'session' },
  ]);
  expect(model?.requests.at(-1)?.body.messages[0]?.content).toContain('<available_skills>');
  await proves(flow.session);
});

it('refuses a placement that the dialect does not support as wrong usage', async () => {
  const wrong = await skilldeck(['run', ...args('--dialect', 'agentscope', '--placement', 'system'), 'x']);
  expect([wrong.status, wrong.out]).toEqual([2, '']);
  expect(wrong.err).toContain("Dialect 'agentscope' has no placement 'system'");
});
