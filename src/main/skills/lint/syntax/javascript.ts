/** `node --check`, by the Node that this program runs on. */
import type { SyntaxOutcome } from '../types.ts';
import { runChecker } from './run-checker.ts';

const PLACE = /^\[stdin\]:(\d+)\r?\n[^\n]*\n([ \t]*)\^/m;
const MESSAGE = /^(?:SyntaxError|RangeError): (.*)$/m;

async function checkAs(source: string, type: 'commonjs' | 'module'): Promise<SyntaxOutcome> {
  const ended = await runChecker(process.execPath, ['--check', `--input-type=${type}`, '-'], source);
  if (ended === undefined || ended.status === null) return { kind: 'unchecked', why: 'silent', program: 'Node' };
  if (ended.status === 0) return { kind: 'ok' };
  const place = PLACE.exec(ended.err);
  return {
    kind: 'error',
    line: Number(place?.[1] ?? 1),
    column: (place?.[2]?.length ?? 0) + 1,
    message: MESSAGE.exec(ended.err)?.[1] ?? 'it is not valid JavaScript',
  };
}

/** A `.js` is a module or not by what it says; it is wrong only if it is neither. */
export async function checkJavaScript(path: string, source: string): Promise<SyntaxOutcome> {
  if (path.endsWith('.mjs')) return checkAs(source, 'module');
  const script = await checkAs(source, 'commonjs');
  if (script.kind !== 'error' || path.endsWith('.cjs')) return script;
  const module = await checkAs(source, 'module');
  const isModule = /^\s*(?:import\b|export\b)/m.test(source);
  return module.kind === 'ok' || isModule ? module : script;
}
