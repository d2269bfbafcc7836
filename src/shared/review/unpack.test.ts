import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { conversationFiles, unpacked } from './unpack.ts';

async function* pieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function filesIn(name: string, bytes: Uint8Array): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const file of unpacked(name, pieces(bytes))) {
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of file.bytes) text += decoder.decode(part, { stream: true });
    found.push([file.name, text]);
  }
  return found;
}

/** An archive as `zip` writes it; `method` 8 is deflate. */
function zip(files: readonly (readonly [name: string, text: string, method: number])[]): Buffer {
  const [locals, central]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, text, method] of files) {
    const packed = method === 8 ? deflateRawSync(text) : Buffer.from(text);
    const [local, entry] = [Buffer.alloc(30), Buffer.alloc(46)];
    local.write('PK\u0003\u0004', 'latin1');
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    entry.write('PK\u0001\u0002', 'latin1');
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), packed);
    central.push(entry, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...central, end]);
}

it('reads a plain file, one that gzip packed, and the transcripts of an archive', async () => {
  expect(await filesIn('a.json', Buffer.from('{"行":1}'))).toEqual([['a.json', '{"行":1}']]);
  expect(await filesIn('a.jsonl.GZ', gzipSync('{"行":1}\n'.repeat(500)))).toEqual([
    ['a.jsonl', '{"行":1}\n'.repeat(500)],
  ]);
  const archive = zip([
    ['航班/b.json', '{"b":1}', 8],
    ['c.jsonl', '{"c":1}', 0],
    ['c/subagents/agent-a.jsonl', '{"a":1}', 8],
    ['other/subagents/agent-b.jsonl', '{"o":1}', 0],
    ['task/api_conversation_history.json', '[]', 0],
    ['task/ui_messages.json', '[1]', 0],
    ['picture.png', 'x', 0],
  ]);
  expect(await filesIn('x.zip', archive)).toEqual([
    ['c.jsonl', '{"c":1}\n{"a":1}'],
    ['other/subagents/agent-b.jsonl', '{"o":1}'],
    ['task/ui_messages.json', '[1]'],
    ['航班/b.json', '{"b":1}'],
  ]);
});

it('leaves out what a task’s folder holds beside its messages, and no other file', () => {
  const files = ['api_conversation_history.json', 'mine.jsonl', 'ui_messages.json'];
  expect([...conversationFiles(files).keys()]).toEqual(['mine.jsonl', 'ui_messages.json']);
  expect([...conversationFiles(files.slice(0, 2)).keys()]).toEqual(files.slice(0, 2));
});

it('reads the samples of an evaluation as one list', async () => {
  const log = zip([
    ['header.json', '{}', 8],
    ['samples/1_epoch_1.json', '{"id":1}', 8],
    ['samples/2_epoch_1.json', '{"id":2}', 8],
  ]);
  expect(await filesIn('log.eval', log)).toEqual([['log.eval', '[{"id":1},{"id":2}]']]);
});

it('says what is wrong with an archive', async () => {
  await expect(filesIn('a.gz', gzipSync('{"a":1}').subarray(0, 20))).rejects.toThrow('damaged or cut off');
  await expect(filesIn('a.zip', zip([['a.json', '{}', 8]]).subarray(0, 60))).rejects.toThrow('the archive is cut off');
  await expect(filesIn('a.zip', zip([['a.json', '{}', 93]]))).rejects.toThrow('a.json is packed by method 93');
  await expect(filesIn('a.zip', zip([['a.png', 'x', 0]]))).rejects.toThrow(
    'no .json or .jsonl file among its 1 entries',
  );
});
