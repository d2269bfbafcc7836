import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startToolSession, type ToolSession } from './test-kit/tool-session.ts';

const SKILL = '---\nname: far\ndescription: Does.\n---\nBody\n';
let session: ToolSession;
beforeAll(async () => {
  session = await startToolSession({
    bundled: {},
    user: { 'far/SKILL.md': SKILL, 'far/x.py': 'print(1)', 'far/x.sh': 'echo far' },
    environment: { ...process.env, SKILLDECK_PYTHON: 'embedded' },
  });
});
afterAll(() => session.remove());

it('confines only a plain start of the embedded Python without a sandbox, and shows it', async () => {
  const far = path.join(session.home, 'user/far');
  const asked = async (command: string, env?: Record<string, string>) => {
    const { need } = await session.call('run_command', { command, ...(env === undefined ? {} : { env }) });
    const detail = need?.kind === 'ask' ? need.detail : undefined;
    const facts = detail?.facts;
    return [facts?.sandbox, facts?.network, facts?.offers.length];
  };
  const python = `skilldeck-python ${far}/x.py`;
  expect(await asked(python)).toEqual(['embedded-python', 'none', 3]);
  expect(await asked(`python3 ${far}/x.py --a 'b c'`)).toEqual(['embedded-python', 'none', 3]);
  // Anything around it, a variable that its Node would read, and all that is no Python: nothing confines it.
  expect(await asked(`${python} | cat`)).toEqual(['none', 'open', 1]);
  expect(await asked(python, { NODE_COMPILE_CACHE: far })).toEqual(['none', 'open', 1]);
  expect(await asked(`bash ${far}/x.sh`)).toEqual(['none', 'open', 1]);
  const auto = await session.call('run_command', { command: `bash ${far}/x.sh` }, { mode: 'auto' });
  expect(auto.need?.kind).toBe('refused');
  const lent = path.join(session.home, 'lent');
  mkdirSync(lent);
  session.attached.push({ path: lent, writable: true });
  expect(await asked(python)).toEqual(['none', 'open', 1]);
  session.attached.pop();

  const { need, result } = await session.call('run_command', { command: python }, { mode: 'auto' });
  expect([need?.kind, result?.ok, result?.content]).toEqual(['allowed', true, expect.stringContaining('1')]);
  expect(session.events().find(({ type }) => type === 'script-started')).toMatchObject({ sandbox: 'embedded-python' });
}, 120_000);
