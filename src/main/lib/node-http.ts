/**
 * `node:http` without Node's fetch client: an `import` reads every export, and `WebSocket` among them loads all of undici
 * (25 ms and 12 MB at the start of each command).
 */
export const http: typeof import('node:http') = process.getBuiltinModule('node:http');
