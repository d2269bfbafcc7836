/** Tests the built desktop app, its preload and its page against an Electron stand-in that records all calls. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  argsOf,
  connect,
  contentsOf,
  eventually,
  home,
  names,
  running,
  start,
  windowOf,
} from './test-kit/desktop-app.ts';
import { BUILT, loadDesktop } from './test-kit/load-desktop.ts';

describe('before the app is ready', () => {
  it('sets its folder, lock, sandbox and scheme, and opens nothing', async () => {
    const electron = await loadDesktop(['--home', home]);
    expect(electron.calls).toEqual([
      { name: 'app.setName', args: ['Skilldeck'] },
      { name: 'app.setPath', args: ['userData', path.join(home, 'electron')] },
      { name: 'app.requestSingleInstanceLock', args: [] },
      { name: 'app.setPath', args: ['crashDumps', path.join(home, 'crashes', 'dumps')] },
      { name: 'crashReporter.start', args: [{ uploadToServer: false }] },
      { name: 'app.enableSandbox', args: [] },
      {
        name: 'protocol.registerSchemesAsPrivileged',
        args: [
          [{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }],
        ],
      },
    ]);
    expect(electron.windows).toEqual([]);
  });

  it('exits at once as a second instance, and brings the first to the front', async () => {
    const second = await loadDesktop(['--home', home], 'second');
    expect(names(second)).toEqual(['app.setName', 'app.setPath', 'app.requestSingleInstanceLock', 'app.quit', 'ended']);
    const first = await start();
    windowOf(first).control.minimized = true;
    first.app.emit('second-instance', {}, [], '');
    expect(names(first).slice(-3)).toEqual(['window.restore', 'window.show', 'window.focus']);
    expect(first.windows).toHaveLength(1);
  });
});

describe('the name', () => {
  it('is Skilldeck for the system and its key store, started as a folder or as a file', async () => {
    const built = path.join(BUILT, 'main', 'index.js');
    for (const started of [undefined, built]) {
      const electron = await loadDesktop(['--home', home], 'second', started);
      electron.becomeReady();
      expect(electron.keysName()).toBe('Skilldeck');
    }
    const { version, productName } = JSON.parse(readFileSync(path.join(BUILT, '..', 'package.json'), 'utf8'));
    const electron = await loadDesktop(['--home', home], 'second');
    expect([electron.app.getVersion(), productName]).toEqual([version, 'Skilldeck']);
    // Archives of the person's are files; nothing of ours is in one.
    expect(electron.sawNoAsar()).toBe(true);
  });

  it('is known to Windows, which shows no notices of other apps', async () => {
    const { platform } = process;
    Object.defineProperty(process, 'platform', { value: 'win32' });
    try {
      const fromSource = await loadDesktop(['--home', home], 'second');
      expect(argsOf(fromSource, 'app.setAppUserModelId')).toEqual([[process.execPath]]);
      const installed = await loadDesktop(['--home', home], 'second packaged');
      expect(argsOf(installed, 'app.setAppUserModelId')).toEqual([['app.skilldeck.desktop']]);
    } finally {
      Object.defineProperty(process, 'platform', { value: platform });
    }
  });
});

describe('the desktop check', () => {
  const examined = async (scenario: string) => {
    const report = path.join(home, 'report.json');
    const electron = await loadDesktop(['--home', home, '--skills', 'none', '--doctor', report], scenario);
    electron.becomeReady();
    await vi.waitFor(() => expect(names(electron)).toContain('ended'), 60_000);
    const checks: { id: string; ok: boolean; found: string }[] = JSON.parse(readFileSync(report, 'utf8'));
    return Object.fromEntries(checks.map(({ id, ok, found }) => [id, `${ok ? 'ok' : 'FAILED'}: ${found}`]));
  };

  it('opens each kind of window, seals, notifies, starts its Node and quits', async () => {
    expect(await examined('')).toEqual({
      name: 'ok: Skilldeck',
      window: 'ok: app://skilldeck/, 9 characters of text',
      'document window': 'ok: blob:app://skilldeck/1',
      'print window': 'ok: 5 bytes of PDF',
      'key store': 'ok: sealed and opened by the system',
      notice: 'ok: shown',
      'own Node': `ok: ${process.version}`,
      sandbox: expect.any(String),
    });
  });

  it('names what does not hold', async () => {
    expect(await examined('no-notices no-printer public-password')).toMatchObject({
      'print window': expect.stringMatching(/^FAILED: The PDF couldn't be made/),
      'key store': 'ok: a public password: keys are kept in a file',
      notice: 'FAILED: the system refused it',
    });
  });
});

describe('the core', () => {
  it('answers the page on its port', async () => {
    const electron = await start();
    const { client } = connect(electron);
    expect(await client.app.info({})).toMatchObject({ host: 'electron', home, systemLanguage: 'en-GB' });
    await expect(client.sessions.rename({ sessionId: 'x', title: 'y' })).rejects.toMatchObject({
      code: 'session-not-found',
    });
    await expect(client.sessions.rename({ sessionId: 'x' } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('accepts no port from a frame, another page or a removed frame', async () => {
    const electron = await start();
    const webContents = contentsOf(electron);
    await connect(electron, { senderFrame: { url: 'app://skilldeck/' } }).closed;
    await connect(electron, { senderFrame: null }).closed;
    webContents.mainFrame = { url: 'https://evil.example/' };
    await connect(electron).closed;
  });

  it('sets the theme and language of the native parts', async () => {
    const electron = await start();
    const { client } = connect(electron);
    const labels = () => (electron.menu() as readonly { readonly label: string }[]).map((menu) => menu.label);
    expect(labels()).toEqual(expect.arrayContaining(['File', 'Edit', 'View', 'Window', 'Help']));
    await client.settings.set({ theme: 'dark', language: 'zh' });
    await eventually(() => expect(labels()).toEqual(expect.arrayContaining(['文件', '编辑', '视图', '窗口', '帮助'])));
    expect(windowOf(electron).control.background).toBe('#201e1c');
    expect(JSON.parse(readFileSync(path.join(home, 'window-state.json'), 'utf8'))).toMatchObject({ theme: 'dark' });
  });

  it('does not handle menu commands meant for the page, which receives them once loaded', async () => {
    const electron = await start();
    type Item = { readonly label: string; readonly accelerator?: string; readonly click: () => void };
    const items = () => (electron.menu() as readonly { readonly submenu: readonly Item[] }[]).flatMap((m) => m.submenu);
    const choose = (label: string) =>
      items()
        .find((item) => item.label === label)
        ?.click();
    const asked = () => argsOf(electron, 'webContents.send');
    choose('New Conversation');
    choose('Settings…');
    expect(asked()).toEqual([
      ['skilldeck:menu', 'new-conversation'],
      ['skilldeck:menu', 'settings'],
    ]);
    expect(items().find((item) => item.label === 'Settings…')?.accelerator).toBe('CommandOrControl+,');
    expect(argsOf(electron, 'app.setAboutPanelOptions')).toMatchObject([
      [{ applicationName: 'Skilldeck', applicationVersion: expect.stringMatching(/^\d+\.\d+\.\d+/) }],
    ]);

    const webContents = contentsOf(electron);
    webContents.control.loading = true;
    choose('Keyboard Shortcuts');
    expect(asked()).toHaveLength(2);
    webContents.emit('did-finish-load');
    expect(asked().at(-1)).toEqual(['skilldeck:menu', 'shortcuts']);
  });

  it('lets a link fill the message box: at the start, from a second start and from the system', async () => {
    const electron = await loadDesktop(
      ['--home', home, '--skills', 'none', 'skilldeck://new?prompt=Fly%20to%20Oslo'],
      'packaged',
    );
    running.push(electron);
    electron.becomeReady();
    const told = () => argsOf(electron, 'webContents.send');
    await eventually(() => expect(told()).toEqual([['skilldeck:prompt', 'Fly to Oslo']]));
    expect(argsOf(electron, 'app.setAsDefaultProtocolClient')).toEqual([['skilldeck']]);
    electron.app.emit('second-instance', {}, ['electron', 'skilldeck://new?prompt=%E5%8C%97%E4%BA%AC'], '');
    const preventDefault = vi.fn();
    electron.app.emit('open-url', { preventDefault }, 'skilldeck://new?prompt=third');
    electron.app.emit('open-url', { preventDefault }, 'skilldeck://run?prompt=never');
    expect(preventDefault).toHaveBeenCalledTimes(2);
    expect(told().slice(1)).toEqual([
      ['skilldeck:prompt', '北京'],
      ['skilldeck:prompt', 'third'],
    ]);
  });

  it('hands a skill’s path and a session’s bytes to the page: at the start, from a second start and from the system', async () => {
    const skill = path.join(home, 'pack.skill');
    const session = path.join(home, 'trip.jsonl');
    writeFileSync(skill, 'PK');
    writeFileSync(session, '{}\n');
    const electron = await loadDesktop(['--home', home, '--skills', 'none', skill, path.join(home, 'missing.skill')]);
    running.push(electron);
    electron.becomeReady();
    const told = () => argsOf(electron, 'webContents.send');
    await eventually(() => expect(told()).toEqual([['skilldeck:file', { kind: 'skill', path: skill }]]));
    electron.app.emit('second-instance', {}, ['electron', '--flag', 'trip.jsonl'], home);
    const preventDefault = vi.fn();
    electron.app.emit('open-file', { preventDefault }, skill);
    expect(preventDefault).toHaveBeenCalledOnce();
    await eventually(() => expect(told()).toHaveLength(3));
    expect(told().slice(1)).toEqual([
      ['skilldeck:file', { kind: 'session', name: 'trip.jsonl', bytes: new Uint8Array(Buffer.from('{}\n')) }],
      ['skilldeck:file', { kind: 'skill', path: skill }],
    ]);
    rmSync(session);
    electron.app.emit('open-file', { preventDefault }, session);
    await eventually(() =>
      expect(argsOf(electron, 'dialog.showErrorBox')).toEqual([
        ['The file can’t be opened', expect.stringContaining('trip.jsonl: ENOENT')],
      ]),
    );
  });

  it('stays in the tray if the user wants it, and quits from there', async () => {
    const electron = await start();
    const { client } = connect(electron);
    type Item = { readonly label?: string; readonly click?: () => void };
    const choose = (label: string) =>
      (electron.trayMenu() as readonly Item[]).find((item) => item.label === label)?.click?.();
    await client.settings.set({ keepRunning: true, language: 'zh', globalShortcut: 'Alt+Shift+Space' });
    await eventually(() => expect([...electron.keys.keys()]).toEqual(['Alt+Shift+Space']));
    windowOf(electron).close();
    expect(electron.windows).toHaveLength(1);
    expect(windowOf(electron).control.shown).toBe(false);
    electron.keys.get('Alt+Shift+Space')?.();
    expect(windowOf(electron).control.shown).toBe(true);
    windowOf(electron).close();
    const webContents = contentsOf(electron);
    const noticed = (senderFrame: object) =>
      electron.ipcMain.emit('skilldeck:front', { sender: webContents, senderFrame });
    noticed({ url: 'app://skilldeck/' });
    expect(windowOf(electron).control.shown).toBe(false);
    noticed(webContents.mainFrame);
    expect(windowOf(electron).control.shown).toBe(true);
    choose('新对话');
    expect(argsOf(electron, 'webContents.send').at(-1)).toEqual(['skilldeck:menu', 'new-conversation']);
    await client.settings.set({ globalShortcut: 'none' });
    await eventually(() => expect(electron.keys.size).toBe(0));
    choose('退出 Skilldeck');
    await eventually(() => expect(names(electron)).toContain('ended'));
    running.splice(0);
  });

  it('prints a session to PDF in a hidden window, and leaves nothing of it', async () => {
    const electron = await start();
    const { client } = connect(electron);
    const { sessionId } = await client.sessions.create({});
    const made = await client.review.export({ sessionId, format: 'pdf' });
    expect(made).toMatchObject({ text: '', base64: Buffer.from('%PDF-').toString('base64'), mime: 'application/pdf' });
    const [[file, page] = []] = argsOf(electron, 'window.loadFile');
    expect(page).toMatch(/^<!doctype html>/i);
    expect(page).not.toMatch(/(src|href)="https?:/);
    expect(existsSync(path.dirname(String(file)))).toBe(false);
    expect(argsOf(electron, 'webContents.printToPDF')).toEqual([
      [{ printBackground: true, preferCSSPageSize: true, pageSize: 'A4', generateTaggedPDF: true }],
    ]);
    expect(electron.windows).toHaveLength(1);
  });

  it('says what to do when a PDF cannot be made', async () => {
    const electron = await start('no-printer');
    const { client } = connect(electron);
    const { sessionId } = await client.sessions.create({});
    await expect(client.review.export({ sessionId, format: 'pdf' })).rejects.toMatchObject({
      code: 'not-supported',
      message: expect.stringContaining('Export as HTML'),
    });
    expect(electron.windows).toHaveLength(1);
  });
});
