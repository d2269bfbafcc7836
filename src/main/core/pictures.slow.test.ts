/** A picture through a running core: posted to the model, proved by its kept file, replaced by words after a compaction. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Contract } from '../../shared/contract.ts';
import { createApp } from '../app.ts';
import { type ScriptedModel, say, startScriptedModel } from '../model/test-kit/scripted-model.ts';
import { makeSkillTree, type SkillTree } from '../skills/test-kit/skill-tree.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A model that accepts pictures in the table of models. */
const SEES = 'qwen3.6-plus';
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** More messages than a compaction leaves whole. */
const MORE_TURNS = 8;

let home: SkillTree;
let model: ScriptedModel;
beforeEach(async () => {
  home = makeSkillTree();
  model = await startScriptedModel([]);
});
afterEach(async () => {
  await model.close();
});

it('sends a picture in the body, verifies while its file exists, leaves a placeholder after a compaction', async () => {
  const app = await createApp({
    home: home.dir,
    host: 'browser',
    access: 'write',
    projectDir: home.dir,
    skillRoots: ['none'],
    model: { baseUrl: model.url, model: SEES },
  });
  const client = createRouterClient(app.router) as unknown as ContractRouterClient<Contract>;
  const { sessionId } = await client.sessions.create({});
  const stream = (await client.sessions.stream({ sessionId, afterSeq: 0 }))[Symbol.asyncIterator]();
  const turn = async (text: string, attachments: { name: string; path: string }[] = []): Promise<string> => {
    model.add(say('Seen.'));
    await client.chat.send({ sessionId, text, attachments });
    for (;;) {
      const { value, done } = await stream.next();
      if (done === true) throw new Error('The stream ended before the run');
      const finished = value.kind === 'events' && value.events.find(({ type }) => type === 'run-finished');
      if (!finished) continue;
      expect(finished).toMatchObject({ state: 'completed' });
      break;
    }
    return JSON.stringify(model.requests.at(-1)?.body);
  };

  const { attachment } = await client.chat.attach({
    sessionId,
    name: 'map.png',
    upload: 'u',
    offset: 0,
    base64: PNG,
    last: true,
  });
  if (attachment === undefined) throw new Error('The picture was not attached');
  const { name, path: where } = attachment;
  expect(await turn('What is on it?', [{ name, path: where }])).toContain(`data:image/png;base64,${PNG}`);
  expect(await client.review.verify({ sessionId })).toMatchObject({ ok: true, requests: 1, verified: 1 });

  for (let index = 0; index < MORE_TURNS; index += 1) expect(await turn(`And ${index}?`)).toContain(PNG);
  await client.context.compact({ sessionId });
  const after = await turn('What was on it?');
  expect(after).not.toContain(PNG);
  expect(after).toContain('map.png');
  expect(await client.review.verify({ sessionId })).toMatchObject({ ok: true });

  const media = path.join(home.dir, 'media');
  const [kept, ...others] = readdirSync(media, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  if (kept === undefined) throw new Error('The picture was not kept');
  expect(others).toEqual([]);
  rmSync(path.join(kept.parentPath, kept.name));
  const unproved = await client.review.verify({ sessionId });
  expect(unproved).toMatchObject({ ok: false, differing: [] });
  expect(unproved.missing).toHaveLength(1 + MORE_TURNS);
  expect(unproved.missing?.[0]).toMatchObject({ name: 'map.png', sha256: kept.name });
  await app.close();
});
