import { example } from '../example.ts';
import { inFile } from '../place.ts';
import type { Rule } from '../types.ts';

const PROGRAM = /\.(?:exe|dll|so|dylib|pyc|pyo|pyd|jar|class|wasm|node|o|a|bin|com|msi|app)$/i;

export const binaryInScripts: Rule = {
  id: 'binary-in-scripts',
  severity: 'error',
  bad: example({}, { 'scripts/fill': { bytes: [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0] } }),
  good: example({}, { 'scripts/fill.sh': 'echo "usage: fill.sh [--help]"\n' }),
  check: ({ scripts }) =>
    scripts
      .filter(({ path, content }) => content.kind === 'binary' || PROGRAM.test(path))
      .map((file) => ({
        ...inFile(file),
        figures: { path: file.path },
        ...(file.path.includes('/__pycache__/')
          ? { code: 'binary-left-over', severity: 'warning' }
          : { code: 'binary-script' }),
      })),
};
