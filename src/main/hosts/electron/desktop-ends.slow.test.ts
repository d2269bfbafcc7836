/** Crashes, keyrings and the end of the built desktop app, over the Electron stand-in. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  argsOf,
  connect,
  contentsOf,
  end,
  eventually,
  home,
  names,
  running,
  start,
  windowOf,
} from './test-kit/desktop-app.ts';
import { loadDesktop } from './test-kit/load-desktop.ts';

describe('a crash', () => {
  it('restores the page after its process dies, and asks if it dies again at once', async () => {
    const electron = await start();
    const webContents = contentsOf(electron);
    const gone = (reason: string) => webContents.emit('render-process-gone', {}, { reason, exitCode: 9 });
    const reloads = () => argsOf(electron, 'webContents.reload').length;
    gone('clean-exit');
    expect(reloads()).toBe(0);
    gone('oom');
    expect([reloads(), names(electron)]).toEqual([1, expect.not.arrayContaining(['dialog.showMessageBox'])]);
    gone('crashed');
    expect(argsOf(electron, 'dialog.showMessageBox')).toMatchObject([[{ buttons: ['Reload', 'Quit Skilldeck'] }]]);
    await eventually(() => expect(reloads()).toBe(2));
  });

  it('keeps what ended unexpectedly, for a report without secrets, and forgets it on request', async () => {
    const electron = await start();
    const { client } = connect(electron);
    expect((await client.app.info({})).crashes).toBeUndefined();
    contentsOf(electron).emit('render-process-gone', {}, { reason: 'oom', exitCode: 9 });
    electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139 });
    electron.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 });
    expect((await client.app.info({})).crashes).toBe(2);
    const { records, text } = await client.app.crashes({});
    expect(records.map(({ what }) => what)).toEqual(['page', 'helper']);
    expect(text).toContain('GPU: crashed, status 139');
    expect(text).not.toContain(home);
    expect((await client.app.info({})).crashes).toBeUndefined();
    await client.app.forgetCrashes({});
    expect((await client.app.crashes({})).records).toEqual([]);
  });

  it('takes an end without closing for a crash, and no other end', async () => {
    const first = await start();
    const marker = path.join(home, 'crashes', 'running');
    expect(existsSync(marker)).toBe(true);
    await end(first);
    expect(existsSync(marker)).toBe(false);
    writeFileSync(marker, '4711');
    const second = await start();
    const { client } = connect(second);
    expect((await client.app.info({})).crashes).toBe(1);
    expect((await client.app.crashes({})).text).toContain('program: Skilldeck ended without closing.');
    // The system gives an app little time at the end of a session.
    windowOf(second).emit('session-end', { reasons: ['shutdown'] });
    expect(existsSync(marker)).toBe(false);
  });
});

describe('the key', () => {
  it('keeps the key encrypted by the system', async () => {
    const electron = await start();
    const { client } = connect(electron);
    const view = await client.settings.set({ apiKey: 'sk-very-secret' });
    expect(view).toMatchObject({ hasKey: true, keyStore: 'os' });
    const sealed = readFileSync(path.join(home, 'model-key.sealed'));
    expect(sealed.includes('sk-very-secret')).toBe(false);
    expect(await client.settings.set({ apiKey: '' })).toMatchObject({ hasKey: false });
    expect(existsSync(path.join(home, 'model-key.sealed'))).toBe(false);
  });

  it('keeps the key in a file where it would be sealed with a public password, whatever the desktop is called', async () => {
    const { client } = connect(await start('public-password'));
    expect(await client.settings.set({ apiKey: 'sk-very-secret' })).toMatchObject({ hasKey: true, keyStore: 'file' });
    expect(readFileSync(path.join(home, 'key'), 'utf8')).toContain('sk-very-secret');
    expect(existsSync(path.join(home, 'model-key.sealed'))).toBe(false);
  });

  it('uses a keyring that runs on a desktop which Electron does not know', async () => {
    const { client } = connect(await start('portal unnamed-desktop'));
    expect(await client.settings.set({ apiKey: 'sk-very-secret' })).toMatchObject({ hasKey: true, keyStore: 'os' });
  });

  it('starts, shows itself and answers while the keyring asks for its password', async () => {
    writeFileSync(path.join(home, 'model-key.sealed'), Buffer.concat([Buffer.from('v11'), Buffer.from([0x84, 0x82])]));
    const electron = await start('keyring-prompt');
    const { client } = connect(electron);
    expect(await client.sessions.list({})).toEqual([]);
    expect(await client.settings.get({})).toMatchObject({ hasKey: true, keyStore: 'os' });
    electron.answerPrompt();
    await eventually(async () => expect(await client.settings.get({})).toMatchObject({ hasKey: false }));
  });

  it('keeps what a locked keyring holds, and opens it once it is unlocked', async () => {
    const first = await start();
    await connect(first).client.settings.set({ baseUrl: 'https://one.example/v1', apiKey: 'sk-one' });
    await end(first);
    const electron = await start('locked-for-now');
    const { client } = connect(electron);
    expect(await client.settings.get({})).toMatchObject({ hasKey: true });
    await expect(client.settings.set({ apiKey: 'sk-two' })).rejects.toMatchObject({
      code: 'config-invalid',
      message: expect.stringContaining('Unlock'),
    });
    electron.unlock();
    expect(await client.settings.set({ baseUrl: 'https://two.example/v1' })).toMatchObject({ hasKey: false });
    expect(await client.settings.set({ baseUrl: 'https://one.example/v1' })).toMatchObject({ hasKey: true });
  });
});

describe('the end', () => {
  it('is closed before the app quits, and can be opened again', async () => {
    const first = await start();
    await connect(first).client.sessions.create({});
    windowOf(first).show();
    first.app.quit();
    expect(names(first)).not.toContain('ended');
    expect(windowOf(first).control.shown).toBe(false);
    await eventually(() => expect(names(first)).toContain('ended'));
    expect(names(first).filter((name) => name === 'app.quit')).toHaveLength(2);
    running.splice(0);
    const second = await start();
    expect(await connect(second).client.sessions.list({})).toHaveLength(1);
  });

  it('is hidden with all its windows while it closes, and takes a page that is gone then for closed', async () => {
    const electron = await start();
    const opened = contentsOf(electron).control.open('blob:app://skilldeck/1');
    electron.app.quit();
    expect(electron.windows.map(({ control }) => control.shown)).toEqual([false, false]);
    expect(opened?.child.control.shown).toBe(false);
    for (const _time of [1, 2])
      contentsOf(electron).emit('render-process-gone', {}, { reason: 'killed', exitCode: 15 });
    expect(names(electron)).not.toContain('webContents.reload');
    expect(names(electron)).not.toContain('dialog.showMessageBox');
  });

  it('closes when the system ends the session, and never holds up a logout', async () => {
    const electron = await start();
    await connect(electron).client.sessions.create({});
    const delay = vi.fn();
    electron.powerMonitor.emit('shutdown', { preventDefault: delay });
    expect(delay).toHaveBeenCalledOnce();
    const preventDefault = vi.fn();
    electron.app.emit('before-quit', { preventDefault });
    expect(preventDefault).not.toHaveBeenCalled();
    await eventually(() => expect(names(electron)).toContain('ended'));

    // Windows tells the windows, and asks no app.
    const windows = await start();
    windowOf(windows).emit('session-end', { reasons: ['logoff'] });
    await eventually(() => expect(names(windows)).toContain('ended'));
    running.splice(0);
  });

  it('says that its page is missing, in place of running unseen', async () => {
    const electron = await loadDesktop(['--home', home, '--skills', 'none'], 'no-page');
    running.push(electron);
    electron.becomeReady();
    await eventually(() => expect(argsOf(electron, 'app.exit')).toEqual([[70]]));
    expect(windowOf(electron).control.shown).toBe(true);
    expect(argsOf(electron, 'dialog.showErrorBox')).toEqual([
      ['Skilldeck can’t start', expect.stringContaining('ERR_HTTP_RESPONSE_CODE_FAILURE')],
    ]);
  });

  it('explains why it cannot start, and exits', async () => {
    await start();
    const other = await loadDesktop(['--home', home]);
    other.becomeReady();
    await eventually(() => expect(argsOf(other, 'app.exit')).toEqual([[70]]));
    expect(argsOf(other, 'dialog.showErrorBox')).toEqual([['Skilldeck can’t start', expect.stringContaining(home)]]);
  });
});
