/** MCP servers: what is wrong with one, its page in Settings, and what a conversation is told of it. */
export const mcp = {
  fault: {
    invalid: 'Its definition isn’t valid: {{message}}.',
    'not-found': 'The program {{command}} wasn’t found. Install it, or enter its full path.',
    'start-failed': 'The program couldn’t be started: {{message}}.',
    'folder-missing': 'There is no folder {{folder}}. Create it, or correct the server’s settings.',
    'too-broad': '{{folder}} is too much to share: it holds your whole home or the system. Name a folder inside it.',
    'variable-missing': '{{variable}} has no value. Enter it in Settings > MCP servers, or set it in the environment.',
    ended: 'The program ended unexpectedly ({{how}}). Its log may say why.',
    'too-many-ends':
      'The program ended {{count}} times in a row ({{how}}) and is no longer restarted. Read its log, then test it again.',
    'no-answer': 'It didn’t answer within {{seconds}} s.',
    unreachable: 'It can’t be reached: {{message}}. Check its address and your network.',
    'sign-in':
      'It asks you to sign in (HTTP {{status}}). Add a header with a token; signing in through the browser isn’t supported.',
    refused: 'It answered with an error: {{message}}.',
    'not-mcp': 'What it sends isn’t MCP: {{message}}. Check the command or the address.',
    'plain-http': 'Unencrypted addresses (http://) work on this computer only. Use https for {{host}}.',
    'other-origin': 'It redirects to {{host}}. Skilldeck sends nothing there; enter the final address.',
    'too-large': 'Its answer is over {{size}} MB and was dropped.',
  },
  event: {
    ready_one: 'MCP server {{server}} is ready: {{count}} tool',
    ready_other: 'MCP server {{server}} is ready: {{count}} tools',
    failed: 'MCP server {{server}} can’t be used: {{why}}',
    restarting: 'MCP server {{server}} is being restarted: {{why}}',
  },
  source: {
    environment: 'This environment',
    everywhere: 'All environments',
    project: 'From .mcp.json of the project folder',
  },
};
