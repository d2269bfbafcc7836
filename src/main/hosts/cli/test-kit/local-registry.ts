/** An npm registry on this machine that holds what is in a `node_modules`: an install from it needs no network. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

export interface LocalRegistry {
  readonly url: string;
  close(): Promise<void>;
}

const npm = promisify(execFile);

interface PackedPackage {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: Buffer;
}

/** @param modules the folder `node_modules`; @param scratch an empty folder for the tarballs. */
export async function startRegistry(modules: string, scratch: string): Promise<LocalRegistry> {
  const packed = new Map<string, Promise<PackedPackage | undefined>>();

  /** Packs like npm itself: without what its `files` leaves out. */
  async function pack(name: string): Promise<PackedPackage | undefined> {
    const folder = folderOf(modules, name);
    if (folder === undefined) return undefined;
    const args = ['pack', folder, '--ignore-scripts', '--json', '--pack-destination', scratch];
    const { stdout } = await npm('npm', args, { cwd: scratch, shell: process.platform === 'win32' });
    const [{ filename }] = Object.values(JSON.parse(stdout) as object) as [{ filename: string }];
    return {
      manifest: JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackedPackage['manifest'],
      tarball: readFileSync(path.join(scratch, filename)),
    };
  }

  const server = createServer(async (req, res) => {
    const [name = '', tarball] = decodeURIComponent(req.url ?? '/')
      .slice(1)
      .split('/-/');
    const known = packed.get(name) ?? pack(name);
    packed.set(name, known);
    const found = await known.catch(() => undefined);
    if (found === undefined) return void res.writeHead(404).end('{}');
    if (tarball !== undefined) return void res.end(found.tarball);
    const { version } = found.manifest;
    const integrity = `sha512-${createHash('sha512').update(found.tarball).digest('base64')}`;
    const dist = { integrity, tarball: `http://${req.headers.host}/${name}/-/${version}.tgz` };
    const document = { name, 'dist-tags': { latest: version }, versions: { [version]: { ...found.manifest, dist } } };
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

/** Also under the other name that a package may be installed by: `node-pty` is `@lydell/node-pty`. */
function folderOf(modules: string, name: string): string | undefined {
  const folders = [name, name.replace(/^@[^/]+\//, '')].map((folder) => path.join(modules, ...folder.split('/')));
  return folders.find((folder) => {
    const file = path.join(folder, 'package.json');
    return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { name: string }).name === name;
  });
}
