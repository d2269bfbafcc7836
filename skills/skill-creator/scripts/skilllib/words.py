"""What the checks say, in both languages."""

MESSAGES = {
    "not-utf8": ("%s is no UTF-8 text. Save it as UTF-8.", "%s 不是 UTF-8 文本，请另存为 UTF-8。"),
    "front-matter-missing": ("It does not begin with front matter. The first line must be ---, then name and description, then --- again.",
                             "开头缺少 front matter：第一行应为 ---，接着是 name 和 description，再以 --- 结束。"),
    "front-matter-unclosed": ("The front matter is not closed. Put a line --- after its last field.", "front matter 没有结束，请在最后一个字段后加一行 ---。"),
    "byte-order-mark": ("%s begins with a byte order mark. Save it without.", "%s 以 BOM 开头，请保存为无 BOM。"),
    "line-endings": ("%s has Windows line ends. Save it with LF.", "%s 使用 CRLF 换行，请改为 LF。"),
    "skill-file-name": ("The file is called %s. Call it SKILL.md.", "文件名为 %s，应为 SKILL.md。"),
    "yaml-line": ("This line is no field: %s", "这一行不是字段：%s"),
    "yaml-tab": ("Indent with spaces; YAML refuses tabs.", "请用空格缩进，YAML 不接受制表符。"),
    "yaml-quote": ("A quoted text is not closed, or has an escape that YAML does not know: %s", "引号没有闭合，或转义无效：%s"),
    "yaml-start": ("A text that begins with %s must stand in double quotes.", "以 %s 开头的文本要放在双引号里。"),
    "yaml-colon": ("A text with a colon and a space must stand in double quotes: %s", "含“冒号加空格”的文本要放在双引号里：%s"),
    "duplicate-field": ("'%s' is given twice (first in line %d).", "“%s”出现了两次（第一次在第 %d 行）。"),
    "field-type": ("'%s' must be text. Put it into double quotes.", "“%s”应为文本，请加双引号。"),
    "unknown-field": ("'%s' is no field of the specification. Move it below metadata.", "规范中没有字段“%s”，请移到 metadata 下。"),
    "name-missing": ("'name' is missing.", "缺少 name。"),
    "name-long": ("The name has %d characters, and at most 64 are allowed.", "name 有 %d 个字符，最多 64 个。"),
    "name-format": ("'%s' is no name: lowercase letters, digits and single hyphens, none at the ends. Perhaps: %s",
                    "“%s”不能作为 name：只能用小写字母、数字和单个连字符，且不在首尾。例如：%s"),
    "name-not-folder": ("The name is '%s' and the folder is '%s'. They must be the same.", "name 是“%s”，文件夹是“%s”，两者必须相同。"),
    "description-missing": ("'description' is missing.", "缺少 description。"),
    "description-length": ("The description has %d characters, and at most 1,024 are allowed.", "description 有 %d 个字符，最多 1,024 个。"),
    "description-vague": ("The description does not say when to use the skill. Add \"Use when …\" with the words that a person would use.",
                          "description 没有说明何时使用，请加上“当用户……时使用”和用户会说的词。"),
    "description-english-only": ("The description is in English only; add the Chinese words if people may ask in Chinese.",
                                 "description 只有英文；若有人用中文提问，请补充中文触发词。"),
    "description-chinese-only": ("The description is in Chinese only; add the English words if people may ask in English.",
                                 "description 只有中文；若有人用英文提问，请补充英文触发词。"),
    "compatibility-length": ("'compatibility' has %d characters; 1 to 500 are allowed.", "compatibility 有 %d 个字符，应为 1 到 500 个。"),
    "metadata-not-text": ("metadata.%s must be text. Put it into double quotes.", "metadata.%s 应为文本，请加双引号。"),
    "empty-instructions": ("There are no instructions below the front matter.", "front matter 之后没有指令正文。"),
    "instructions-tokens": ("The instructions have about %d tokens (an estimate); 5,000 are recommended at most. Move parts into references.",
                            "正文约 %d 个 token（估算），建议不超过 5,000。请把部分内容移到 references。"),
    "instructions-lines": ("The instructions have %d lines; fewer than 500 are recommended.", "正文有 %d 行，建议少于 500 行。"),
    "reference-missing": ("'%s' is named here and is not in the folder.", "这里提到了“%s”，但文件夹里没有。"),
    "reference-unnamed": ("%s is named nowhere in SKILL.md. Say when to read it, or remove it.", "SKILL.md 中没有提到 %s，请说明何时读取，或删除。"),
    "reference-long": ("About %d tokens (an estimate): over the default budget of 8,000. Split it.", "约 %d 个 token（估算），超过默认预算 8,000，请拆分。"),
    "script-missing": ("'%s' is named here and is not in the folder.", "这里提到了“%s”，但文件夹里没有。"),
    "script-unnamed": ("%s is named nowhere in SKILL.md.", "SKILL.md 中没有提到 %s。"),
    "script-syntax": ("%s", "%s"),
    "script-no-help": ("%s does not seem to answer --help.", "%s 似乎不支持 --help。"),
    "script-not-executable": ("%s begins with #! and is not executable.", "%s 以 #! 开头，但没有可执行权限。"),
    "absolute-path": ("'%s' is there on one machine only. Use a path inside the folder, or an environment variable.",
                      "“%s”只在一台机器上存在，请改用文件夹内的路径或环境变量。"),
    "invisible-characters": ("A hidden character (U+%04X). Remove it.", "隐藏字符（U+%04X），请删除。"),
    "secret": ("This looks like a key or password. Take it back, and read it from the environment.", "这里像是密钥或密码：请作废它，并改为从环境变量读取。"),
    "pipe-to-shell": ("This runs what a server sends, unseen. Load it, check it, then run it.", "这会直接运行服务器返回的内容。应先下载、检查，再运行。"),
    "script-deletes": ("It deletes whole folders. Write into a fresh one instead.", "会删除整个文件夹，请改为写入新文件夹。"),
    "links": ("%s is a link. Put the file itself here.", "%s 是链接，请放入文件本身。"),
    "too-large": ("%s has more than 4 MiB.", "%s 超过 4 MiB。"),
    "unfinished": ("This is still to be filled in: %s", "此处尚未填写：%s"),
    "tries": ("evals/tries.json: %s", "evals/tries.json：%s"),
}

SEVERITY = {"error": ("error", "错误"), "warning": ("warning", "警告"), "info": ("info", "提示")}
NOTHING = ("Nothing was found in %d skill%s.", "检查了 %d 个 skill%s，没有发现问题。")
COUNT = ("%d error%s, %d warning%s, %d other%s.", "%d 个错误%s，%d 个警告%s，%d 个提示%s。")
LAST_WORD = ("`skilldeck skills lint` knows more rules and has the last word.", "以 `skilldeck skills lint` 的结果为准，它的规则更全。")


def say(key, values, language):
    return MESSAGES[key][language == "zh"] % values
