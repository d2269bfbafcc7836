/** A Python package index on this machine, with wheels that it makes. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { listen } from '../../src/main/lib/test-kit/listen.ts';

export interface PackageIndex {
  readonly url: string;
  /** @returns the requirement of a new package with one module of the same name. */
  add(name: string): string;
  /** Files stop midway until it resolves. */
  hold(until: Promise<void>): void;
  close(): Promise<void>;
}

const VERSION = '1.0';

/** Python writes the archive: its wheels are made by it. */
const WRITE = `import io, json, sys, zipfile
out = io.BytesIO()
with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
    for name, text in json.load(sys.stdin).items():
        archive.writestr(name, text)
sys.stdout.buffer.write(out.getvalue())`;

function wheel(name: string): Uint8Array {
  const info = `${name}-${VERSION}.dist-info`;
  const files = {
    [`${name}.py`]: `WORDS = 'here'\n${'# Padding.\n'.repeat(50_000)}`,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${VERSION}\n`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: rehearsal\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/RECORD`]: `${name}.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`,
  };
  return execFileSync('python3', ['-c', WRITE], { input: JSON.stringify(files) });
}

export async function startPackageIndex(): Promise<PackageIndex> {
  const wheels = new Map<string, Uint8Array>();
  let held = Promise.resolve();
  const server = await listen((request, response) => {
    const name = /([a-z0-9]+)(?:\/|-1\.0-py3-none-any\.whl)?$/.exec(request.url ?? '')?.[1] ?? '';
    const file = wheels.get(name);
    if (file === undefined) response.writeHead(404).end();
    else if (request.url?.endsWith('.whl')) {
      response.writeHead(200, { 'content-length': file.length });
      if (request.method === 'HEAD') response.end();
      else {
        response.write(file.subarray(0, file.length / 2));
        void held.then(() => response.end(file.subarray(file.length / 2)));
      }
    } else {
      const sum = createHash('sha256').update(file).digest('hex');
      const address = `${server.url}/files/${name}-${VERSION}-py3-none-any.whl#sha256=${sum}`;
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!DOCTYPE html><html><body><a href="${address}">${name}-${VERSION}-py3-none-any.whl</a></body></html>`,
      );
    }
  });
  return {
    url: `${server.url}/simple/`,
    add(name) {
      wheels.set(name, wheel(name));
      return `${name}==${VERSION}`;
    },
    hold: (until) => {
      held = until;
    },
    close: server.close,
  };
}
