/** Loads the built desktop app with the Electron stand-in, in this process. */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StandIn } from './electron-stand-in.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
export const BUILT = path.join(ROOT, 'out');

/** Packages in the bundle `require` Electron when they need it, long after the load: each time, they get the last one loaded. */
const REQUIRED = pathToFileURL(path.join(ROOT, 'electron-required.cjs')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' && context.conditions.includes('require')
      ? { url: REQUIRED, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === REQUIRED
      ? {
          format: 'commonjs',
          shortCircuit: true,
          source: `module.exports = new Proxy({}, {
            get: (_target, name) => {
              const electron = globalThis.skilldeckElectronModule;
              if (!(name in electron)) throw new TypeError('the stand-in for electron has no ' + String(name));
              return electron[name];
            },
          });`,
        }
      : next(url, context),
});

const FAULTS = ['unhandledRejection', 'uncaughtException'] as const;

/** Answers how to go back to the listeners that there are now. */
function listenersOf(fault: (typeof FAULTS)[number]): () => void {
  const before = new Set<unknown>(process.rawListeners(fault));
  return () => {
    for (const listener of process.rawListeners(fault)) {
      if (!before.has(listener)) process.off(fault, listener as () => void);
    }
  };
}

let loads = 0;

/**
 * @param args command-line arguments; @param scenario words that the stand-in knows: `second`, `public-password`
 * @param started as `npm start` does it: a folder. A file is what somebody else might start.
 */
export async function loadDesktop(args: readonly string[], scenario = '', started = ROOT): Promise<StandIn> {
  const entry = started.endsWith('.js') ? started : path.join(started, 'out', 'main', 'index.js');
  if (!existsSync(entry)) throw new Error(`${entry} is missing: run npm run build first.`);
  loads += 1;
  const copy = `?load=${loads}`;
  const standInUrl = pathToFileURL(path.join(import.meta.dirname, 'electron-stand-in.ts')).href + copy;
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'electron') return { url: standInUrl, shortCircuit: true };
      const found = next(specifier, context);
      // Its own parts begin with it.
      return /\/stand-in-[a-z]+\.ts$/.test(specifier) ? { ...found, url: found.url + copy } : found;
    },
  });
  const { argv } = process;
  const keepListeners = FAULTS.map((fault) => listenersOf(fault));
  process.argv = ['electron', started, ...args];
  // Electron sets this in every program: the folder above the app's.
  Object.assign(process, { resourcesPath: process.resourcesPath ?? path.dirname(started) });
  process.env.SKILLDECK_STAND_IN = scenario;
  try {
    await import(/* @vite-ignore */ pathToFileURL(entry).href + copy);
    return (globalThis as typeof globalThis & { skilldeckElectron: StandIn }).skilldeckElectron;
  } finally {
    // The test's own runner is the one to hear of faults here.
    for (const keep of keepListeners) keep();
    process.argv = argv;
    delete process.env.SKILLDECK_STAND_IN;
    delete (process as { noAsar?: boolean }).noAsar;
    hooks.deregister();
  }
}
