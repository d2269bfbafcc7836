/** The browser host as a program. */
import path from 'node:path';
import { keepCompiled } from './lib/keep-compiled.ts';

keepCompiled(import.meta.dirname);
const { createApp } = await import('./app.ts');
const { serveProgram } = await import('./host/http/program.ts');

await serveProgram(createApp, path.join(import.meta.dirname, '..', 'renderer'), process.argv.slice(2));
