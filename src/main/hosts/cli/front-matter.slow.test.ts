/** Each field of the front matter, from the file to the requests, the answers to calls and the commands that show it. */
import { expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../../../shared/events.ts';
import { modelOfTest } from '../../models/test-kit/model-of-test.ts';
import { call, type ScriptedStep, say } from '../../models/test-kit/scripted-model.ts';
import { type CommandLine, commandLine, skilldeck } from './test-kit/command-line.ts';
import { lines } from './test-kit/skilldeck.ts';

interface Field {
  readonly yaml: string;
  /** Added to the line of the list; absent: no request has it. */
  readonly inRequest?: string;
  /** A line of `skills show`; absent: it is not shown. */
  readonly shown?: string;
  /** In `skills list --json` and `skills show --json`; absent: not there. */
  readonly json?: Readonly<Record<string, unknown>>;
}

/** By the skill's id, whose one further field it is; each has a separate word. */
const FIELDS: Readonly<Record<string, Field>> = {
  when: {
    yaml: 'when_to_use: Quokkas are seen',
    inRequest: 'Does when. When to use: Quokkas are seen',
    shown: 'when to use: Quokkas are seen',
    json: { whenToUse: 'Quokkas are seen' },
  },
  'when-dashed': {
    yaml: 'when-to-use: Numbats are seen.',
    inRequest: 'Does when-dashed. When to use: Numbats are seen.',
    shown: 'when to use: Numbats are seen.',
    json: { whenToUse: 'Numbats are seen.' },
  },
  tags: {
    yaml: 'tags: [bilby, emu]',
    inRequest: 'Does tags. Tags: bilby, emu',
    shown: 'tags: bilby, emu',
    json: { tags: ['bilby', 'emu'] },
  },
  both: {
    yaml: 'when_to_use: Seen!\ntags: dunnart',
    inRequest: 'Does both. When to use: Seen! Tags: dunnart',
    json: { whenToUse: 'Seen!', tags: ['dunnart'] },
  },
  licensed: { yaml: 'license: MIT-potoroo', shown: 'license: MIT-potoroo', json: { license: 'MIT-potoroo' } },
  fits: {
    yaml: 'compatibility: Only on wombats',
    shown: 'compatibility: Only on wombats',
    json: { compatibility: 'Only on wombats' },
  },
  wishes: {
    yaml: 'allowed-tools: Read Bash(possum:*)',
    shown: 'tools it asks for (calls still need approval): Read, Bash(possum:*)',
    json: { allowedTools: ['Read', 'Bash(possum:*)'] },
  },
  facts: {
    yaml: 'metadata: {colour: kowari-brown}',
    shown: '  colour: kowari-brown',
    json: { metadata: { colour: 'kowari-brown' } },
  },
  inner: {
    yaml: 'user-invocable: off',
    inRequest: 'Does inner',
    shown: 'Only the model can load it.',
    json: { userInvocable: false },
  },
  hidden: {
    yaml: 'disable-model-invocation: Yes',
    shown: 'Only you can load it: /hidden at the beginning of a message.',
    json: { modelInvocable: false },
  },
  unclear: {
    yaml: 'disable-model-invocation: [true]',
    shown: 'Only you can load it: /unclear at the beginning of a message.',
    json: { modelInvocable: false },
  },
  neither: {
    yaml: 'disable_model_invocation: yes\nuserInvocable: no',
    shown: 'Neither you nor the model can load it.',
    json: { modelInvocable: false, userInvocable: false },
  },
  hints: { yaml: 'argument-hint: quoll' },
  dated: { yaml: 'version: cuscus' },
};
/** Fields of one skill together. */
const WHOLE = ['when', 'tags', 'licensed', 'fits', 'wishes', 'facts'];
const OF_NO_REQUEST = /potoroo|wombat|possum|kowari|quoll|cuscus|hidden|unclear|neither/i;

/** The skill's file, and one beside it. */
function skills(yaml: string): CommandLine {
  const at = commandLine();
  at.write('skills/zz/SKILL.md', `---\nname: Zed zz\ndescription: Does zz.\n${yaml}\n---\nZZBODY\n`);
  at.write('skills/other/SKILL.md', '---\nname: other\ndescription: Does other things.\n---\nOTHERBODY\n');
  return at;
}

/** The bytes of the run's requests, and its events. */
async function run(at: CommandLine, dialect: Dialect, text: string, ...steps: ScriptedStep[]) {
  const model = await modelOfTest([...steps, say('Done.')]);
  const given = [...at.options(model), '--json', '--dialect', dialect, text];
  const { status, out, err } = await skilldeck(['run', ...given]);
  return { status, err, requests: model.requests.map(({ json }) => json), events: out === '' ? [] : lines(out) };
}

const KNOWN = ['whenToUse', 'tags', 'modelInvocable', 'userInvocable', 'license', 'compatibility', 'metadata'];
const fieldsOf = (view: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(view).filter(([key]) => [...KNOWN, 'allowedTools'].includes(key)));

it('carries every field to the requests of each dialect, or keeps it out of them', async () => {
  const at = commandLine();
  for (const [id, { yaml }] of Object.entries(FIELDS)) {
    at.write(`skills/${id}/SKILL.md`, `---\nname: ${id}\ndescription: Does ${id}\n${yaml}\n---\nBody.\n`);
  }
  const whole = Object.entries(FIELDS).flatMap(([id, field]) => (WHOLE.includes(id) ? [field] : []));
  const all = whole.map(({ yaml }) => yaml).join('\n');
  at.write('skills/whole/SKILL.md', `---\nname: whole\ndescription: Does all\n${all}\n---\nBody.\n`);
  for (const dialect of DIALECTS) {
    const { requests } = await run(at, dialect, 'hello');
    expect(requests).toHaveLength(1);
    for (const { inRequest = '' } of Object.values(FIELDS)) expect(requests[0], dialect).toContain(inRequest);
    expect(requests[0], dialect).not.toMatch(OF_NO_REQUEST);
  }
  const read = async (...args: string[]) => JSON.parse((await skilldeck([...args, '--json', ...at.options()])).out);
  const listed = new Map<string, Record<string, unknown>>(
    (await read('skills', 'list')).skills.map((skill: { id: string }) => [skill.id, skill]),
  );
  for (const [id, { json = {} }] of Object.entries(FIELDS)) expect(fieldsOf(listed.get(id) ?? {})).toEqual(json);
  const linesOf = async (id: string) => (await skilldeck(['skills', 'show', id, ...at.options()])).out.split('\n');
  expect(await linesOf('whole')).toEqual(expect.arrayContaining(whole.map(({ shown }) => shown)));
  expect(fieldsOf(await read('skills', 'show', 'whole'))).toEqual(Object.assign({}, ...whole.map(({ json }) => json)));
  for (const id of ['inner', 'hidden', 'unclear', 'neither']) expect(await linesOf(id)).toContain(FIELDS[id]?.shown);
  expect((await read('skills', 'show', 'hidden')).tokens.catalog).toBe(0);
});

/** The call that loads a skill. */
const LOADS: Readonly<Record<Dialect, (id: string, folder: string) => ScriptedStep>> = {
  omni: (name) => call('load_skill', { name }),
  trpc: (skill) => call('skill_load', { skill }),
  'agent-core': (skill) => call('skill', { skill }),
  agentscope: (skillId) => call('load_skill_through_path', { skillId, path: 'SKILL.md' }),
  standard: (_id, folder) => call('read_file', { path: `${folder}/SKILL.md` }),
};

it.for(DIALECTS)(
  '%s: loads a skill for the person by its name alone, and one for the model by a call alone',
  async (dialect) => {
    const at = skills('disable-model-invocation: true');
    at.write('skills/yy/SKILL.md', '---\nname: yy\ndescription: Does yy.\nuser-invocable: "False"\n---\nYYBODY\n');
    const load = (id: string) => LOADS[dialect](id, at.at('skills', id));
    const { requests, events } = await run(at, dialect, 'hello', load('zz'), load('yy'));
    expect(requests[0]).toContain('Does other things.');
    expect(requests[0]).toContain('Does yy.');
    expect(requests[0]).not.toMatch(/\bzz\b/i);
    expect(requests[1]).not.toContain('ZZBODY');
    expect(requests[2]).toContain('YYBODY');
    const content = events.find(({ type }) => type === 'tool-finished')?.content ?? '';
    expect(content).toMatch(/^Only the person can load the skill "zz", with \/zz at the beginning of a message/);
    expect(events.filter(({ type }) => type === 'skill-loaded')).toMatchObject([{ skill: 'yy' }]);

    const byName = await run(at, dialect, '/zz please');
    expect(byName.events.some(({ type }) => type === 'skill-loaded')).toBe(true);
    expect(byName.requests[0]).toContain('ZZBODY');
    const refused = await run(at, dialect, '/yy please');
    expect(refused).toMatchObject({ requests: [] });
    expect(refused.err + JSON.stringify(refused.events)).toContain("/yy can't be called");
    expect(refused.status).not.toBe(0);
  },
);

it('tries no triggers of a skill that no sentence can lead to', async () => {
  const at = skills('disable-model-invocation: true');
  at.write('skills/zz/evals/triggers.json', [{ query: 'Do zz', should_trigger: true }]);
  const { status, err } = await skilldeck(['skills', 'eval', 'zz', '--triggers', ...at.options()]);
  expect(err).toContain('so no sentence leads the model to it');
  expect(status).not.toBe(0);
});
