import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlLine, keyNameOf } from './curl.ts';

it('posts the very bytes through a shell, and names the key without having it', () => {
  const json = JSON.stringify({ text: `it's "quoted" $HOME \`x\` \\n 你好\n` });
  const line = curlLine(json, { wire: 'chat', baseUrl: 'https://api.deepseek.com/v1/', keyName: 'DEEPSEEK_API_KEY' });
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
    '-H "Authorization: Bearer $DEEPSEEK_API_KEY"',
  ]);
  expect(curlLine(json, { wire: 'chat', baseUrl: '', keyName: 'API_KEY' })).toContain(
    'curl "$BASE_URL/chat/completions"',
  );
});

it('speaks to each wire as it wants to be spoken to', () => {
  const target = { baseUrl: 'https://x/v1', keyName: 'KEY' };
  expect(curlLine('{}', { ...target, wire: 'responses' })).toContain("curl 'https://x/v1/responses'");
  const lines = curlLine('{"thinking":{"block_binding":{}}}', { ...target, wire: 'anthropic' }).split(' \\\n  ');
  expect(lines.slice(0, -1)).toEqual([
    "curl 'https://x/v1/messages'",
    "-H 'Content-Type: application/json'",
    '-H "x-api-key: $KEY"',
    "-H 'anthropic-version: 2023-06-01'",
    "-H 'anthropic-beta: thinking-binding-controls-2026-08-01'",
  ]);
});

it('calls the key as the session does, else after the provider', () => {
  expect(keyNameOf('https://api.openai.com/v1', 'MY_KEY')).toBe('MY_KEY');
  expect(keyNameOf('https://api.openai.com/v1', undefined)).toBe('OPENAI_API_KEY');
  expect(keyNameOf('http://127.0.0.1:8000/v1', undefined)).toBe('API_KEY');
  expect(keyNameOf('', 'no name; rm')).toBe('API_KEY');
});
