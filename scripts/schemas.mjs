/** `npm run schemas`: writes `schemas/`, as every build does. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jsonSchemas } from './lib/json-schemas.mjs';
import { ROOT } from './lib/paths.mjs';

const folder = path.join(ROOT, 'schemas');
mkdirSync(folder, { recursive: true });
for (const [name, text] of jsonSchemas()) writeFileSync(path.join(folder, name), text);
