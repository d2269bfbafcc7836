/** Floors of the window: an empty page from a server in its own process, and an empty page in React. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

interface Floor {
  readonly url: string;
  close(): Promise<void>;
}

/** Has a field, something to scroll, and a word: a page without contents is never painted. */
const EMPTY_SERVER = `require('node:http').createServer((_, response) => response.setHeader('content-type', 'text/html').end(
  '<!doctype html><main>Empty<textarea></textarea><div role="log" style="height:600px;overflow:auto"><div style="height:400000px"></div></div></main>'
)).listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port) })`;

export async function startEmptyPage(): Promise<Floor> {
  const child = spawn(process.execPath, ['-e', EMPTY_SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = await once(child.stdout, 'data');
  return {
    url: String(first).trim(),
    async close() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

const REACT_PAGE = `import { StrictMode, createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.querySelector('#root')).render(
  createElement(StrictMode, null, createElement('main', null, 'Empty', createElement('textarea'))),
);`;

/** React and a field, built and compressed as the window is. */
export async function startReactPage(): Promise<Floor> {
  const files = await built();
  const server = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    const body = files.get(name);
    if (body === undefined) return void response.writeHead(404).end();
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @returns each file of the page, compressed, by its name. */
async function built(): Promise<ReadonlyMap<string, Buffer>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-react-'));
  try {
    mkdirSync(path.join(folder, 'page'));
    symlinkSync(path.join(import.meta.dirname, '../../node_modules'), path.join(folder, 'node_modules'));
    writeFileSync(path.join(folder, 'page/main.js'), REACT_PAGE);
    writeFileSync(
      path.join(folder, 'page/index.html'),
      '<!doctype html><link rel="icon" href="data:," /><div id="root"></div><script type="module" src="./main.js"></script>',
    );
    const result = await build({
      root: path.join(folder, 'page'),
      configFile: false,
      logLevel: 'warn',
      build: { write: false },
    });
    const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
    return new Map(
      outputs.map((file) => [file.fileName, brotliCompressSync(file.type === 'chunk' ? file.code : file.source)]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
