/** A picture through a running core: posted to the model, proved by its kept file, replaced by words after a compaction. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { modelOfTest } from '../models/test-kit/model-of-test.ts';
import { type ScriptedModel, say } from '../models/test-kit/scripted-model.ts';
import { makeSkillTree, type SkillTree } from '../skills/test-kit/skill-tree.ts';
import { openApp, turn } from './test-kit/open-app.ts';

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
  model = await modelOfTest([]);
});

it('sends a picture in the body, verifies while its file exists, leaves a placeholder after a compaction', async () => {
  const { client } = await openApp({
    home: home.dir,
    host: 'browser',
    skillRoots: ['none'],
    model: { baseUrl: model.url, model: SEES },
  });
  const { sessionId } = await client.sessions.create({});
  const sent = async (text: string, attachments: { name: string; path: string }[] = []): Promise<string> => {
    model.add(say('Seen.'));
    expect((await turn(client, sessionId, text, { attachments })).at(-1)).toMatchObject({ state: 'completed' });
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
  expect(await sent('What is on it?', [{ name, path: where }])).toContain(`data:image/png;base64,${PNG}`);
  expect(await client.review.verify({ sessionId })).toMatchObject({ ok: true, requests: 1, verified: 1 });

  for (let index = 0; index < MORE_TURNS; index += 1) expect(await sent(`And ${index}?`)).toContain(PNG);
  await client.context.compact({ sessionId });
  const after = await sent('What was on it?');
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
});
