/** Started by dev.mjs, under Node 24: Vite serves the page and passes `/ws` and the sign-in on to a core that is rebuilt on change. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CACHE, NODE, ROOT } from './lib/paths.mjs';
import { say } from './lib/say.mjs';

// Beside `out/`, which may be in use.
const out = path.join(CACHE, 'dev');
process.env.SKILLDECK_OUT = out;
const { build, createServer } = await import('vite');
const { resolveConfig } = await import('electron-vite');

/** @type {import('node:child_process').ChildProcess | undefined} */
let core;
/** @type {import('vite').ViteDevServer | undefined} */
let page;
let port = '0';
let ending = false;

async function stopCore() {
  if (core === undefined || core.exitCode !== null || core.signalCode !== null) return;
  const gone = once(core, 'exit');
  core.kill('SIGTERM');
  await gone;
}

async function startCore() {
  await stopCore();
  if (ending) return;
  const args = [path.join(out, 'main', 'cli.js'), 'serve', ...process.argv.slice(2), '--port', port];
  const started = spawn(NODE, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  core = started;
  const failed = once(started, 'exit').then(() => undefined);
  const address = await Promise.race([once(createInterface({ input: started.stdout }), 'line').then(String), failed]);
  if (address === undefined) return say('The core ended; it starts again at the next change.');
  const url = new URL(address);
  port = url.port;
  page ??= await servePage();
  say(`Core ${started.pid} is ready: http://127.0.0.1:${page.config.server.port}/${url.search}`);
}

async function servePage() {
  const { config } = await resolveConfig({}, 'serve', 'development');
  const target = `http://127.0.0.1:${port}`;
  const server = await createServer({
    ...config?.renderer,
    configFile: false,
    server: {
      host: '127.0.0.1',
      // `Host` and `Origin` stay the page's own, which the core checks against each other.
      proxy: { '/ws': { target, ws: true }, '^/\\?token=': { target } },
    },
  });
  await server.listen();
  return server;
}

/** One restart after another, and the last change wins. */
let restarting = Promise.resolve();
const { config } = await resolveConfig({}, 'build', 'development');
// The core asks for a built page; Vite serves the one that is seen.
mkdirSync(path.join(out, 'renderer'), { recursive: true });
writeFileSync(path.join(out, 'renderer', 'index.html'), 'The page is at the address that npm run dev prints.');
const watcher = await build({
  ...config?.main,
  configFile: false,
  logLevel: 'warn',
  build: { ...config?.main?.build, watch: {} },
});
if (!('on' in watcher)) throw new Error('vite build does not watch');
watcher.on('event', (event) => {
  if (event.code === 'ERROR') say(`The core was not built: ${event.error.message}`);
  if (event.code === 'END') restarting = restarting.then(startCore).catch((error) => say(String(error)));
});

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, async () => {
    ending = true;
    await Promise.all([watcher.close(), stopCore(), page?.close()]);
  });
}
