/** A body shaped like the long guides that people publish: one title over all, languages with the same parts, code with `#` in it. */

const words = (subject: string, n: number): string =>
  Array.from(
    { length: n },
    (_, at) => `${subject} has rule ${at + 1}: check field ${at * 7} before step ${at + 2}.`,
  ).join('\n');

const part = (language: string, name: string, n: number): string =>
  `### ${name}\n\n${words(`${name} in ${language}`, n)}\n\n\`\`\`sh\n# not a heading\nrun ${language}\n\`\`\`\n\n`;

const language = (name: string): string =>
  `## ${name}\n\nUse the ${name} client.\n\n${part(name, 'Streaming', 80)}${part(name, 'Tool use', 105)}${part(name, 'Errors', 55)}`;

/** About 19,300 tokens; `## Reference tables` alone is over 8,000, in two parts that fit. */
export const LONG_BODY = `# Building with the API

Ask for the language first, then read its section.

## Choosing a model

${words('A model', 40)}

${['Python', 'TypeScript'].map(language).join('')}## Reference tables

### Limits

${words('A limit', 330)}

### Prices

${words('A price', 270)}
`;
