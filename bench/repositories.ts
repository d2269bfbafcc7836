/**
 * `npm run bench:repositories`: 10,000 skills in MariaDB are listed within 3 × what `mariadb-dump` takes for the same rows.
 * Needs mariadb-server-core and mariadb-client-core.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { openApp } from '../src/features/repositories/main/test-kit/client.ts';
import { MARIADB } from '../src/features/repositories/main/test-kit/database-engines.ts';
import { startMariadb } from '../src/main/databases/test-kit/servers.ts';
import { compare, print } from './table.ts';

const SKILLS = 10_000;
const MOST = 3;

if (MARIADB.missing !== undefined) {
  console.log(`Skipped: ${MARIADB.missing}`);
  process.exit(0);
}
const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-repositories-')));
const server = await startMariadb(dir);
const { client, close } = await openApp(path.join(dir, 'home'));
try {
  await fill(server.port);
  const address = `mysql://team:super-secret@127.0.0.1:${server.port}/agentscope`;
  await client.repositories.add({ name: 'team', address });
  const dump = ['--no-defaults', '-h127.0.0.1', `-P${server.port}`, '-uteam', '-psuper-secret', 'agentscope'];
  const look = async () => {
    const { fault, skills } = await client.repositories.check({ name: 'team' });
    if (fault !== undefined || skills.length !== SKILLS) throw new Error(JSON.stringify(fault ?? skills.length));
  };
  const row = await compare(
    `look at ${SKILLS} skills in MariaDB`,
    look,
    'mariadb-dump of the same rows',
    () => execFileSync('mariadb-dump', dump, { maxBuffer: 2 ** 30 }),
    5,
  );
  print([row]);
  if (row.ours > row.floorMs * MOST) {
    console.error(`More than ${MOST} × the dump.`);
    process.exitCode = 1;
  }
} finally {
  await close();
  await server.end();
  rmSync(dir, { recursive: true, force: true });
}

/** Instructions of 6 KB and two resources of 2 KB each: as real skills are. */
async function fill(port: number): Promise<void> {
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root', multipleStatements: true });
  try {
    await connection.query(`CREATE DATABASE agentscope; GRANT ALL ON agentscope.* TO team@'%' IDENTIFIED BY 'super-secret';
      CREATE TABLE agentscope.agentscope_skills (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(255) NOT NULL UNIQUE,
        description TEXT NOT NULL, skill_content LONGTEXT NOT NULL, source VARCHAR(255) NOT NULL, metadata_json LONGTEXT NULL)
        DEFAULT CHARACTER SET utf8mb4;
      CREATE TABLE agentscope.agentscope_skill_resources (id BIGINT NOT NULL, resource_path VARCHAR(500) NOT NULL,
        resource_content LONGTEXT NOT NULL, PRIMARY KEY (id, resource_path)) DEFAULT CHARACTER SET utf8mb4;`);
    const words = 'Check the invoice against the order, then say what differs. 核对发票与订单。 ';
    const text = (seed: number, length: number) => `${seed} ${words}`.repeat(Math.ceil(length / 80)).slice(0, length);
    for (let from = 1; from <= SKILLS; from += 500) {
      const ids = Array.from({ length: 500 }, (_, index) => from + index);
      const skills = ids.map((id) => [id, `skill-${id}`, text(id, 160), text(id, 6_000), 'bench', '{}']);
      await connection.query('INSERT INTO agentscope.agentscope_skills VALUES ?', [skills]);
      const resources = ids.flatMap((id) =>
        ['a.md', 'b.md'].map((file) => [id, `references/${file}`, text(id, 2_000)]),
      );
      await connection.query('INSERT INTO agentscope.agentscope_skill_resources VALUES ?', [resources]);
    }
  } finally {
    await connection.end();
  }
}
