import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import type { CliDeps, ServeRequest } from './command.ts';
import { fakeApp, SESSION } from './test-kit/fake-app.ts';
import { fakeTerminal, run } from './test-kit/fake-terminal.ts';

const ZH = { LANG: 'zh_CN.UTF-8' };

async function skilldeck(args: string, options: Parameters<typeof fakeApp>[0] = {}, env?: Record<string, string>) {
  const terminal = fakeTerminal(env === undefined ? {} : { env });
  const app = fakeApp(options);
  const status = await run(terminal, args === '' ? [] : args.split(' '), app);
  return { status, out: terminal.out(), err: terminal.err(), calls: app.calls };
}

describe('wrong usage', () => {
  it('is reported in one line with what to do, exits with 2 and opens nothing', async () => {
    const table: [string, string][] = [
      ['fly', 'There is no command fly. Try: skilldeck --help'],
      ['runn x', 'There is no command runn. → run? Try: skilldeck --help'],
      ['run', 'PROMPT is missing. Try: skilldeck run --help'],
      ['run two words', 'Too many arguments. Put the message in quotes. Try: skilldeck run --help'],
      ['run --jsno x', 'There is no option --jsno. → --json? Try: skilldeck run --help'],
      ['run x --model', 'The option --model <ID> needs a value. Try: skilldeck run --help'],
      ['run --max-context 0 x', '--max-context takes a whole number from 1, not "0".'],
      ['run --max-iterations 1.5 x', '--max-iterations takes a whole number from 1, not "1.5".'],
      ['run --max-loaded 1.5 x', '--max-loaded takes a whole number from 0, not "1.5".'],
      ['run --idle-turns x x', '--idle-turns takes a whole number from 0, not "x".'],
      ['run --timeout soon x', '--timeout takes a number above 0, not "soon".'],
      ['run --approve maybe x', '--approve takes ask, auto, never, not "maybe".'],
      ['run --api-key-env NOT_SET x', '--api-key-env: the environment variable NOT_SET is empty. Set it to the key.'],
      ['run --base-url localhost:8080 x', '--base-url takes an address as https://HOST/v1, not "localhost:8080".'],
      ['mcp add a --url T0KEN@h.example/', '--url takes an address as https://HOST/v1, not "***@h.example/".'],
      ['run --home= x', 'The option --home needs a value.'],
      ['run --api-key-env= x', 'The option --api-key-env needs a value.'],
      [
        `run ${'x'.repeat(1_000_001)}`,
        'The message has 1,000,001 characters; the limit is 1,000,000. Put the text in a file and name the file.',
      ],
      ['run --skills /not/there x', '--skills: there is no folder /not/there.'],
      ['skills', 'COMMAND is missing. Try: skilldeck skills --help'],
      ['skills show', 'NAME is missing. Try: skilldeck skills show --help'],
      ['context id --at 0', '--at takes a whole number from 1, not "0".'],
      [
        'skills preview x --dialect omny',
        '--dialect takes all, omni, trpc, agent-core, agentscope, standard, not "omny".',
      ],
      ['serve --port 70000', '--port takes a whole number from 0 to 65535, not "70000".'],
    ];
    const found = await Promise.all(table.map(([args]) => skilldeck(args)));
    expect(found.map(({ err }) => err)).toEqual(table.map(([, line]) => `${line}\n`));
    expect(found.map(({ status, out, calls }) => [status, out, calls])).toEqual(table.map(() => [2, '', []]));
    expect((await skilldeck('run', {}, ZH)).err).toBe('缺少 PROMPT。 请看：skilldeck run --help\n');
  });

  it('does not include asking for help or the version', async () => {
    const help = await skilldeck('skills --help', {}, ZH);
    expect([help.status, help.err]).toEqual([0, '']);
    expect(help.out).toContain('用法： skilldeck skills');
    expect(help.out).toContain('--home <DIR>');
    expect((await skilldeck('--help')).out).toMatch(/^Usage: skilldeck/);
    for (const asked of ['help skills', '--home /data help skills', 'help --json skills']) {
      expect((await skilldeck(asked)).out).toBe((await skilldeck('skills --help')).out);
    }
    for (const asked of ['--version', '-v', '-V']) {
      expect(await skilldeck(asked)).toMatchObject({ status: 0, out: '1.2.3\n', err: '' });
    }
  });
});

describe('a reading command', () => {
  // Rules: 003.7
  it('lists skills with columns aligned for Chinese widths, and names broken ones on stderr', async () => {
    const { out, err, calls } = await skilldeck('skills list', {}, ZH);
    expect(out).toBe('技能         来源      词元  描述\nbook-flight  bundled  2,100  预订机票。Books flights.\n');
    expect(err).toBe('/skills/broken/SKILL.md:3 error yaml Bad.\n');
    expect(calls).toEqual([['open', 'read'], ['close']]);
  });

  // Rules: 003.7
  it('shows one skill, and lists the known ones for an unknown name', async () => {
    expect((await skilldeck('skills show book-flight')).out.split('\n').slice(3)).toEqual([
      'folder: /skills/book-flight',
      'source: bundled',
      'tokens: 106 in the catalog, 2,100 when loaded',
      'references:',
      '  reference.md (12 bytes)',
      'scripts:',
      '  scripts/a.py: python3 /skills/book-flight/scripts/a.py',
      '',
    ]);
    expect(await skilldeck('skills show nope')).toMatchObject({
      status: 1,
      out: '',
      err: 'There is no skill "nope". There are: book-flight.\n',
    });
  });

  it('says that the demo model answers where a key in the environment is not used', async () => {
    const env = { LANG: 'en_GB.UTF-8', DEEPSEEK_API_KEY: 'k' };
    const ended = { type: 'run-finished' as const, state: 'completed' as const, iterations: 1, text: '' };
    const app = (): Parameters<typeof fakeApp>[0] => ({ run: async ({ emit }) => emit(ended) });
    const use = '--base-url https://api.deepseek.com/v1 --api-key-env DEEPSEEK_API_KEY --model MODEL\n';
    expect((await skilldeck('run hello', app(), env)).err).toContain(use);
    expect((await skilldeck('run --base-url http://127.0.0.1:1 hello', app(), env)).err).not.toContain('DEEPSEEK');
  });

  it('reports an error in the settings once on stderr, and still runs', async () => {
    const at = { file: '/home/config.jsonc', line: 3, column: 15 };
    const configFaults = [
      { severity: 'error' as const, ...at, rule: 'config-field', message: "'maxContext': a number." },
    ];
    const end = { type: 'run-finished' as const, state: 'completed' as const, iterations: 1, text: '' };
    for (const args of ['sessions list --json', 'skills list', 'run hello']) {
      const { status, err } = await skilldeck(args, { configFaults, run: async ({ emit }) => emit(end) });
      expect(status).toBe(0);
      expect(err.split("/home/config.jsonc:3:15: 'maxContext': a number.\n")).toHaveLength(2);
    }
  });

  it('shows a request with its table and whether it matches the one sent', async () => {
    const json = '{"model":"m","messages":[{"role":"user","content":"你好"}]}';
    const context = {
      json,
      sha256: 'a'.repeat(64),
      tokens: {
        total: 1250,
        max: 10_000,
        encoding: 'o200k_base',
        parts: [{ kind: 'user' as const, label: '你好', tokens: 1250, reason: 'conversation' as const, count: 2 }],
        corrected: { total: 1375, factor: 1.1, answers: 12 },
      },
      usage: { promptTokens: 1400, cachedPromptTokens: 1024, completionTokens: 90 },
      cost: 0.000123,
      verified: true,
      manifest: { parts: [], leftOut: [] },
    };
    const shown = await skilldeck(`context ${SESSION} --at 3`, { context });
    expect(shown.calls).toContainEqual(['context', 3]);
    expect(shown.out).toBe(`${JSON.stringify(JSON.parse(json), null, 2)}

PART  TOKENS   SHARE  NAME      WHY
user   1,250  12.5 %  你好 × 2  Part of the conversation.
total: 1,250 of 10,000 tokens (12.5 %), estimated
corrected: 1,375 tokens, as this model's provider counts 1.10 × the estimate (12 answers)
reported by the provider: 1,400 tokens (1.12 × the estimate), 1,024 of them cached, 90 in the answer
cost by the price list: $0.00012
sha256: ${context.sha256}
This is what was sent: the hashes match.
`);
    const document = JSON.parse((await skilldeck(`context ${SESSION} --json`, { context })).out) as object;
    expect(document).toEqual({ request: JSON.parse(json), ...context });
    expect(await skilldeck(`context ${SESSION}`)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/\(No such event\.\)\n$/),
    });
  });

  it('reports a bug as one, and a disk that refuses in words, with status 1', async () => {
    const said = async (brokenSettings: Error) => {
      const { status, err } = await skilldeck('run --base-url http://127.0.0.1:1 x', { brokenSettings });
      return [status, err];
    };
    expect(await said(new Error('the settings are broken'))).toEqual([1, 'Internal error: the settings are broken\n']);
    const readOnly = Object.assign(new Error('EROFS'), { syscall: 'open', code: 'EROFS', path: '/x' });
    expect(await said(readOnly)).toEqual([
      1,
      expect.stringContaining('The disk refused: it is read-only (EROFS at /x)'),
    ]);
  });
});

const RUNNING = 'Skilldeck is running.';

describe('start and serve', () => {
  async function start(args: string[], more: Partial<CliDeps> = {}) {
    const requests: Omit<ServeRequest, 'onReady'>[] = [];
    const terminal = fakeTerminal();
    const status = await run(terminal, args, {
      createApp: fakeApp().createApp,
      async serve({ onReady, ...request }) {
        requests.push(request);
        onReady('http://127.0.0.1:5/?token=t');
        return 0;
      },
      ...more,
    });
    return { status, requests, out: terminal.out(), err: terminal.err() };
  }

  it('opens the window, or explains why not and continues in the browser', async () => {
    const folder = tempFolder();
    const launched: (readonly string[])[] = [];
    const launchDesktop = async (args: readonly string[]) => {
      launched.push(args);
      return { code: 7 };
    };
    const endpoint = ['--base-url', '', '--model', 'm'];
    const given = ['--home', '/h', ...endpoint, '--skills', folder, '--skills', 'none'];
    const window = await start(['start', ...given], { launchDesktop });
    expect([window.status, window.requests, launched]).toEqual([7, [], [given]]);
    const unset = await start(['start', '--api-key-env', 'UNSET_KEY'], { launchDesktop });
    expect([unset.status, unset.requests, launched.length]).toEqual([2, [], 1]);
    const asked = await start(['start', '--browser', ...endpoint]);
    expect(asked.requests).toMatchObject([{ app: { model: { baseUrl: '', model: 'm' } } }]);
    const browser = await start(['start']);
    expect(browser.err).toBe(
      `Can't open a window (there is no display). Opening in the browser.\n${RUNNING} If your browser does not open, open this address. Ctrl-C stops Skilldeck.\n`,
    );
    expect(browser.requests).toMatchObject([{ open: true, port: undefined }]);
    expect((await start(['start', '--browser'], { launchDesktop })).requests).toHaveLength(1);
    expect(launched).toHaveLength(1);
  });

  it('opens the browser where no command is given, and without a word where there is no desktop app', async () => {
    const launchDesktop = undefined;
    for (const args of [[], ['--home', '/h'], ['start', '--home', '/h']]) {
      const opened = await start(args, { launchDesktop });
      expect(opened.err).toBe(`${RUNNING} If your browser does not open, open this address. Ctrl-C stops Skilldeck.\n`);
      expect([opened.status, opened.out]).toEqual([0, 'http://127.0.0.1:5/?token=t\n']);
      expect(opened.requests).toMatchObject([{ open: true, app: { home: args.at(args.indexOf('--home') + 1) } }]);
    }
    const closed = await start(['--no-open', '--port', '81'], { launchDesktop });
    expect(closed.err).toBe(`${RUNNING} Open this address in your browser. Ctrl-C stops Skilldeck.\n`);
    expect(closed.requests).toMatchObject([{ open: false, port: 81 }]);
    const wrong = await start(['--opne']);
    expect([wrong.status, wrong.err]).toEqual([2, 'There is no option --opne. Try: skilldeck start --help\n']);
  });

  it('prints the address as its first line, or as JSON', async () => {
    expect((await start(['serve', '--port', '0'])).out).toBe('http://127.0.0.1:5/?token=t\n');
    expect(JSON.parse((await start(['serve', '--json'])).out)).toEqual({ url: 'http://127.0.0.1:5/?token=t' });
  });
});
