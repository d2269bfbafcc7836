/**
 * Snapshot of the started embedded Python, as a file: loading it takes a fifth of a start. One of our processes, which
 * runs no script, creates it, and every run loads a fresh copy: no state passes between runs.
 */
import fs from 'node:fs';
import type { PyodideAPI, PyodideConfig } from 'pyodide';
import { loadPyodide } from './load-pyodide.ts';
import { SNAPSHOT_VARIABLE } from './python-snapshot-file.ts';

/** Set for every run: it affects how the interpreter starts, so it is part of the snapshot. */
const BAKED: Readonly<Record<string, string>> = {
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
  PYTHONUTF8: '1',
};

/** Modules that scripts often import. Every run reseeds those that draw random numbers. */
const WARM = `
import abc, argparse, atexit, base64, bisect, calendar, collections, contextlib, copy, csv, dataclasses, datetime, decimal
import enum, fnmatch, functools, glob, hashlib, html, io, itertools, json, locale, math, operator, os, pathlib, re, runpy
import shutil, string, sys, textwrap, time, traceback, types, typing, unicodedata, urllib.parse, warnings`;

const BEGIN = `
def begin(names):
    import os, sys, time
    os.environ.update(names)
    for place in reversed(names.get('PYTHONPATH', '').split(':')):
        if place and place not in sys.path:
            sys.path.insert(0, place)
    if hasattr(time, 'tzset'):
        time.tzset()
    if 'random' in sys.modules:
        sys.modules['random'].seed()
    if 'tempfile' in sys.modules:
        sys.modules['tempfile']._name_sequence = None
begin`;

const config = (env: Readonly<Record<string, string>>): PyodideConfig => ({
  // Nothing of the host's JavaScript is within reach.
  jsglobals: Object.create(null),
  env: { ...env },
  args: [],
});

/** @throws where the interpreter does not start or the file cannot be written. */
export async function makeSnapshot(file: string): Promise<void> {
  const python = await loadPyodide({ ...config(BAKED), _makeSnapshot: true });
  python.runPython(WARM);
  const make: unknown = Reflect.get(python, 'makeMemorySnapshot');
  if (typeof make !== 'function') throw new Error('This Pyodide makes no snapshots.');
  const bytes: unknown = make.call(python);
  if (!(bytes instanceof Uint8Array)) throw new Error('This Pyodide makes no snapshots.');
  const temporary = `${file}.new`;
  // Contains no user data, and any user of the app must be able to read the build's copy.
  fs.writeFileSync(temporary, bytes, { mode: 0o644 });
  // Atomic: a partial file would start as a broken interpreter.
  fs.renameSync(temporary, file);
}

/** An environment that changes how the interpreter starts needs a full start; folders of packages can be added later. */
const startsAsKept = (env: Readonly<Record<string, string>>): boolean =>
  Object.entries(env).every(
    ([name, value]) => !name.startsWith('PYTHON') || name === 'PYTHONPATH' || BAKED[name] === value,
  ) && Object.keys(BAKED).every((name) => env[name] !== undefined);

function readSnapshot(): Uint8Array | undefined {
  const file = process.env[SNAPSHOT_VARIABLE] ?? '';
  try {
    return file === '' ? undefined : fs.readFileSync(file);
  } catch {
    return undefined; // Not made yet.
  }
}

/** Like `loadPyodide` with this environment, but five times as fast if there is a snapshot. */
export async function startPython(env: Readonly<Record<string, string>>): Promise<PyodideAPI> {
  const snapshot = startsAsKept(env) ? readSnapshot() : undefined;
  if (snapshot === undefined) return loadPyodide(config(env));
  let python: PyodideAPI;
  try {
    python = await loadPyodide({ ...config(env), _loadSnapshot: snapshot });
  } catch {
    return loadPyodide(config(env));
  }
  // What it read or drew at its start gives way to this run's values.
  const begin = python.runPython(BEGIN, { globals: python.toPy({}) });
  begin(python.toPy(env));
  return python;
}
