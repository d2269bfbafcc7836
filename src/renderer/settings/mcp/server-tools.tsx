import type { McpServerView } from '../../../shared/contract/mcp.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { visiblePieces } from '../../shared/visible-text.ts';
import { useActions } from '../../store/index.ts';
import { Switch } from '../../ui/index.ts';

/** Characters of a description that usually say what a tool is for. */
const EXCERPT = 160;

/** Others wrote it: on one line, with what is invisible shown. */
const plain = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const shown = line.length > EXCERPT ? `${line.slice(0, EXCERPT)}…` : line;
  return visiblePieces(shown)
    .map((piece) => (piece.hidden ? `⟨${piece.text}⟩` : piece.text))
    .join('');
};

/** A switch and the cost of each tool. */
export function ServerTools({ server }: { readonly server: McpServerView }) {
  const t = useT();
  const format = useFormat();
  const { mcp } = useActions();
  const { name, tools } = server;
  const turn = (tool: string, on: boolean) => {
    const left = tools.filter((one) => (one.name === tool ? on : one.on)).map((one) => one.name);
    return mcp.turn(name, left.length === tools.length ? true : left.length === 0 ? false : left);
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="text-pretty text-ink-soft text-sm">{t('mcp.toolsHint')}</p>
      <ul className="flex flex-col gap-2">
        {tools.map((tool) => {
          const { readOnly, destructive } = tool.hints;
          const claims = readOnly ? t('mcp.readOnly') : destructive ? t('mcp.destructive') : undefined;
          const about = [t('mcp.tokens', { n: format.number(tool.tokens) }), claims, plain(tool.description)];
          return (
            <li key={tool.name}>
              <Switch
                label={plain(tool.name)}
                description={about.filter((one) => one !== undefined && one !== '').join(' · ')}
                checked={tool.on}
                onChange={(on) => void turn(tool.name, on)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
