/** PostgreSQL and MariaDB as engines: one server for all tests of a file, a database for each. A stopped one can start again. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import {
  missingMariadb,
  missingPostgres,
  type Server,
  startMariadb,
  startPostgres,
} from '../../../../main/databases/test-kit/servers.ts';
import type { Engine, EngineKind, Skills } from './engines.ts';

/** Engine with the name of its database. */
export interface DatabaseEngine extends Engine {
  /** `?` is a value. */
  run(sql: string, values?: readonly unknown[]): Promise<void>;
  /** Address of another account. */
  as(user: string, password: string): string;
  /** Name of a table, quoted. */
  table(name: string): string;
}

export interface DatabaseKind extends EngineKind {
  start(dir: string): Promise<DatabaseEngine>;
}

interface Dialect {
  readonly name: string;
  readonly missing: string | undefined;
  start(dir: string, port?: number): Promise<Server>;
  address(port: number, database: string, user?: string, password?: string): string;
  table(database: string, name: string): string;
  schema(database: string): readonly string[];
  run(port: number, database: string | undefined, sql: string, values: readonly unknown[]): Promise<void>;
}

/** Tables made like AgentScope's (`MysqlSkillRepository`, `PostgresSkillRepository`). */
const postgres: Dialect = {
  name: 'PostgreSQL',
  missing: missingPostgres(),
  start: startPostgres,
  address: (port, database, user = 'postgres', password = 'super-secret') =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
  table: (_database, name) => `agentscope.${name}`,
  schema: () => [
    'CREATE SCHEMA agentscope',
    `CREATE TABLE agentscope.agentscope_skills (id BIGSERIAL PRIMARY KEY, name VARCHAR(255) NOT NULL UNIQUE,
      description TEXT NOT NULL, skill_content TEXT NOT NULL, source VARCHAR(255) NOT NULL, metadata_json TEXT NULL,
      created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)`,
    `CREATE TABLE agentscope.agentscope_skill_resources (id BIGINT NOT NULL, resource_path VARCHAR(500) NOT NULL,
      resource_content TEXT NOT NULL, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
      updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (id, resource_path),
      FOREIGN KEY (id) REFERENCES agentscope.agentscope_skills(id) ON DELETE CASCADE)`,
  ],
  async run(port, database, sql, values) {
    const client = new Client({ connectionString: postgres.address(port, database ?? 'postgres') });
    await client.connect();
    try {
      let number = 0;
      const numbered = sql.replaceAll('?', () => {
        number += 1;
        return `$${number}`;
      });
      await client.query(numbered, [...values]);
    } finally {
      await client.end();
    }
  },
};

const mariadb: Dialect = {
  name: 'MariaDB',
  missing: missingMariadb(),
  start: startMariadb,
  address: (port, database, user = 'team', password = 'super-secret') =>
    `mysql://${user}:${password}@127.0.0.1:${port}/${database}`,
  table: (database, name) => `${database}.${name}`,
  schema: (database) => [
    `CREATE TABLE ${database}.agentscope_skills (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
      name VARCHAR(255) NOT NULL UNIQUE, description TEXT NOT NULL, skill_content LONGTEXT NOT NULL,
      source VARCHAR(255) NOT NULL, metadata_json LONGTEXT NULL, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
      updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP)
      DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
    `CREATE TABLE ${database}.agentscope_skill_resources (id BIGINT NOT NULL, resource_path VARCHAR(500) NOT NULL,
      resource_content LONGTEXT NOT NULL, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
      updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, PRIMARY KEY (id, resource_path),
      FOREIGN KEY (id) REFERENCES ${database}.agentscope_skills(id) ON DELETE CASCADE)
      DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
    `GRANT ALL ON ${database}.* TO team@'%' IDENTIFIED BY 'super-secret'`,
  ],
  async run(port, _database, sql, values) {
    const connection = await createConnection({ host: '127.0.0.1', port, user: 'root', charset: 'utf8mb4' });
    try {
      await connection.query(sql, [...values]);
    } finally {
      await connection.end();
    }
  },
};

/** `name`, `description` and the rest of the front matter as AgentScope parses it; '' where there is none. */
function columnsOf(text: string): { description: string; content: string; metadata: unknown } {
  const [, header = '', content = text] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(header)?.[1];
  const network = /^ {2}network: (.*)$/m.exec(header)?.[1];
  const metadata = { name: field('name'), description: field('description') };
  return {
    description: field('description') ?? '',
    content,
    metadata: network === undefined ? metadata : { ...metadata, metadata: { network } },
  };
}

function kindOf(dialect: Dialect): DatabaseKind & { stop(): Promise<void> } {
  let server: Server | undefined;
  let data: string | undefined;
  let count = 0;
  return {
    name: dialect.name,
    ...(dialect.missing === undefined ? {} : { missing: dialect.missing }),
    async stop() {
      await server?.end();
      if (data !== undefined) rmSync(data, { recursive: true, force: true });
      server = undefined;
      data = undefined;
    },
    async start() {
      data ??= realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skilldeck-db-')));
      const place = data;
      server ??= await dialect.start(place);
      const { port } = server;
      count += 1;
      const database = `team${count}`;
      await dialect.run(port, undefined, `CREATE DATABASE ${database}`, []);
      const run = (sql: string, values: readonly unknown[] = []) => dialect.run(port, database, sql, values);
      for (const statement of dialect.schema(database)) await run(statement);
      const table = (name: string) => dialect.table(database, name);
      return {
        address: dialect.address(port, database),
        as: (user, password) => dialect.address(port, database, user, password),
        run,
        table,
        async hold(skills: Skills) {
          await run(`DELETE FROM ${table('agentscope_skills')}`);
          for (const [id, files] of Object.entries(skills)) {
            const { description, content, metadata } = columnsOf(files['SKILL.md'] ?? '');
            await run(
              `INSERT INTO ${table('agentscope_skills')} (name, description, skill_content, source, metadata_json) VALUES (?, ?, ?, ?, ?)`,
              [id, description, content, 'test', JSON.stringify(metadata)],
            );
            for (const [file, text] of Object.entries(files)) {
              if (file === 'SKILL.md') continue;
              await run(
                `INSERT INTO ${table('agentscope_skill_resources')} (id, resource_path, resource_content)
                  SELECT id, ?, ? FROM ${table('agentscope_skills')} WHERE name = ?`,
                [file, text, id],
              );
            }
          }
        },
        async vanish() {
          await server?.end();
          server = undefined;
        },
        async comeBack() {
          server = await dialect.start(place, port);
        },
        close: async () => {},
      };
    },
  };
}

export const POSTGRES = kindOf(postgres);
export const MARIADB = kindOf(mariadb);
