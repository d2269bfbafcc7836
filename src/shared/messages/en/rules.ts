/** Purpose of each rule of the skill check, and what its automatic fix does. Read in the editor and by `skills lint --explain`. */
export const rules = {
  'skill-file': {
    why: 'A skill is loaded from a regular file of limited size inside its folder. Links to other places are never followed, nor pipes and devices opened: one of them could hold up every other skill.',
  },
  'not-utf8': {
    why: 'Skills are read as UTF-8. A SKILL.md in another encoding can’t be loaded, and a reference in another encoding is listed as a binary file that the agent can’t read.',
  },
  'front-matter-missing': {
    why: 'The front matter is all that an agent sees of a skill before loading it. Without it the skill has no name and no description, so it is listed as broken and never offered.',
  },
  'front-matter-unclosed': {
    why: 'Front matter ends at a line that is only "---", within the first 64 KiB. Without that line no program knows where the instructions begin. An indented "---" belongs to the value above it.',
  },
  'blank-before-front-matter': {
    why: 'Skilldeck skips blank lines at the top of a file. Most other programs don’t, and find no front matter.',
    fix: 'Removes the blank lines.',
  },
  'byte-order-mark': {
    why: 'UTF-8 needs none. Skilldeck skips it; other programs read it as a character before the "---" and find no front matter. Before a "#!" it keeps a script from starting.',
    fix: 'Removes the mark.',
  },
  'line-endings': {
    why: 'A "#!" line that ends with CRLF names an interpreter that doesn’t exist, so the script doesn’t start. In a SKILL.md the extra characters go to the model with every load, and some programs find no front matter.',
    fix: 'Writes every line end of the SKILL.md and of the scripts as LF.',
  },
  'skill-file-name': {
    why: 'The specification allows one spelling. Skilldeck reads any case, such as `skill.md`; most other programs ignore such a folder.',
    fix: 'Renames the file.',
  },
  'yaml-invalid': {
    why: 'Skilldeck repairs what it can, field by field, and reads a value that isn’t YAML as plain text. Other programs refuse the skill. The usual cause is a colon and a space in a value without quotes: quote the value, or put ">-" on the line above it.',
    fix: 'Puts a value on one line into double quotes, with the text that it is read as now.',
  },
  'duplicate-field': {
    why: 'YAML forbids it. Skilldeck uses the last one; other programs use the first, or refuse the skill.',
  },
  'field-type': {
    why: 'The name, description, license and compatibility are text, and the metadata is a map. To YAML a value in brackets is a list, and a value that starts with "#" is a comment.',
    fix: 'Puts a value in brackets on one line into double quotes, with the text that it is read as now.',
  },
  'unknown-field': {
    why: 'An unknown or misspelled field does nothing, and nothing reports it. Put your own fields under "metadata". Besides the six fields of the specification, Skilldeck reads "when_to_use", "tags", "disable-model-invocation" and "user-invocable".',
    fix: 'Corrects the name of a misspelled field, unless the field is there under its right name too. Other unknown fields stay.',
  },
  'name-missing': {
    why: 'The name is the first of the two required fields. Without it the skill is listed as broken and never offered.',
  },
  'name-format': {
    why: 'Names are typed, put into paths and compared. The specification allows lowercase letters (and letters of scripts without case), digits and single hyphens inside the name, in the normal form NFKC.',
    fix: 'Writes the name in lowercase and NFKC, without spaces at its ends and with hyphens for spaces and underscores, where that gives a valid name.',
  },
  'name-reserved': {
    why: 'Claude’s upload refuses names with these words. Everywhere else, this app included, the skill works.',
  },
  unfilled: {
    why: 'Claude Code runs !`commands` before the model sees the instructions. Here the model gets the words as written, and no command runs by itself. Each place is reported. $ARGUMENTS and $1 are filled in with the words after /name.',
  },
  'tool-name-typo': {
    why: 'The person isn’t spared a question for a tool that doesn’t exist, and no program says so. Only names that are close to a known tool are reported.',
  },
  'name-confusable': {
    why: 'Letters of other scripts can look exactly like ASCII ones (Unicode Technical Standard 39). A person who installs, approves or loads a skill with such a name takes it for the one that they know.',
  },
  'name-not-folder': {
    why: 'The agent loads a skill by the name of its folder. A different name is shown beside it, and other programs refuse the skill.',
    fix: 'Uses the folder’s name as the name, where it is a valid one.',
  },
  'description-missing': {
    why: 'The description is all that an agent knows of a skill before loading it. Without one the skill is listed as broken and never offered.',
  },
  'description-length': {
    why: 'Every request carries the description of every skill. The specification allows 1,024 characters, and some programs refuse more. Say what the skill does and when to use it, and move the rest to the instructions.',
  },
  'description-tags': {
    why: 'Every request carries the description, in some frameworks inside XML. A tag in it can end that frame or pass for an instruction of the program, and the validator of Anthropic’s API refuses such a skill.',
  },
  'compatibility-length': {
    why: 'The field names what a skill needs: programs, an operating system, network access. The specification allows 500 characters; longer explanations belong in the instructions.',
  },
  'metadata-not-text': {
    why: 'The specification allows only text as a value. Skilldeck joins a list with commas and leaves out maps and empty values; other programs refuse the skill.',
  },
  'need-malformed': {
    why: '"metadata.network" lists hosts (api.example.com, *.example.org, with :port unless it is 80 or 443), "metadata.folders" lists folders starting at the root or the home ("~/Documents/trips (read), ~/Downloads (write)"), and "metadata.programs" lists names of programs. The person is asked for them in these words. Anything else is left out, and the script runs without it.',
  },
  'need-too-broad': {
    why: 'No one can judge a request for the whole network, the whole disk, a whole home folder or a folder of keys, so it is never granted, and the script runs without it. Name the hosts and folders that the scripts really use.',
  },
  'confirm-invalid': {
    why: '"metadata.confirm" names scripts whose every run needs approval: "scripts/book.py, scripts/manage.py cancel", where "cancel" limits it to runs with that argument. If an entry names no script of the skill, every script of it needs approval.',
  },
  'activity-invalid': {
    why: '"metadata.activity" says what a script does while it runs, when it is done and when it failed ("Filling the form | Filled the form | Filling the form failed"), in English and Chinese, for scripts that exist. A script without a sentence is shown by its file name.',
  },
  'records-invalid': {
    why: '"metadata.records" names the folder in which the skill keeps one file per record, the kind of card that shows a record, and the title of the list. Without it the app has no such list.',
  },
  shadowed: {
    why: 'A skill is loaded by the name of its folder. If two folders have the same name, the first by path is used and the other never is.',
  },
  links: {
    why: 'A skill is its folder: that is what people copy, share and look at before they trust it. A link out of it works on one machine only, and may share something by accident.',
  },
  'empty-instructions': {
    why: 'Loading a skill adds the text below the front matter. With no text there, a load only costs a turn.',
  },
  'instructions-tokens': {
    why: 'While a skill is loaded, every request carries all of its instructions. The specification recommends fewer than 5,000 tokens. Move what is needed only now and then to references, which are loaded on demand.',
  },
  'instructions-lines': {
    why: 'The specification recommends fewer than 500 lines: models and people read longer files less closely. Move details to references.',
  },
  'over-skill-budget': {
    why: 'A skill with more tokens than the skill budget (8,000 by default) is never loaded whole: the agent has to find the sections it needs. Move rarely needed parts to references.',
  },
  'reference-over-budget': {
    why: 'Loading a reference with more tokens than the skill budget (8,000 by default) is refused. Split it by what is needed together, or let a script look things up in it.',
  },
  'description-vague': {
    why: 'An agent decides by the description alone whether to load a skill. A description that says what the skill is but not when to use it leads to loads that come too rarely or for the wrong request. Use the words that a person would use.',
  },
  'description-english-only': {
    why: 'Requests in Chinese match best if the description has the Chinese words: 机票, 表单, 报销. If only English speakers will use the skill, leave it unchanged.',
  },
  'reference-missing': {
    why: 'An agent that tries to read a missing file loses a turn and then guesses. Links, calls that load a reference, and paths below `references/` and `assets/` are followed. Paths in fenced blocks count as examples, and a path that its line calls an example is only mentioned.',
  },
  'reference-unnamed': {
    why: 'An agent sees the names of all references, but not what they are for. It never loads one that the skill doesn’t mention, or loads it just to see what it is. Say in the instructions when to read it, or remove it.',
  },
  'reference-too-deep': {
    why: 'The specification asks for references one level below the SKILL.md that are named in it. Models often read only part of a reference that another reference names, or miss it. Name it in the instructions too.',
  },
  'script-missing': {
    why: 'A command that names a missing script fails at once, and the agent may write a script to replace it. A name in a sentence, or in a skill without scripts, may be of a project: that is a warning. One that its line calls an example is only mentioned.',
  },
  'script-not-executable': {
    why: 'The first line says that the script can be started by its name, which needs the permission. Commit it too: `git update-index --chmod=+x FILE`. Windows has no such permission, so nothing is reported there.',
    fix: 'Makes the script executable for everybody who may read it.',
  },
  'script-syntax': {
    why: 'A script with a syntax error fails at every call. Python, JavaScript and shell scripts are compiled by the programs that run them; nothing is executed.',
  },
  'script-unchecked': {
    why: 'The program that runs a script checks its syntax: python3 for Python, bash for shell, Node for JavaScript. If the program is missing, or the script is in another language, nothing was checked.',
  },
  'script-no-help': {
    why: 'An agent that is unsure of an option asks the script. A script that takes "--help" for a file name does something else instead. Checked are the scripts directly in `scripts/` and the modules beside them that they use; none is run.',
  },
  'tools-invalid': {
    why: 'A skill may bring function tools: a list of `name`, `description`, `parameters` (the JSON Schema of an object), `script` and, if the script takes one JSON file, `pass: json` (see `docs/skills-tools.md`). An entry that breaks this format is left out when the skill is loaded, so the instructions name a tool that isn’t there.',
  },
  'form-invalid': {
    why: 'A fenced block `json form` in `forms.md` defines a form that the app shows as a card: `id`, `title` and `fields`, a small JSON Schema with words in one or both languages. A form that can’t be shown is left out: the model sees that and asks in words. Forms never ask for payment data, passwords or codes. `optionsFrom` names a JSON file in the skill’s folder: a list of `value` and `label`.',
  },
  'evals-invalid': {
    why: '`evals/evals.json` holds the cases of a skill and `evals/triggers.json` sentences that should or shouldn’t load it (see `docs/user/evals.md`). With a mistake in one of them no eval begins.',
  },
  'tool-description-missing': {
    why: 'The description is all that a model knows of a tool before calling it. A tool without one is left out. Its first sentence also appears in the list of tools.',
  },
  'tool-script-missing': {
    why: 'A tool whose script isn’t in the skill’s folder is left out when the skill is loaded, because calling it could only fail. The path is relative to that folder.',
  },
  'foreign-tool': {
    why: 'A model that reads of a tool that it doesn’t have calls it anyway, or gives up. Say what to do ("run", "read", "ask") instead of which tool to use, or start the conversation in the dialect for which the skill was written. Each tool is reported once per file.',
  },
  'absolute-path': {
    why: 'A path below somebody’s home, a mount or one program’s folder may not exist on other machines. Name the skill’s files by their path inside its folder: the agent knows where that is.',
  },
  'invisible-characters': {
    why: 'Tag characters, zero-width characters and variation selectors can carry instructions that a model reads and a person doesn’t see. Bidirectional controls show text in another order than it is read. The finding shows the hidden text decoded. Joiners inside emoji and in scripts that need them, and direction marks beside right-to-left text, are allowed.',
    fix: 'Removes the hidden characters from the SKILL.md and from references. File names and scripts stay.',
  },
  secret: {
    why: 'A skill is copied, shared and sent to a model, and so is a key in it. Revoke the key where it was issued, then let the script read a new one from an environment variable. The finding shows only its first characters.',
  },
  placeholder: {
    why: 'A template was filled in only in part. The model reads “TODO” or filler text as if it were meant, and a placeholder in the description is in every request. Text in code blocks and code spans doesn’t count.',
  },
  'pipe-to-shell': {
    why: 'Whatever the server sends is run unseen, with all of the agent’s permissions, and may be something else tomorrow. Put the program into the skill, name it in "compatibility", or download it, check it against a known hash, and then run it.',
  },
  'hidden-code': {
    why: 'Code that is decoded and run in one go escapes every reviewer and every check. Write it out in the skill.',
  },
  'reads-keys': {
    why: 'A skill that takes the keys or passwords of its person can act as them elsewhere. The sandbox shows scripts no such file; name a secret in "requires-env" instead, which the person enters for this skill alone.',
  },
  'overrides-user': {
    why: 'A skill works for the person who loads it. Attacks tell the agent to ignore the person or the app, to hide what it does, or to act after a refusal. A line that warns of such instructions is allowed.',
  },
  'script-network': {
    why: 'Scripts run in a sandbox that may have no network, and a person should know before a script sends data away. Name the hosts in "metadata.network" (the person is asked for them, and the sandbox lets the script reach them) or in "compatibility": "Needs network access to api.example.com". The first use in each script is reported.',
  },
  'script-deletes': {
    why: 'With one wrong path, a script that deletes recursively destroys a person’s files. Write into a new folder below `$RUN_DIR` instead, and leave cleaning up to the app. Deleting a single file, such as a lock or a temporary file, is allowed. The first such call in each script is reported.',
  },
  'binary-in-scripts': {
    why: 'No one can review a program in machine code, and it runs on one kind of machine only. Ship the source, or name the program in "compatibility". Leave out `__pycache__` too.',
  },
};
