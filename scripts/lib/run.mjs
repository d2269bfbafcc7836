/** Running other programs. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { MODULES, NODE, ROOT } from './paths.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] over this process's own
 * @property {boolean} [show] pass its output through as it comes; else keep it for the caller
 * @property {number} [timeoutMs]
 */

/** The environment of everything started here: Node 24 first on PATH. @param {Record<string, string | undefined>} [extra] */
function environment(extra = {}) {
  const bin = path.join(MODULES, '.bin');
  const first = (process.env.PATH ?? '').split(path.delimiter)[0] === bin;
  return { ...process.env, ...(first ? {} : { PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` }), ...extra };
}

/**
 * Runs to the end. Never throws: a program that cannot be started has the status 127.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ status: number, output: string }>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd: options.cwd ?? ROOT,
      env: environment(options.env),
      stdio: ['ignore', options.show ? 'inherit' : 'pipe', options.show ? 'inherit' : 'pipe'],
      // npm is a .cmd on Windows, which only a shell starts.
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
    });
    /** @type {string[]} */
    const output = [];
    child.stdout?.setEncoding('utf8').on('data', (text) => output.push(text));
    child.stderr?.setEncoding('utf8').on('data', (text) => output.push(text));
    const outOfTime = () => {
      child.kill('SIGKILL');
      // Its children may run on and keep the pipes open; do not wait for them.
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const timer = options.timeoutMs === undefined ? undefined : setTimeout(outOfTime, options.timeoutMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ status: 127, output: `${output.join('')}${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ status: code ?? (signal === null ? 1 : 128), output: output.join('') });
    });
  });
}

/** Runs with the product's own Node. @param {readonly string[]} args @param {RunOptions} [options] */
export const runNode = (args, options) => run(NODE, args, options);

/**
 * Hands the terminal over: its input, output and signals, until it ends.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null }>}
 */
export function handOver(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { cwd: process.cwd(), env: environment(env), stdio: 'inherit' });
    // Ctrl-C already reaches the whole foreground group; a second signal would mean a second request to stop.
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      if (signal !== 'SIGINT' || process.stdin.isTTY !== true) child.kill(signal);
    };
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
    for (const signal of signals) process.on(signal, forward);
    const done = () => {
      for (const signal of signals) process.off(signal, forward);
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('close', (code, signal) => {
      done();
      resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 1), signal });
    });
  });
}
