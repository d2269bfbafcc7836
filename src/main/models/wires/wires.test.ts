/** Properties of every wire. */
import { expect, it } from 'vitest';
import { WIRES } from '../../../shared/events.ts';
import { OWN_BODY_FIELDS } from '../../../shared/models/model-options.ts';
import { requestHeaders } from '../address.ts';
import { classifyServerError, readErrorBody, readServerError } from '../classify.ts';
import { answer, call, result, user, wireRequest } from './test-kit/wire-request.ts';
import { WIRE } from './wires.ts';

it.each(WIRES)(
  '%s lets extra parameters override everything but the session’s own; a second time changes nothing',
  (wire) => {
    const tools = [{ name: 'f', description: '', parameters: { type: 'object' } }];
    const turns = [user('x'), answer('y', call('a')), result('a', 'r')];
    const plain = WIRE[wire].body(wireRequest({ tools, turns, route: { wire } }));
    const own = Object.fromEntries(OWN_BODY_FIELDS.map((field) => [field, null]));
    const params = { ...own, stream: false, metadata: { a: 1 } };
    const body = () => WIRE[wire].body(wireRequest({ tools, turns, route: { wire, params } }));
    expect(body()).toEqual({ ...plain, stream: false, metadata: { a: 1 } });
    expect(JSON.stringify(body())).toBe(JSON.stringify(body()));
  },
);

it('sends an Azure resource its key under its own header, and the wire’s other headers', () => {
  const headers = (baseUrl: string) =>
    requestHeaders(baseUrl, { apiKey: ' k ' }, (key) => WIRE.anthropic.headers(key, 'claude-opus-5'));
  const version = { 'anthropic-version': '2023-06-01' };
  expect(headers('https://x.services.ai.azure.com/anthropic/v1')).toEqual({ ...version, 'api-key': 'k' });
  expect(headers('https://api.anthropic.com/v1')).toEqual({ ...version, 'x-api-key': 'k' });
});

it('sends the betas a wire needs together with those the user adds', () => {
  const own = () => ({ 'anthropic-beta': 'needed' });
  expect(requestHeaders('https://h/v1', { headers: { 'anthropic-beta': 'added' } }, own)).toEqual({
    'anthropic-beta': 'needed,added',
  });
  expect(requestHeaders('https://h/v1', {}, own)).toEqual({ 'anthropic-beta': 'needed' });
});

it('distinguishes the failures of Anthropic and of Responses, before and inside a stream', () => {
  const told = (status: number | undefined, error: object) => {
    const body = { type: 'error', error };
    const read = status === undefined ? readServerError(body) : readErrorBody(JSON.stringify(body));
    const { code, retry, hint } = classifyServerError(status, read ?? { message: '' });
    return `${code}${retry ? ' again' : ''}${hint === undefined ? '' : ` ${hint}`}`;
  };
  const of = (type: string, message = 'words') => ({ type, message });
  expect(told(401, of('authentication_error', 'invalid x-api-key'))).toBe('unauthorized');
  expect(told(403, of('permission_error'))).toBe('unauthorized forbidden');
  expect(told(404, of('not_found_error', 'model: claude-9'))).toBe('not-found model');
  expect(told(413, of('request_too_large'))).toBe('context-too-long');
  expect(told(400, of('invalid_request_error', 'prompt is too long: 208411 tokens > 200000 maximum'))).toBe(
    'context-too-long',
  );
  expect(told(400, of('invalid_request_error', 'Your credit balance is too low to access the API.'))).toBe(
    'rate-limited quota',
  );
  expect(told(429, of('rate_limit_error'))).toBe('rate-limited again');
  expect(told(529, of('overloaded_error', 'Overloaded'))).toBe('server-error again');
  expect(told(undefined, of('overloaded_error', 'Overloaded'))).toBe('server-error again');
  expect(told(undefined, { code: 'context_length_exceeded', message: 'Your input exceeds the context window.' })).toBe(
    'context-too-long',
  );
  expect(
    told(undefined, { code: 'invalid_prompt', message: 'Your prompt was flagged as potentially violating.' }),
  ).toBe('content-filter');
});
