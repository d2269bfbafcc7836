/** Files of a new skill: they pass the linter and use the language of the description. */
import type { SKILL_TEMPLATES } from '../../shared/skills/author.ts';

export type Template = (typeof SKILL_TEMPLATES)[number];

/** Needs no quotes in YAML. */
const PLAIN = /^[\p{L}][^:#"'{}[\],&*!|>%@`\\]*$/u;
/** Decides by the first letter, since many descriptions are in two languages. */
const CHINESE = /^[^\p{L}]*\p{Script=Han}/u;

interface Words {
  readonly purpose: string;
  readonly steps: string;
  readonly rules: string;
  readonly trouble: string;
  readonly runScript: string;
  readonly chooseReference: string;
  readonly guide: string;
  readonly examples: string;
}

const EN: Words = {
  purpose: 'Say in one or two sentences what a good result looks like, and for whom.',
  steps: `## Steps

1. Ask for what is missing, one or two questions at a time.
2. Do the work as an expert would, and say which decisions were taken.
3. Check the result before it is handed over.
`,
  rules: `## Rules

- Write down what a capable model cannot know: your formats, limits and exceptions.
`,
  trouble: `## When something goes wrong

Say what happened and what would work. Try the same thing at most twice, then ask.
`,
  runScript: `## The script

\`scripts/main.py\` computes what has to be exact. Run it with the command listed under Available Scripts:

\`\`\`
main.py --input "text"
\`\`\`

It prints JSON. With \`--help\` it lists its options; on an error it says on stderr what would work.
`,
  chooseReference: `## References

Load one only when it is needed:

| When | Load |
|---|---|
| the person asks how it is done in detail | \`references/guide.md\` |
| the result has to follow a known form | \`references/examples.md\` |
`,
  guide: `# Guide

What is needed only sometimes stands here, so that it costs nothing the rest of the time.
`,
  examples: `# Examples

One good result, as it would be handed over, and why it is good.
`,
};

const ZH: Words = {
  purpose: '用一两句话写清楚：给谁用，好的结果是什么样子。',
  steps: `## 步骤

1. 缺什么就问什么，一次一两个问题。
2. 按行家的做法完成，并说明做了哪些决定。
3. 交付之前检查结果。
`,
  rules: `## 规则

- 写下模型不可能知道的内容：你的格式、限制和例外。
`,
  trouble: `## 出错时

说明发生了什么，怎样才能成功。同一件事最多重试一次，然后询问用户。
`,
  runScript: `## 脚本

\`scripts/main.py\` 负责必须精确的计算。用 Available Scripts 中列出的命令运行：

\`\`\`
main.py --input "文字"
\`\`\`

它输出 JSON。\`--help\` 列出选项；出错时，stderr 会说明怎样才能成功。
`,
  chooseReference: `## 参考资料

需要时才加载：

| 何时 | 加载 |
|---|---|
| 用户问具体怎么做 | \`references/guide.md\` |
| 结果要符合固定格式 | \`references/examples.md\` |
`,
  guide: `# 指南

只在某些时候需要的内容放在这里，其余时间不占用上下文。
`,
  examples: `# 示例

一个可以直接交付的好结果，以及它好在哪里。
`,
};

const SCRIPT = `#!/usr/bin/env python3
"""Prints what it was given, as JSON. Put the exact part of the skill here."""
import argparse
import json
import sys


def compute(text):
    return {"ok": True, "text": text, "characters": len(text)}


def main():
    parser = argparse.ArgumentParser(
        description="Prints what it was given, as JSON.",
        epilog='Example: main.py --input "text"',
    )
    parser.add_argument("--input", required=True, help="the text to work on")
    args = parser.parse_args()
    if not args.input.strip():
        print("Error: --input is empty. Give it the text to work on.", file=sys.stderr)
        return 2
    print(json.dumps(compute(args.input), ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
`;

/** Returns the files' texts by path. */
export function templateFiles(
  template: Template,
  { name, description }: { readonly name: string; readonly description: string },
): Readonly<Record<string, string>> {
  const said = description.trim().replace(/\s+/g, ' ');
  const words = CHINESE.test(said) ? ZH : EN;
  const front = `---\nname: ${scalar(name)}\ndescription: ${scalar(said)}\n---\n`;
  const skill = (...parts: readonly string[]): string =>
    [`${front}# ${name}\n`, `${words.purpose}\n`, words.steps, ...parts, words.rules, words.trouble].join('\n');
  switch (template) {
    case 'instructions':
      return { 'SKILL.md': skill() };
    case 'script':
      return { 'SKILL.md': skill(words.runScript), 'scripts/main.py': SCRIPT };
    case 'references':
      return {
        'SKILL.md': skill(words.chooseReference),
        'references/guide.md': words.guide,
        'references/examples.md': words.examples,
      };
  }
}

/** Formats text as one line of YAML that parses back to the same text. */
export const scalar = (text: string): string =>
  PLAIN.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text) ? text : JSON.stringify(text);
