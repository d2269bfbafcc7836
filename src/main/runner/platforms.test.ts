import { expect, it } from 'vitest';
import { chooseInterpreters } from './interpreters.ts';
import { foundIn, listedInPs, processesByMarker, RUN_MARKER, taskkillArguments } from './process.ts';
import { missingProgramNote } from './run-folders.ts';
import { ptyArguments } from './terminal/pty.ts';
import { parseModes, sttyArguments } from './terminal/terminal-times.ts';

it('Windows: uses its launcher and its shells, and bash only if it is a real one', () => {
  const windows = chooseInterpreters({ py: 'C:\\py.exe' }, 'win32', false);
  expect(windows.shell).toEqual({ name: 'cmd', file: 'cmd.exe' });
  expect(['a.py', 'a.js', 'a.sh', 'a.bat', 'a.ps1'].map((name) => windows.runWith(`C:\\s k\\${name}`))).toEqual([
    'py "C:\\s k\\a.py"',
    'node "C:\\s k\\a.js"',
    'bash "C:\\s k\\a.sh"',
    'call "C:\\s k\\a.bat"',
    'powershell -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "C:\\s k\\a.ps1"',
  ]);
  expect(missingProgramNote(['bash', 'a.sh'], 9009, windows)).toMatch(/^This machine has no bash.*Git for Windows/);
  expect(missingProgramNote(['python3', 'a.py'], 9009, windows)).toBe(
    'This machine has no python3; Python scripts are started with py here.',
  );
  expect(missingProgramNote(['bash', 'a.sh'], 9009, { ...windows, found: { bash: 'C:\\Git\\bash.exe' } })).toBe(
    undefined,
  );
  expect(missingProgramNote(['bash', 'a.sh'], 2, windows)).toBe(undefined);
  // ConPTY: an unchanged command line if `cmd` reads it; else a list.
  expect(ptyArguments('cmd.exe', ['/d', '/s', '/c', '"a "b" <nul"'], 'win32')).toBe('/d /s /c "a "b" <nul"');
  expect(ptyArguments('C:\\x.exe', ['a b'], 'win32')).toEqual(['a b']);
  expect(ptyArguments('/bin/bash', ['-c', 'x'], 'linux')).toEqual(['-c', 'x']);
  expect(taskkillArguments(7)).toEqual(['/T', '/F', '/PID', '7']);
});

it('starts a shell script with sh when there is no bash, as on a small Linux', () => {
  const small = chooseInterpreters({}, 'linux', false);
  expect([small.shell.file, small.runWith('/s/a.sh'), small.runWith('/s/a.ps1')]).toEqual([
    '/bin/sh',
    'sh /s/a.sh',
    'pwsh -NoProfile -NonInteractive -ExecutionPolicy Bypass -File /s/a.ps1',
  ]);
  expect(missingProgramNote(['bash', '/s/a.sh'], 127, small)).toMatch(/Start the script with sh\.$/);
});

it('macOS: a run is its process group, its marker and their descendants', () => {
  const mark = `${RUN_MARKER}=h:1`;
  const listing = [
    '    1     0     1 Ss       1 /sbin/launchd',
    `  100    50   100 S+       2 bash -c x PATH=/bin ${mark}`,
    '  101   100   101 S        3 sleep 300',
    '  102   101   102 S        4 sleep 301',
    `  103     1   103 S        5 daemon ${mark} HOME=/h`,
    '  104     1   104 S        6 other SKILLDECK_RUN=h:2',
    '  105   100   100 Z        7 (gone)',
    '   50    49    50 S        8 skilldeck',
    'nonsense',
  ].join('\n');
  const all = listedInPs(listing).filter(({ pid }) => pid !== 50);
  expect(foundIn(all, { marker: 'h:1', leader: 100 })).toEqual([100, 103, 101, 102]);
  expect(foundIn(all, { marker: 'h:' })).toEqual([100, 103, 104, 101, 102]);
  const runs = processesByMarker(all);
  expect([...runs].map(([marker, all]) => [marker, all.map(({ pid, bytes }) => [pid, bytes / 1024])])).toEqual([
    ['h:1', [100, 101, 102, 103].map((pid, index) => [pid, index + 2])],
    ['h:2', [[104, 6]]],
  ]);
});

it('asks a terminal for its modes in the form its system uses', () => {
  expect(sttyArguments('/dev/pts/3', 'linux')).toEqual(['-F', '/dev/pts/3', '-a']);
  expect(sttyArguments('/dev/ttys003', 'darwin')).toEqual(['-f', '/dev/ttys003', '-a']);
  expect(parseModes('speed 9600 baud;\nisig icanon iexten -echo echoe\n')).toEqual({ echo: false, lines: true });
  expect(parseModes('lflags: -icanon isig iexten echo echoe')).toEqual({ echo: true, lines: false });
  expect(parseModes('')).toBe(undefined);
});
