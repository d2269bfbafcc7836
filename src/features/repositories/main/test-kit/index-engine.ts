/** A site with `/.well-known/agent-skills/index.json`, in both forms of its entries. */
import { sha256 } from '../../../../main/lib/text.ts';
import type { EngineKind, Skills } from './engines.ts';
import { vanishingServer } from './vanishing-server.ts';

const PREFIX = '/.well-known/agent-skills/';

export const SKILL_INDEX: EngineKind = {
  name: 'skill index of a site',
  async start() {
    let served = new Map<string, string>();
    const server = await vanishingServer((request, response) => {
      const body = served.get((request.url ?? '').replace(PREFIX, ''));
      if (body === undefined) response.writeHead(404).end();
      else response.end(body);
    });
    return {
      address: `${server.url}${PREFIX}index.json`,
      async hold(skills: Skills) {
        served = new Map();
        const entries = Object.entries(skills).map(([name, files]) => {
          for (const [file, text] of Object.entries(files)) served.set(`${name}/${file}`, text);
          const description = /^description: (.*)$/m.exec(files['SKILL.md'] ?? '')?.[1] ?? '';
          const digest = (text = '') => `sha256:${sha256(text)}`;
          // One file: as the published schema writes it.
          return Object.keys(files).length === 1
            ? { name, description, type: 'skill-md', url: `${name}/SKILL.md`, digest: digest(files['SKILL.md']) }
            : {
                name,
                description,
                files: Object.entries(files).map(([file, text]) => ({ path: file, digest: digest(text) })),
              };
        });
        served.set('index.json', JSON.stringify({ version: '0.2.0', skills: entries }));
      },
      vanish: server.vanish,
      comeBack: server.comeBack,
      close: server.close,
    };
  },
};
