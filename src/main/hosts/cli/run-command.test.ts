import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ATTACHMENT_PIECE_BYTES } from '../../../shared/attachments.ts';
import { SkilldeckError } from '../../../shared/errors.ts';
import type { EventBody, RunState } from '../../../shared/events.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { type FakeRun, fakeApp, SESSION } from './test-kit/fake-app.ts';
import { fakeTerminal, run } from './test-kit/fake-terminal.ts';

const responded = (text: string, iteration = 1): EventBody => ({
  type: 'model-responded',
  iteration,
  text,
  toolCalls: [],
  finishReason: 'stop',
  ms: 1,
});
const finished = (state: RunState, more: { code?: string; message?: string } = {}): EventBody => ({
  type: 'run-finished',
  state,
  iterations: 1,
  text: '',
  ...more,
});
const modelFailed = (code: string, willRetry: boolean): EventBody => ({
  type: 'model-failed',
  iteration: 1,
  code,
  message: `It failed (${code}).`,
  willRetry,
  ...(willRetry ? { retryInMs: 500 } : {}),
});
const asks = (callId: string, detail: { command: string; needsPerson?: boolean; preview?: unknown }): EventBody => ({
  type: 'approval-requested',
  callId,
  action: 'run-command',
  detail: { reason: 'It is not known.', needsPerson: false, ...detail },
});

describe('a run', () => {
  it('prints the answer once on stdout despite retries and restarts, and the progress on stderr', async () => {
    const app = fakeApp({
      run: async ({ emit, delta, text }) => {
        emit({ type: 'user-message-added', text });
        delta('Let me', 0);
        delta('Let me look', 0);
        emit(modelFailed('cut-off', true));
        delta('Let me look.', 0);
        emit(
          responded('Let me look.'),
          { type: 'tool-started', callId: 'c1', name: 'run_command', arguments: '{"command":"ls\\u001b[2J  -l"}' },
          { type: 'tool-finished', callId: 'c1', name: 'run_command', ok: false, content: 'exit 2\nmore', ms: 3 },
        );
        delta('Two ', 0, 2);
        delta('files', 4, 2);
        emit(responded('Two files.', 2), finished('completed'));
      },
    });
    const terminal = fakeTerminal();
    expect(await run(terminal, ['run', 'How many?'], app)).toBe(0);
    expect(terminal.out()).toBe('Let me look.\nTwo files.\n');
    expect(terminal.err().split('\n')).toEqual([
      `session ${SESSION}`,
      'It failed (cut-off). Retrying in 0.5 s.',
      'run_command: lsU+001B[2J -l',
      'run_command failed: exit 2',
      '',
    ]);
    expect(app.calls).toEqual([['open', 'write'], ['create', {}], ['send', 'How many?'], ['close']]);
  });

  it.each([[], ['--json']])(
    'passes no terminal control characters on, not into a pipe either: %j',
    async (...options) => {
      const hostile = 'a\u001b[31m\u001b]0;t\u0007\u009b2J\u202eb\u200bc';
      const app = fakeApp({
        run: async ({ emit, delta, text }) => {
          emit({ type: 'user-message-added', text });
          delta(hostile, 0);
          emit(
            responded(hostile),
            { type: 'tool-started', callId: 'c', name: 'read_file', arguments: JSON.stringify({ path: hostile }) },
            { type: 'tool-finished', callId: 'c', name: 'read_file', ok: false, content: hostile, ms: 1 },
            finished('completed'),
          );
        },
      });
      const terminal = fakeTerminal();
      expect(await run(terminal, ['run', ...options, 'x'], app)).toBe(0);
      expect(terminal.out() + terminal.err()).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
      if (options.length > 0) {
        const answers = terminal
          .out()
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { type: string; text?: string });
        expect(answers.find(({ type }) => type === 'model-responded')?.text).toBe(hostile);
      } else expect(terminal.out()).toContain('a\\u{1B}[31m\\u{1B}]0;t\\u{7}\\u{9B}2J\\u{202E}b\\u{200B}c');
    },
  );

  it('sends files one by one, and names those the model cannot see', async () => {
    const folder = tempFolder();
    const [small, large] = ['trip.csv', 'large.png'].map((name) => path.join(folder, name));
    writeFileSync(small ?? '', 'day');
    writeFileSync(large ?? '', Buffer.alloc(ATTACHMENT_PIECE_BYTES + 1));
    const app = fakeApp({ run: async ({ emit }) => emit(responded('Seen.'), finished('completed')) });
    const terminal = fakeTerminal();
    expect(await run(terminal, ['run', '--attach', small ?? '', '--attach', large ?? '', 'See'], app)).toBe(0);
    expect(app.calls.slice(2, -1)).toEqual([
      ['attach', 'trip.csv', 0, 3],
      ['attach', 'large.png', 0, ATTACHMENT_PIECE_BYTES],
      ['attach', 'large.png', ATTACHMENT_PIECE_BYTES, 1],
      ['send', 'See', ['trip.csv', 'large.png'].map((name) => ({ name, path: `inputs/${name}` }))],
    ]);
    expect(terminal.err()).toContain('large.png is too large for the model');
    const closed = fakeApp();
    const wrong = fakeTerminal();
    expect(await run(wrong, ['run', '--attach', path.join(folder, 'gone'), 'See'], closed)).toBe(2);
    expect(await run(wrong, ['run', '--attach', tempFolder(), 'See'], closed)).toBe(2);
    expect(wrong.err()).toMatch(/there is no file .*gone\.\n.* has no files to attach\.\n$/);
    expect(closed.calls).toEqual([]);
    writeFileSync(path.join(folder, '.hidden'), '');
    const whole = fakeApp({ run: async ({ emit }) => emit(finished('completed')) });
    const told = fakeTerminal();
    expect(await run(told, ['run', '--attach', folder, 'See'], whole)).toBe(0);
    const name = path.basename(folder);
    expect(whole.calls).toContainEqual(['attach', `${name}/trip.csv`, 0, 3]);
    expect(told.err()).toContain(`${name}: a copy of 2 files is attached. Left out: 1 hidden`);
  });

  it('shows a terminal that it thinks, in a line that gives way to all else', async () => {
    const app = () =>
      fakeApp({
        run: async ({ emit, delta, text }) => {
          emit({ type: 'user-message-added', text }, { type: 'state-changed', from: 'idle', to: 'thinking' });
          emit(modelFailed('cut-off', true));
          delta('Two', 0);
          emit(responded('Two files.'), { type: 'state-changed', from: 'thinking', to: 'completed' });
          emit(finished('completed'));
        },
      });
    const terminal = fakeTerminal({ tty: true, env: { LANG: 'en_GB.UTF-8', NO_COLOR: '1' } });
    expect(await run(terminal, ['run', 'How many?'], app())).toBe(0);
    expect(terminal.out()).toBe('Two files.\n');
    expect(terminal.err().split('\u001b[K').map(stripVTControlCharacters)).toEqual([
      `session ${SESSION}\nThinking…\r`,
      'It failed (cut-off). Retrying in 0.5 s.\nThinking…\r',
      '',
    ]);
    for (const [tty, ...options] of [[true, '--json'], [false]] as const) {
      const other = fakeTerminal({ tty });
      expect(await run(other, ['run', ...options, 'How many?'], app())).toBe(0);
      expect(other.err()).not.toContain('Thinking');
    }
  });

  it.each([
    ['en_GB.UTF-8', 'Thought for 8.0 s'],
    ['zh_CN.UTF-8', '思考了 8.0 秒'],
  ])('reports in %s the thinking time before the text, and prints no reasoning', async (LANG, line) => {
    const app = () =>
      fakeApp({
        run: async ({ emit, delta, thinks, text }) => {
          emit({ type: 'user-message-added', text });
          thinks('They mean the folder.', '2026-01-02T03:03:57.000Z');
          thinks('They mean the folder. Yes.', '2026-01-02T03:04:01.000Z');
          delta('Two files.', 0);
          emit(
            { ...responded('Two files.'), reasoning: 'They mean the folder. Yes.' } as EventBody,
            finished('completed'),
          );
        },
      });
    const terminal = fakeTerminal({ env: { LANG } });
    expect(await run(terminal, ['run', 'How many?'], app())).toBe(0);
    expect(terminal.out()).toBe('Two files.\n');
    expect(terminal.err().split('\n').slice(1)).toEqual([line, '']);
    const json = fakeTerminal({ env: { LANG } });
    expect(await run(json, ['run', '--json', 'How many?'], app())).toBe(0);
    expect(json.out()).toContain('"type":"reasoning-delta"');
    expect(json.out()).toContain('"reasoning":"They mean the folder. Yes."');
  });

  // Rules: 003.16
  it.each([
    ['en_GB.UTF-8', 'New skills: b, c. Skill removed: a.'],
    ['zh_CN.UTF-8', '新增技能：b, c。技能已移除：a。'],
  ])('reports in %s which skills were added or removed, not those present from the start', async (LANG, line) => {
    const changed = (added: string[], removed: string[]): EventBody => {
      return { type: 'catalog-changed', skills: [], added, removed, changed: [], diagnostics: [] };
    };
    const parts = [{ kind: 'base' as const, label: 'base', tokens: 1, reason: 'base' as const }];
    const sent: EventBody = {
      type: 'request-sent',
      iteration: 1,
      sha256: '0'.repeat(64),
      model: 'm',
      tokens: { total: 1, max: 9, parts, encoding: 'o200k_base' },
    };
    const app = fakeApp({
      run: async ({ emit }) => {
        emit(changed(['a'], []), sent, changed(['b', 'c'], ['a']), finished('completed'));
      },
    });
    const terminal = fakeTerminal({ env: { LANG } });
    await run(terminal, ['run', 'x'], app);
    expect(terminal.err().trimEnd().split('\n').slice(1)).toEqual([line]);
  });

  it('reads the message from stdin, and checks every option before it opens anything', async () => {
    const app = fakeApp({ run: async ({ emit }) => emit(finished('completed')) });
    const terminal = fakeTerminal();
    terminal.type('订一张\n机票\n');
    terminal.endInput();
    const args = '--model m --dialect omni --load-mode turn --placement system --max-context 9000 --skill-budget 0';
    expect(await run(terminal, ['run', ...args.split(' '), '--env', 'work', '-'], app)).toBe(0);
    const settings = {
      environment: 'work',
      model: 'm',
      dialect: 'omni',
      loadMode: 'turn',
      placement: 'system',
      limits: { maxContext: 9000, skillBudget: 0 },
    };
    expect(app.calls).toContainEqual(['create', settings]);
    expect(app.calls).toContainEqual(['send', '订一张\n机票']);
  });

  it('explains why it cannot begin, closes what it opened, and prints nothing on stdout', async () => {
    const busy = new SkilldeckError('home-in-use', 'The data folder is in use by process 7.');
    const cases: [ReturnType<typeof fakeApp>, string[], number, string][] = [
      [fakeApp({ refuseStart: busy }), ['run', 'x'], 1, '(The data folder is in use by process 7.)\n'],
      [fakeApp(), ['run', '--session', 'nope', 'x'], 1, '(No such session.)\n'],
      [
        fakeApp({ refuseSend: { code: 'session-busy', message: 'Still working.' } }),
        ['run', 'x'],
        1,
        '(Still working.)\n',
      ],
    ];
    for (const [app, args, status, said] of cases) {
      const terminal = fakeTerminal();
      expect(await run(terminal, args, app)).toBe(status);
      expect(terminal.out()).toBe('');
      expect(terminal.err()).toContain(said);
      if (!said.includes('process 7')) expect(app.calls.at(-1)).toEqual(['close']);
    }
  });
});

describe('an interrupt', () => {
  const untilStopped = async ({ emit, delta, stopped }: FakeRun) => {
    delta('so far', 0);
    await stopped;
    emit(responded('so far'), finished('stopped'));
  };

  it('stops the run and keeps what happened; a second one exits at once', async () => {
    const app = fakeApp({ run: untilStopped });
    const terminal = fakeTerminal();
    const ended = run(terminal, ['run', 'x'], app);
    await terminal.says('session');
    terminal.interrupt();
    expect(await ended).toBe(130);
    expect(terminal.out()).toBe('so far\n');
    expect(terminal.err()).toContain('Stopping…');
    expect(app.calls.at(-1)).toEqual(['close']);
    expect(terminal.exits).toEqual([]);

    const deaf = fakeTerminal();
    void run(deaf, ['run', 'x'], fakeApp({ run: async () => {} }));
    await deaf.says('session');
    deaf.interrupt();
    deaf.interrupt();
    expect(deaf.exits).toEqual([130]);
  });

  it('is also caused by the time limit', async () => {
    const terminal = fakeTerminal();
    expect(await run(terminal, ['run', '--timeout', '0.05', 'x'], fakeApp({ run: untilStopped }))).toBe(130);
    expect(terminal.err()).toContain('Time limit of 0.05 s reached.');
    const fromFile = fakeTerminal();
    expect(await run(fromFile, ['run', 'x'], fakeApp({ run: untilStopped, timeout: 0.06 }))).toBe(130);
    expect(fromFile.err()).toContain('Time limit of 0.06 s reached.');
  });

  it('before the message arrives sends nothing', async () => {
    const app = fakeApp();
    const terminal = fakeTerminal();
    const ended = run(terminal, ['run', '-'], app);
    await terminal.listening();
    terminal.interrupt();
    expect([await ended, app.calls]).toEqual([130, []]);
  });
});

describe('a question', () => {
  const asking = (event: EventBody) =>
    fakeApp({
      run: async ({ emit, decision }) => {
        const answered = decision('c1');
        emit(event);
        const given = await answered;
        emit({ type: 'approval-resolved', callId: 'c1', decision: given }, finished('completed'));
      },
    });

  it('shows the exact command with every line and hidden character, and accepts only a clear yes', async () => {
    const answers: [string, boolean, string][] = [
      ['y\r', false, 'once'],
      ['s\r', false, 'session'],
      ['s\r', true, 'denied'],
      ['\r', false, 'denied'],
      ['yep\r', false, 'denied'],
    ];
    for (const [typed, needsPerson, decision] of answers) {
      const app = asking(asks('c1', { command: 'echo a\u202e\nrm -rf ~', needsPerson }));
      const terminal = fakeTerminal({ tty: true });
      const ended = run(terminal, ['run', 'x'], app);
      await terminal.says('[N] no:');
      terminal.type(typed);
      await ended;
      expect(app.calls).toContainEqual(['approve', 'c1', decision]);
      expect(terminal.err()).toContain('  command: echo a\\u{202E}\n         | rm -rf ~\n');
    }
  });

  it('is withdrawn by Ctrl-C', async () => {
    const app = asking(asks('c1', { command: 'ls' }));
    const terminal = fakeTerminal({ tty: true });
    const ended = run(terminal, ['run', 'x'], app);
    await terminal.says('[N] no:');
    terminal.type('\u0003');
    await ended;
    expect(app.calls).toContainEqual(['approve', 'c1', 'denied']);
    expect(app.calls).toContainEqual(['stop']);
  });
});
