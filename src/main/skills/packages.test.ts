import { expect, it } from 'vitest';
import { bothSpecs, fits, readRequirement } from '../runner/python/requirement.ts';
import { headerOf, importedModules, importedPackages, readPackages } from './packages.ts';
import { makeSkillTree } from './test-kit/skill-tree.ts';

const names = (needs: readonly { name: string; spec: string; declared: boolean }[]) =>
  needs.map(({ name, spec, declared }) => `${name}${spec}${declared ? '' : '?'}`);

it('reads what each kind of file declares, and imports as guesses', async () => {
  const { dir } = makeSkillTree({
    'SKILL.md': 'x',
    'requirements.txt':
      '# comment\nPyPDF >= 4 , <6\n-r other.txt\nlxml[html] ; python_version > "3"\nx @ https://e.org/x.whl\n',
    'scripts/pyproject.toml':
      '[project]\nname = "x"\ndependencies = [\n  "defusedxml~=0.7", # why\n  \'rich[all]\'\n]\n[tool.x]\ndependencies = ["no"]\n',
    'scripts/a.py':
      '# /// script\n# requires-python = ">=3.9"\n# dependencies = ["requests<3", "lxml>=5"]\n# ///\n"""\nimport hidden\n"""\nimport os, numpy as np, helper.deep\nfrom PIL import Image\nfrom . import sibling\ntry:\n    import optional\nexcept ImportError: pass\nrun(["soffice", "--headless"])\n',
    'scripts/helper.py': 'import yaml\n',
    'scripts/tests/test_a.py': 'import pytest\n',
    'evals/x.py': 'import deepeval\n',
    'package.json': '{"dependencies": {"docx": "^9.0.0"}, "devDependencies": {"vitest": "1"}}',
    'scripts/b.mjs':
      "import fs from 'node:fs';\nimport { Document } from 'docx';\nimport x from '@a/b/c';\nimport './own.mjs';\n// require('no')\nconst sharp = require('sharp');\n",
    'scripts/c.sh': 'set -e\npandoc a.md -o b.docx\n',
  });
  const { python, node, programs } = await readPackages(dir);
  expect(names(python)).toEqual([
    'defusedxml~=0.7',
    'lxml[html]>=5',
    'numpy?',
    'pillow?',
    'pypdf>=4,<6',
    'pyyaml?',
    'requests<3',
    'rich[all]',
  ]);
  expect(names(node)).toEqual(['@a/b?', 'docx^9.0.0', 'sharp?']);
  expect(programs).toEqual(['pandoc', 'soffice']);
  expect(python.find(({ name }) => name === 'numpy')?.file).toBe('scripts/a.py');
});

it('reads requirements with hashes, as pip-compile writes them', async () => {
  const { dir } = makeSkillTree({
    'requirements.txt':
      'lxml==4.9.2 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n    # via x\npypdf>=4 --hash=sha256:cc\n-r other.txt\n',
  });
  expect(names((await readPackages(dir)).python)).toEqual(['lxml==4.9.2', 'pypdf>=4']);
});

it('takes nothing that an index cannot give, and no half header', () => {
  for (const line of ['', '# x', '-e .', '--index-url http://x', 'git+https://x/y', 'x @ file:///y', './local', 'a b'])
    expect([line, readRequirement(line)]).toEqual([line, undefined]);
  expect(readRequirement('Foo_Bar.baz==1.0.*')).toEqual({ name: 'foo-bar-baz', spec: '==1.0.*' });
  expect(readRequirement('a [Y_z, b] >=1, <2 ; extra == "x"')).toEqual({ name: 'a', spec: '[b,y-z]>=1,<2' });
  expect(bothSpecs('[b]>=1', '[a]<2')).toBe('[a,b]>=1,<2');
  expect(headerOf('# /// script\n# dependencies = ["a"]\nimport x\n')).toBeUndefined();
  expect(importedModules('def f():\n    import a\nimport b.c as d, e\nfrom f.g import (h,\n  i)\n')).toEqual([
    'b',
    'e',
    'f',
  ]);
  expect(
    importedPackages("await import('got');\nexport * from 'zod';\nimport 'side/effect';\nfoo.require('no');"),
  ).toEqual(['got', 'zod', 'side']);
});

it.each([
  ['4.1', '>=4', true],
  ['3.9', '>=4', false],
  ['4', '[a,b]>=4.0,<5', true],
  ['5.0', '<5', false],
  ['1.4.9', '~=1.4.2', true],
  ['1.5', '~=1.4.2', false],
  ['2.3.1', '==2.3.*', true],
  ['2.31', '==2.3.*', false],
  ['1.0', '!=1.0.0', false],
  ['1.0', '', true],
])('%s against %s', (version, spec, does) => expect(fits(version, spec)).toBe(does));
