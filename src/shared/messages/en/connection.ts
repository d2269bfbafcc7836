/** Texts of an address, a connection test and a list of models. `what` has no full stop. */
export const connection = {
  'address-empty': { what: 'The model address is empty', fix: 'Enter one such as https://HOST/v1.' },
  'address-without-scheme': {
    what: 'The model address lacks http:// or https://',
    fix: 'Did you mean {{suggestion}}?',
  },
  'address-invalid': { what: "The model address isn't a web address", fix: 'Enter one such as https://HOST/v1.' },
  'address-scheme': {
    what: 'The model address starts with {{scheme}}//',
    fix: 'It must start with http:// or https://.',
  },
  'address-account': {
    what: 'The model address contains a user name or password',
    fix: 'Leave them out and enter the key in its own field.',
  },
  'address-ending': { what: 'The address is incomplete', fix: 'Use {{address}} instead.' },
  'lists-nothing': { what: "{{address}} doesn't list its models" },
  'lists-nothing-status': { what: "{{address}} doesn't list its models (status {{status}})" },
  'model-answers': { what: '{{address}} answers with "{{model}}"' },
  'model-demo': { what: 'The demo model is part of Skilldeck and needs no connection' },
  'model-missing': { what: 'Enter the name of a model at {{address}}' },
  'model-missing-none': {
    what: 'The server at {{address}} has no model yet',
    fix: 'Load or download one there.',
  },
  'model-missing-offered': { what: 'Choose a model; {{address}} offers {{n}}' },
  'model-unknown': { what: 'The model "{{model}}" isn\'t known at {{address}}', fix: 'Check the name.' },
  'model-unknown-nearest': {
    what: 'The model "{{model}}" isn\'t known at {{address}}',
    fix: 'Did you mean {{nearest}}?',
  },
  'model-unknown-offered': {
    what: 'The model "{{model}}" isn\'t known at {{address}}',
    fix: 'It offers {{offered}}.',
  },
  'tools-refused': { what: '"{{model}}" can\'t call tools, which skills need', fix: 'Choose another model.' },
  'tools-unused': {
    what: '"{{model}}" answered with text instead of calling a tool',
    fix: 'Skills need tools: choose another model, or turn on tool calls at the server.',
  },
  'tokens-unreported': { what: "The server doesn't report tokens: figures and costs are estimates" },
  'wire-other': {
    what: "\"{{model}}\" calls tools on the wire '{{other}}', not on '{{wire}}'",
    fix: 'Choose that wire (--wire {{other}}).',
  },
};
