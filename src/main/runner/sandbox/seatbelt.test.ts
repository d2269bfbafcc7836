import { expect, it } from 'vitest';
import { profileString, seatbeltProfile } from './seatbelt.ts';

it('lists everything a run on macOS may do', () => {
  const profile = seatbeltProfile({
    system: ['/Users/me/.pyenv/versions/3.12'],
    mounts: [
      { at: '/Users/me', how: 'read' },
      { at: '/Users/me/data', how: 'hidden' },
      { at: '/Users/me/data/workspaces/s', how: 'read' },
      { at: '/Users/me/data/workspaces/s/out', how: 'write' },
      { at: '/Users/me/project "x"', how: 'write' },
      { at: '/Users/me/project "x"/.git', how: 'write' },
      { at: '/Users/me/project "x"/.git/hooks', how: 'read' },
    ],
    proxyPort: 4711,
  });
  const [version, first, ...rest] = profile.split('\n');
  expect([version, first]).toEqual(['(version 1)', '(deny default)']);
  expect(rest.filter((line) => /network|mach-lookup/.test(line))).toEqual([
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
    '(allow network-outbound (remote ip "localhost:4711"))',
  ]);
  const system = rest.findIndex((line) => line.startsWith('(allow file-read* (subpath "/bin")'));
  expect(rest[system]).toMatch(
    / \(subpath "\/private\/etc\/protocols"\) \(subpath "\/Users\/me\/\.pyenv\/versions\/3\.12"\)\)$/,
  );
  // The last rule that fits decides: what is named inside a hidden folder is seen, what is fixed inside a given one stays.
  expect(rest.slice(system + 1)).toEqual([
    '(allow file-read* (subpath "/Users/me"))',
    '(deny file-write* (subpath "/Users/me"))',
    '(deny file-read* file-write* (subpath "/Users/me/data"))',
    '(allow file-read* (subpath "/Users/me/data/workspaces/s"))',
    '(deny file-write* (subpath "/Users/me/data/workspaces/s"))',
    '(allow file-read* file-write* (subpath "/Users/me/data/workspaces/s/out"))',
    '(deny file-write-unlink (literal "/Users/me/data/workspaces/s/out"))',
    '(allow file-read* file-write* (subpath "/Users/me/project \\"x\\""))',
    '(deny file-write-unlink (literal "/Users/me/project \\"x\\""))',
    '(allow file-read* file-write* (subpath "/Users/me/project \\"x\\"/.git"))',
    '(deny file-write-unlink (literal "/Users/me/project \\"x\\"/.git"))',
    '(allow file-read* (subpath "/Users/me/project \\"x\\"/.git/hooks"))',
    '(deny file-write* (subpath "/Users/me/project \\"x\\"/.git/hooks"))',
    '(allow file-read-metadata (literal "/Users") (literal "/Users/me") (literal "/Users/me/.pyenv") (literal "/Users/me/.pyenv/versions") (literal "/Users/me/data") (literal "/Users/me/data/workspaces") (literal "/Users/me/data/workspaces/s") (literal "/Users/me/project \\"x\\"") (literal "/Users/me/project \\"x\\"/.git"))',
    '(allow network-outbound (remote ip "localhost:4711"))',
    '',
  ]);
});

it('refuses reserved names at any depth in a lent folder, made or changed, in either case', () => {
  const rules = (git: boolean): RegExp[] =>
    seatbeltProfile({ system: [], mounts: [{ at: '/p', how: 'write', lent: { git, links: new Map(), missing: [] } }] })
      .split('\n')
      .flatMap((line) => [...line.matchAll(/\(require-all \(subpath "\/p"\) \(regex #"([^"]+)"\)\)/g)])
      .map(([, text = '']) => new RegExp(text));
  const refused = (file: string, git = false): boolean => rules(git).some((rule) => rule.test(file));
  for (const name of [
    '.git',
    '.GIT/config',
    'a/b/.git/x',
    '.vscode',
    'a/.Envrc',
    '.claude/skills/x',
    '.yarnrc.yml',
    '.hg/hgrc',
    'a/.rprofile',
  ])
    expect([name, refused(`/p/${name}`)]).toEqual([name, true]);
  for (const name of ['.gitignore', 'x.git', '.github/x', 'git/config', 'a.envrc', 'xvscode'])
    expect([name, refused(`/p/${name}`)]).toEqual([name, false]);
  expect(
    ['.git/index', '.git/refs/x', '.git/commondir', '.git/hooks/x'].map((name) => refused(`/p/${name}`, true)),
  ).toEqual([false, false, true, true]);
  const lent = { git: true, links: new Map(), missing: ['/p/hooks'] };
  const profile = seatbeltProfile({ system: [], mounts: [{ at: '/p', how: 'write', lent }] });
  expect(profile).toMatch(/^\(deny file-write\* .*\(subpath "\/p\/hooks"\)\)$/m);
});

it('names no network unless a host was granted, and grants no writes by default', () => {
  const profile = seatbeltProfile({ system: [], mounts: [] });
  expect(profile).not.toContain('network');
  expect(profile.split('\n').filter((line) => /file-write/.test(line))).toEqual([
    '(allow file-read* file-write-data file-ioctl (literal "/dev/null") (literal "/dev/tty") (literal "/dev/dtracehelper"))',
    '(allow file-read* file-write-data file-ioctl (regex #"^/dev/ttys[0-9]+$"))',
  ]);
});

it('cannot be ended by a name that closes its own string', () => {
  expect(profileString('/a"b\\")(allow default)')).toBe(String.raw`"/a\"b\\\")(allow default)"`);
  expect(() => profileString('/a\nb')).toThrow('line break');
});
