/**
 * The small program inside a sandbox that has no network: it listens on the sandbox's own loopback and passes every
 * connection on to the proxy's Unix socket. A text rather than a file, so that nothing of ours need be mounted but Node.
 */

/** Path of the proxy's socket inside the sandbox. */
export const SOCKET_INSIDE = '/run/skilldeck-proxy';
/** Port on the sandbox's loopback: free, as nothing else runs there yet. */
const PORT = 3128;

/** Arguments: the socket, the port. Prints a line when it listens. */
const PROGRAM = `
const net = require('net');
const [socket, port] = process.argv.slice(1);
net.createServer((client) => {
  const proxy = net.connect(socket);
  const end = () => { client.destroy(); proxy.destroy(); };
  client.on('error', end).on('close', end).pipe(proxy);
  proxy.on('error', end).on('close', end).pipe(client);
}).listen(Number(port), '127.0.0.1', () => { console.log('ready'); require('fs').closeSync(1); });
`;

/**
 * Lines for `sh` before the program: starts the forwarder in a separate session, so that it does not share the
 * program's terminal, and waits until it listens. If it fails to start, the program finds its proxy closed.
 * @param node words that start Node inside.
 */
export function forwarderLines(node: readonly string[], quote: (word: string) => string, socket: string): string[] {
  const command = [...node, '-e', PROGRAM, socket, String(PORT)].map(quote).join(' ');
  return [
    'd=$(mktemp -d /tmp/net-XXXXXX) && mkfifo "$d/f"',
    `setsid ${command} </dev/null >"$d/f" 2>/dev/null &`,
    'read -r ready <"$d/f"',
    'rm -rf "$d"',
  ];
}

/** Both cases, as programs differ; Node reads them on request. @param port of 127.0.0.1; default the forwarder's. */
export function proxyVariables(port = PORT): Record<string, string> {
  const address = `http://127.0.0.1:${port}`;
  return {
    HTTP_PROXY: address,
    HTTPS_PROXY: address,
    ALL_PROXY: address,
    NO_PROXY: '',
    http_proxy: address,
    https_proxy: address,
    all_proxy: address,
    no_proxy: '',
    NODE_USE_ENV_PROXY: '1',
  };
}

/** There is no network to fetch from: said at once, not after a time-out. */
export const OFFLINE = { UV_OFFLINE: '1', UV_PYTHON_DOWNLOADS: 'never', PIP_NO_INDEX: '1', npm_config_offline: 'true' };
