import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlLine, keyNameOf } from './request-dialog.tsx';

const CHAT = { path: '/chat/completions', headers: { authorization: 'Bearer $KEY' } };

it('posts the exact bytes through a shell, and names the key without containing it', () => {
  const json = JSON.stringify({ text: `it's "quoted" $HOME \`x\` \\n 你好\n` });
  const line = curlLine(json, CHAT, { baseUrl: 'https://api.deepseek.com/v1/', keyName: 'DEEPSEEK_API_KEY' });
  const script = `curl() { printf '%s\\n' "$#" "$1" "$5" >&2; printf '%s' "$7"; }\n${line}`;
  const run = execFileSync('sh', ['-c', script], {
    env: { DEEPSEEK_API_KEY: 'from-the-shell' },
    encoding: 'utf8',
    stdio: 'pipe',
  });
  expect(run).toBe(json);
  expect(line.split(' \\\n  ').slice(0, 3)).toEqual([
    "curl 'https://api.deepseek.com/v1/chat/completions'",
    "-H 'Content-Type: application/json'",
    '-H "authorization: Bearer $DEEPSEEK_API_KEY"',
  ]);
  expect(curlLine(json, CHAT, { baseUrl: '', keyName: 'API_KEY' })).toContain('curl "$BASE_URL/chat/completions"');
});

it('posts to the wire’s path with its own headers', () => {
  const messages = { path: '/messages', headers: { 'x-api-key': '$KEY', 'anthropic-version': '2023-06-01' } };
  const target = { baseUrl: 'https://api.anthropic.com', keyName: 'ANTHROPIC_API_KEY' };
  expect(curlLine('{}', messages, target).split(' \\\n  ')).toEqual([
    "curl 'https://api.anthropic.com/v1/messages'",
    "-H 'Content-Type: application/json'",
    '-H "x-api-key: $ANTHROPIC_API_KEY"',
    "-H 'anthropic-version: 2023-06-01'",
    "--data-binary '{}'",
  ]);
  const azure = { baseUrl: 'https://x.openai.azure.com/openai/v1/?api-version=1', keyName: 'K' };
  expect(curlLine('{}', CHAT, azure)).toContain(
    "curl 'https://x.openai.azure.com/openai/v1/chat/completions?api-version=1'",
  );
});

it('names the key as the session does, else after the provider', () => {
  expect(keyNameOf('https://api.openai.com/v1', 'MY_KEY')).toBe('MY_KEY');
  expect(keyNameOf('https://api.openai.com/v1', undefined)).toBe('OPENAI_API_KEY');
  expect(keyNameOf('http://127.0.0.1:8000/v1', undefined)).toBe('API_KEY');
  expect(keyNameOf('', 'no name; rm')).toBe('API_KEY');
});
