/** README, the pages of docs and the decisions: their twins, links, pictures and commands are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PICTURES, pictureFile } from '../../e2e/kit/pictures.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { fakeTerminal, run } from '../../src/main/hosts/cli/test-kit/fake-terminal.ts';
import { ROOT } from './paths.mjs';

const USER = path.join('docs', 'user');
const markdown = (folder: string) =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .sort();
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...markdown(USER).map((name) => path.join(USER, name)),
  ...markdown(path.join(USER, 'zh')).map((name) => path.join(USER, 'zh', name)),
];
const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');
const linksOf = (page: string) =>
  [...read(page).matchAll(/!?\[[^\]]*\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

describe('pages for users', () => {
  it('are in both languages', () => {
    expect(markdown(path.join(USER, 'zh'))).toEqual(markdown(USER));
    for (const name of markdown(USER)) {
      const [english, chinese] = [read(path.join(USER, name)), read(path.join(USER, 'zh', name))];
      expect(chinese, name).toMatch(/\p{Script=Han}/u);
      const pictures = (text: string) => text.match(/!\[/g)?.length ?? 0;
      expect(pictures(chinese), name).toBe(pictures(english));
    }
  });

  it('are all in the list of their language', () => {
    for (const folder of [USER, path.join(USER, 'zh')]) {
      const listed = linksOf(path.join(folder, 'README.md'));
      expect(markdown(folder).filter((name) => name !== 'README.md' && !listed.includes(name))).toEqual([]);
    }
  });

  it('leave the README under 900 words', () => {
    expect(read('README.md').split(/\s+/).length).toBeLessThan(900);
  });
});

describe('all pages', () => {
  const all = [
    ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
    ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => path.join('docs', name)),
  ];
  /** Anchors of the headings, named by the rule of code hosts. */
  const anchorsOf = (page: string) =>
    [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    );

  it('name files and folders of the sources that are there', () => {
    const missing = ['AGENTS.md', 'CONTRIBUTING.md'].flatMap((page) =>
      [...read(page).matchAll(/`((?:src|scripts|docs|e2e|bench)\/[\w./-]+)`/g)]
        .map(([, file = '']) => file)
        .filter((file) => !/NAME|KIND/.test(file) && !existsSync(path.join(ROOT, file))),
    );
    expect(missing).toEqual([]);
  });

  it('link to what is there', () => {
    const missing = all.flatMap((page) =>
      linksOf(page)
        .filter((target) => {
          const [file = '', anchor] = target.split('#');
          const linked = file === '' ? page : path.join(path.dirname(page), file);
          if (!existsSync(path.join(ROOT, linked))) return true;
          return anchor !== undefined && !anchorsOf(linked).includes(decodeURIComponent(anchor));
        })
        .map((target) => `${page}: ${target}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('decisions', () => {
  const FOLDER = path.join('docs', 'decisions');
  const index = read(path.join(FOLDER, 'README.md'));
  const records = markdown(FOLDER).filter((name) => name !== 'README.md');
  /** Records that say whether they hold. */
  const judged = records.filter((name) => /^Status: /m.test(read(path.join(FOLDER, name))));

  it('are in the index by number and title, and say whether they hold', () => {
    const numbers = new Set(records.map((name) => name.slice(0, 4)));
    expect(numbers.size).toBe(records.length);
    const rows = judged.map((name) => {
      const text = read(path.join(FOLDER, name));
      const superseding = /^Status: (?:accepted|superseded by (\d{4}))$/m.exec(text);
      expect(superseding, name).not.toBeNull();
      if (superseding?.[1] !== undefined) expect([...numbers], name).toContain(superseding[1]);
      const [, number, title] = /^# (\d{4}): (.+)$/m.exec(text) ?? [];
      expect(number, name).toBe(name.slice(0, 4));
      return `| [${number}](${name}) | ${title} |`;
    });
    expect(index.split('\n').filter((line) => line.startsWith('| ['))).toEqual(rows);
  });

  it('are there wherever code or a page names one', () => {
    const named = ['src', 'scripts', 'packaging', 'e2e', 'docs', '.']
      .flatMap((folder) =>
        readdirSync(path.join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
          .filter((name) => /\.(tsx?|mjs|md)$/.test(name))
          .map((name) => path.join(folder, name)),
      )
      .flatMap((file) =>
        [...read(file).matchAll(/decisions?[/ ](\d{4})/g)].map(([, number = '']) => ({ file, number })),
      );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ number }) => !records.some((name) => name.startsWith(number)))).toEqual([]);
  });
});

describe('pictures', () => {
  const made = PICTURES.flatMap(({ name }) => [pictureFile(name, 'en'), pictureFile(name, 'zh')]).sort();
  const images = path.join('docs', 'images');

  it('are all made by npm run screenshots', () => {
    const there = readdirSync(path.join(ROOT, images), { recursive: true, encoding: 'utf8' });
    expect(
      there
        .filter((name) => name.includes('.'))
        .map((name) => name.replaceAll(path.sep, '/'))
        .sort(),
    ).toEqual(made);
  });

  it('are all shown, each in the pages of its language', () => {
    const shown = (pages: readonly string[]) =>
      pages.flatMap((page) => linksOf(page).map((target) => path.join(path.dirname(page), target)));
    const chinese = shown(PAGES.filter((page) => page.includes(`${path.sep}zh${path.sep}`)));
    const english = shown(PAGES.filter((page) => !page.includes(`${path.sep}zh${path.sep}`)));
    for (const { name } of PICTURES) {
      expect(english, name).toContain(path.join(images, pictureFile(name, 'en')));
      expect(chinese, name).toContain(path.join(images, pictureFile(name, 'zh')));
    }
  });
});

describe('commands in the pages', () => {
  /** Code in blocks, and inside sentences and tables. */
  const codeOf = (page: string) => [
    ...[...read(page).matchAll(/^```(?!json|jsonc)\w*\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n')),
    ...[...read(page).matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line),
    ...[...read(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|')),
  ];

  it('are commands of skilldeck, with options that they have', async () => {
    const wrong: string[] = [];
    let checked = 0;
    for (const page of PAGES) {
      for (const code of codeOf(page)) {
        const line = /^(?:npx |source <\()?skilldeck (?!@)(.+)/.exec(code.trim())?.[1]?.replace(/\s+#.*|[|&>].*/, '');
        if (line === undefined) continue;
        const words = line.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
        const names = words.filter((word) => /^[a-z][a-z-]*$/.test(word)).slice(0, 2);
        if (names.length === 0) continue;
        const help = await helpOf(names);
        checked += 1;
        if (help === undefined) wrong.push(`${page}: skilldeck ${line}`);
        const options = words.map((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1]).filter((one) => one !== undefined);
        const own = options.slice(0, options.includes('--') ? options.indexOf('--') : undefined);
        for (const option of own) if (help?.includes(option) === false) wrong.push(`${page}: ${line}: ${option}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(100);
  });

  it('are scripts of package.json', () => {
    const named = PAGES.flatMap((page) =>
      codeOf(page).flatMap((code) => [...code.matchAll(/npm run ([a-z][\w:-]*)/g)]),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.map(([, name = '']) => name).filter((name) => !Object.hasOwn(packageFile.scripts, name))).toEqual([]);
  });

  const helps = new Map<string, Promise<string | undefined>>();
  /** Help of `skills lint`, or of `run` where the second word is none of its commands. */
  async function helpOf(names: readonly string[]): Promise<string | undefined> {
    const path = names.join(' ');
    const found = helps.get(path) ?? ask(names);
    helps.set(path, found);
    return found;
  }
  async function ask(names: readonly string[]): Promise<string | undefined> {
    const terminal = fakeTerminal();
    const noCore = { createApp: () => Promise.reject(new Error('help opens nothing')) };
    const status = await run(terminal, [...names, '--help'], noCore);
    if (status !== 0) return undefined;
    const isGroup = names.length === 2 && !terminal.out().startsWith(`Usage: skilldeck ${names.join(' ')}`);
    const alone = isGroup ? await ask(names.slice(0, 1)) : terminal.out();
    // A group takes only the commands that it has.
    return isGroup && /\nCommands:/.test(alone ?? '') ? undefined : alone;
  }
});
