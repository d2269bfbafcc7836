/** Syntax highlighting of a file by its name. */
import { javascript } from '@codemirror/lang-javascript';
import { markdown } from '@codemirror/lang-markdown';
import { python } from '@codemirror/lang-python';
import { yaml, yamlFrontmatter } from '@codemirror/lang-yaml';
import type { Extension } from '@codemirror/state';

export function languageOf(path: string): Extension {
  if (/(?:^|\/)skill\.md$/i.test(path)) return yamlFrontmatter({ content: markdown() });
  switch (/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase()) {
    case 'md':
      return markdown();
    case 'yaml':
    case 'yml':
      return yaml();
    case 'py':
      return python();
    case 'js':
    case 'mjs':
    case 'cjs':
    case 'json':
      return javascript();
    case 'ts':
      return javascript({ typescript: true });
    default:
      return [];
  }
}
