const STEPS: Readonly<Record<string, string>> = {
  address: 'address',
  list: 'connection and key',
  'tool-call': 'tool call, streamed',
  answer: "answer to the tool's result",
  usage: 'token usage',
};

export const models = {
  help: {
    models: 'list and test models',
    list: 'named models, those that the endpoint offers, and the table of models',
    test: 'run a two-turn test and report failures; exit code 3 on failure',
    wire: 'protocol of the endpoint',
    header: "'Name: value' sent with every request (repeatable); $NAME is an environment variable",
    param: 'KEY=JSON added to the body of every request (repeatable); kept in the log, so never a secret',
    effort: 'how hard the model thinks',
    maxOutput: 'longest answer, in tokens',
  },
  from: { named: 'models.jsonc', endpoint: 'endpoint', table: 'table' },
  retired: (day: string): string => `retired ${day}`,
  age: (day: string): string => `Model table last checked on ${day}.`,
  step: (name: string): string => STEPS[name] ?? name,
  wire: (wire: string): string => `Wire: ${wire}`,
  refuses: (fields: string): string => `Left out, because this server refused it: ${fields}.`,
  proxied: (proxy: string): string => `Through the proxy ${proxy}.`,
  holds: (tokens: string): string => `The server's context window is ${tokens} tokens.`,
  offered: (names: string): string => `Available models: ${names}`,
  bounds: (option: string, value: string, min: number, max: number): string =>
    `${option} takes a whole number from ${min} to ${max}, not "${value}".`,
  badHeader: (_text: string): string => `--header takes 'Name: value'. A name and a value are needed.`,
  refusedHeader: (name: string): string =>
    `--header: '${name}' cannot be set, or its value is not one line of plain text. Skilldeck sets host, content-type and the like itself.`,
  manyHeaders: '--header may be given 32 times.',
  noVariable: (header: string, name: string): string =>
    `--header ${header}: the environment variable ${name} is empty. Set it, or change the value.`,
  badParam: (text: string): string =>
    `--param takes KEY=JSON such as temperature=0.2 or 'style="short"', not ${JSON.stringify(text)}.`,
  secretParam: '--param: the log keeps parameters, so a key or password may not be one. Send it with --header.',
  refusedParam: (keys: string): string =>
    `--param: ${keys} cannot be sent. Skilldeck sets model, messages, input, instructions, system, tools and stream itself; all parameters together have at most 16384 characters.`,
};
export type ModelsWords = typeof models;
