import { expect, it } from 'vitest';
import { serverOfTest } from '../lib/test-kit/server-of-test.ts';
import { endpointLimits, listedLimits } from './endpoint-limits.ts';

/** JSON by path; everything else is 404. */
async function serve(answers: Readonly<Record<string, unknown>>) {
  const url = await serverOfTest((request, response) => {
    const answer = answers[request.url ?? ''];
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(JSON.stringify(answer ?? { error: 'not found' }));
  });
  return `${url}/v1`;
}

it('reads the limits of a model list under each server’s names', () => {
  const read = [
    { max_model_len: 8192 },
    { context_length: 262144, top_provider: { context_length: 131072, max_completion_tokens: 16384 } },
    { context_window: '131072', max_completion_tokens: 32768 },
    { meta: { n_ctx: 4096, n_ctx_train: 131072 } },
    { max_input_tokens: 1000000, max_tokens: 128000 },
    { context_length: 0, max_model_len: null },
    undefined,
  ].map(listedLimits);
  expect(read).toEqual([
    { maxContext: 8192 },
    { maxContext: 131072, maxOutput: 16384 },
    { maxContext: 131072, maxOutput: 32768 },
    { maxContext: 4096 },
    { maxContext: 1000000, maxOutput: 128000 },
    {},
    {},
  ]);
});

it('asks local servers for the context they actually hold', async () => {
  const model = 'qwen3';
  const show = { parameters: 'stop "x"\nnum_ctx    16384', model_info: { 'qwen3.context_length': 40960 } };
  const running = { models: [{ name: 'qwen3:latest', context_length: 4096 }] };
  const studio = { data: [{ id: 'qwen3', loaded_context_length: 5000, max_context_length: 40960 }] };
  const limits = async (answers: Readonly<Record<string, unknown>>) =>
    endpointLimits({ baseUrl: await serve(answers), model, headers: {} });
  expect(
    await Promise.all([
      limits({ '/props': { default_generation_settings: { n_ctx: 8192 } } }),
      limits({ '/api/show': show, '/api/ps': running }),
      limits({ '/api/show': show, '/api/ps': { models: [] } }),
      limits({ '/api/show': { model_info: show.model_info } }),
      limits({ '/api/v0/models': studio }),
      limits({}),
    ]),
  ).toEqual([
    { maxContext: 8192 },
    { maxContext: 4096 },
    { maxContext: 16384 },
    { maxContext: 40960 },
    { maxContext: 5000 },
    {},
  ]);
});

it('requests only the model list from a public provider', async () => {
  const listed = { id: 'm', entry: { context_length: 1000 } };
  const asked = endpointLimits({ baseUrl: 'https://llm.invalid/v1', model: 'm', headers: {}, listed });
  await expect(asked).resolves.toEqual({ maxContext: 1000 });
});
