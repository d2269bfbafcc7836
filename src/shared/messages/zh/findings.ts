import type * as en from '../en/findings.ts';
import type { Words } from '../types.ts';

export const findings: Words<typeof en.findings> = {
  'absolute-path': { what: '“{{path}}”在其他电脑上可能不存在', fix: '请改用技能文件夹内的路径，或作为选项传入。' },
  'binary-left-over': { what: '{{path}} 是运行后留下的文件', fix: '请删除。' },
  'binary-script': { what: '{{path}} 是二进制文件，无法审阅', fix: '请改为提供源代码。' },
  'client-folder': { what: '“{{path}}”是 {{client}} 的文件夹，在别处可能不存在', fix: '请改用技能文件夹内的路径。' },
  'evals-field': {
    what: '缺少“{{field}}”，或无法读取',
    fix: '用例需要“id”和“prompt”，语句需要“query”和“should_trigger”。',
  },
  'evals-file-missing': { what: '用例“{{id}}”引用的 {{path}} 不在技能文件夹中', fix: '请添加该文件，或改正路径。' },
  'evals-not-json': { what: '{{path}} 不是有效的 JSON', fix: '请在此处改正。' },
  'evals-pattern': { what: '用例“{{id}}”中有一项不是正则表达式：{{pattern}}', fix: '请改正，或转义其中的特殊字符。' },
  'evals-pattern-kind': {
    what: '用例“{{id}}”中有一个不支持的正则表达式：{{pattern}}',
    fix: '请不要使用前瞻、后顾和反向引用，重复次数不要超过 1,000。',
  },
  'evals-twice': { what: '有两个用例都叫“{{id}}”', fix: '请给其中一个改名。' },
  'file-gone': { what: '文件不存在，或是失效的链接', fix: '请把它放回来，或删除这个文件夹。' },
  'file-not-regular': { what: '这不是普通文件', fix: '请换成文本文件。' },
  'file-outside': { what: '这个文件是链接，指向技能文件夹之外', fix: '请把文件复制到这里。' },
  'file-too-large': { what: '文件超过 {{most}} MiB，因此没有读取', fix: '请把部分内容移到参考资料。' },
  'file-unreadable': { what: '无法读取文件', fix: '请为自己添加读取权限。' },
  'folder-unreadable': { what: '无法读取文件夹', fix: '请为自己添加读取权限。' },
  'hidden-bidirectional': { what: '隐藏字符（双向控制符）：{{characters}}', fix: '请删除。' },
  'hidden-control': { what: '隐藏字符（控制字符）：{{characters}}', fix: '请删除。' },
  'hidden-invisible': { what: '隐藏字符（不可见字符）：{{characters}}', fix: '请删除。' },
  'hidden-name': { what: '名称“{{name}}”含有隐藏字符', fix: '请重命名。' },
  'hidden-tags': { what: '隐藏字符（标签字符）：{{characters}}', fix: '请删除。' },
  'hidden-tags-decoded': { what: '隐藏字符（标签字符）：{{characters}}，解码后为“{{decoded}}”', fix: '请删除。' },
  'hidden-variation': { what: '隐藏字符（变体选择符）：{{characters}}', fix: '请删除。' },
  'hidden-variation-decoded': {
    what: '隐藏字符（变体选择符）：{{characters}}，解码后为“{{decoded}}”',
    fix: '请删除。',
  },
  'link-broken': { what: '{{path}} 是失效的链接', fix: '请删除。' },
  'link-outside': { what: '{{path}} 是指向技能文件夹之外的链接，因此没有跟随', fix: '请复制它所指向的内容。' },
  placeholder: { what: '说明中遗留了占位文字：“{{words}}”', fix: '请写上应有的内容，或将其删除。' },
  'hidden-code': { what: '“{{code}}”运行的代码在这里无法阅读', fix: '请把代码原样放进技能。' },
  'reads-keys': { what: '“{{path}}”存放用户的密钥或密码', fix: '请改用“requires-env”声明技能自己的密钥。' },
  'pipe-to-shell': { what: '“{{command}}”会未经查看就运行服务器发来的内容', fix: '请先下载、检查，再运行。' },
  'reference-bytes': { what: '{{path}} 有 {{n}} 字节，太大，无法加载', fix: '请拆分。' },
  'reference-missing': { what: '这里提到“{{path}}”，但技能文件夹里没有它', fix: '请添加这个文件，或改正文件名。' },
  'reference-named-once': { what: '只有 {{by}} 提到 {{path}}', fix: '请在 SKILL.md 中也写上。' },
  'reference-not-utf8': { what: '文件不是 UTF-8，因此无法加载', fix: '请保存为 UTF-8。' },
  'reference-outside': { what: '“{{path}}”在技能文件夹之外，因此无法加载', fix: '请把它复制到文件夹里。' },
  'reference-over-budget': { what: '{{path}} 有 {{n}} 词元，技能预算为 {{most}}，因此只能分段读取', fix: '请拆分。' },
  'reference-too-deep': { what: '{{path}} 的层级超过一层', fix: '请直接放到 references/ 下。' },
  'reference-elsewhere': { what: '“{{path}}”是 {{there}}', fix: '请写成这个路径。' },
  'reference-miscased': {
    what: '{{path}} 被写成“{{written}}”；在区分大小写的系统上找不到这个文件',
    fix: '请按文件名书写。',
  },
  'reference-unnamed': { what: '技能中没有提到 {{path}}', fix: '请在说明中写明何时读取，或删除它。' },
  'root-link-broken': { what: '链接已失效', fix: '请删除。' },
  'root-link-outside': {
    what: '链接指向技能文件夹之外的 {{dir}}，因此没有跟随',
    fix: '请把文件夹复制到这里，或另行添加：--skills {{dir}}',
  },
  'root-passed-over': {
    what: '技能没有使用：它在第八层以下，或位于依赖包或缓存文件夹中',
    fix: '请直接指定它的文件夹：{{dir}}',
  },
  'root-too-many-folders': { what: '只查找了前 {{most}} 个文件夹', fix: '请选择较小的文件夹。' },
  'script-deletes': { what: '{{path}} 会删除多个文件：“{{call}}”', fix: '请改为写入新文件夹。' },
  'script-missing': { what: '这里提到“{{path}}”，但技能文件夹里没有它', fix: '请添加这个脚本，或改正文件名。' },
  'script-network': {
    what: '{{path}} 使用网络：“{{call}}”',
    fix: '请在“metadata.network”或“compatibility”中写明主机。',
  },
  'script-network-denied': {
    what: '{{path}} 使用网络：“{{call}}”，而“compatibility”说不使用',
    fix: '请改正“compatibility”，或删除这个调用。',
  },
  'script-no-help': { what: '{{path}} 似乎不支持 --help', fix: '请让它输出各个选项和一个示例。' },
  'script-not-executable': { what: '{{path}} 有“#!”行，但不可执行', fix: '请对它运行 chmod +x，或删除这一行。' },
  'script-syntax': { what: '无法解析 {{path}}：{{detail}}', fix: '请改正此处或前一处。' },
  'script-unchecked-language': { what: '没有检查 {{path}} 的语法：这里没有程序能读取 {{program}}' },
  'script-unchecked-missing': {
    what: '没有检查 {{path}} 的语法：没有安装 {{program}}',
    fix: '安装后即可检查这个脚本。',
  },
  'script-unchecked-silent': { what: '没有检查 {{path}} 的语法：{{program}} 没有响应' },
  'secret-key': {
    what: '疑似 {{service}} 的密钥或令牌：{{start}}…（{{n}} 个字符）',
    fix: '请在签发处撤销它，并改为从环境变量读取。',
  },
  'secret-password': {
    what: '疑似网址中的密码：{{start}}…（{{n}} 个字符）',
    fix: '请更换这个密码，并改为从环境变量读取。',
  },
  'secret-private-key': { what: '疑似私钥：{{start}}', fix: '请更换这个私钥，并改为从环境变量读取。' },
  'skill-file-name': { what: '文件名是 {{name}}，其他程序查找的是 SKILL.md', fix: '请重命名。' },
  'special-file': { what: '{{path}} 是管道、套接字或设备，不会打开', fix: '请删除。' },
  'too-many-files': { what: '文件夹里的文件超过 {{most}} 个，其余的没有检查', fix: '请把技能不需要的文件移到别处。' },
  'activity-language-missing': {
    what: '“metadata.activity”：{{script}} 缺少 {{languages}} 的步骤说明',
    fix: '请补上。',
  },
  'activity-no-sentences': {
    what: '“metadata.activity”：“{{key}}”没有步骤说明',
    fix: '请在它下面几行写“en: …”和“zh: …”。',
  },
  'activity-script-missing': {
    what: '“metadata.activity”提到 {{script}}，但技能文件夹里没有它',
    fix: '请添加这个脚本，或改正路径。',
  },
  'activity-sentence': {
    what: '“metadata.activity”：无法读取“{{key}}”的“{{language}}”',
    fix: '请写一个语言代码和一句说明，不超过 {{most}} 个字符。',
  },
  'confirm-script-missing': {
    what: '“metadata.confirm”提到 {{script}}，它不是技能里的文件，因此所有脚本都需要批准',
    fix: '请写从技能文件夹开始的路径，例如“scripts/book.py”，多个路径用逗号分开。',
  },
  'confirm-unread': {
    what: '“{{key}}”没有指明脚本，因此这个技能的所有脚本都需要批准',
    fix: '请在“metadata”下写：confirm: "scripts/book.py, scripts/manage.py cancel"。',
  },
  'blank-before-front-matter': { what: '文件头之前有空行，其他程序会找不到它', fix: '请删除空行。' },
  'byte-order-mark': { what: '文件以字节顺序标记（BOM）开头', fix: '请保存为不带 BOM 的 UTF-8。' },
  'compatibility-length': { what: 'compatibility 有 {{n}} 个字符，上限为 {{most}} 个', fix: '请缩短。' },
  'description-english-only': { what: '描述只有英文，中文请求可能匹配不到', fix: '请加上说明其用途的中文词语。' },
  'description-length': { what: '描述有 {{n}} 个字符，上限为 {{most}} 个', fix: '请缩短。' },
  'description-missing': { what: '文件头里没有可用的“description”', fix: '请添加“description: 做什么，何时使用”。' },
  'description-tags': { what: '描述中有 XML 标签：{{tag}}', fix: '请去掉尖括号。' },
  'description-vague': { what: '描述没有说明何时使用这个技能', fix: '请加上“当……时使用”，并写出用户会用的词语。' },
  'duplicate-field': { what: '“{{key}}”出现了两次，以最后一次为准', fix: '请只保留一个。' },
  'folder-name': { what: '文件夹名 {{name}} 含有不可见字符或控制字符', fix: '请重命名文件夹。' },
  'front-matter-language': {
    what: '文件头标记为“{{language}}”。这里只读取 YAML，其中的内容没有运行',
    fix: '第一行请只写“---”，字段用 YAML 写在下面。',
  },
  'front-matter-long': { what: '文件头在前 {{most}} KiB 内没有结束，因此没有读取', fix: '请把较长的内容移到说明中。' },
  'front-matter-missing': {
    what: '文件开头没有文件头',
    fix: '请以一行“---”开头，接着写“name: …”和“description: …”，再写一行“---”。',
  },
  'front-matter-not-fields': { what: '文件头不是以字段开始', fix: '请用双引号括起这个值，或改正这一行。' },
  'front-matter-not-utf8': { what: '文件头不是 UTF-8', fix: '请把文件保存为 UTF-8。' },
  'front-matter-unclosed': { what: '文件头没有结尾的“---”', fix: '请用只有“---”的一行结束。' },
  'line-endings': { what: '行以 CRLF 或 CR 结尾', fix: '请用 LF 保存文件。' },
  'line-endings-start': { what: '脚本的行以 CRLF 结尾，无法通过“#!”行启动', fix: '请用 LF 保存。' },
  'metadata-key-not-text': { what: '“metadata”有一个键不是文本', fix: '请写成文本，并加双引号。' },
  'metadata-left-out': { what: '“metadata.{{key}}”不是文本，因此没有采用', fix: '请写成文本。' },
  'metadata-not-fields': { what: '“metadata”下没有字段，因此没有采用', fix: '请把字段缩进写在它下面。' },
  'metadata-not-text': { what: '“metadata.{{key}}”不是文本', fix: '请写成文本，并加双引号。' },
  'name-capitals': { what: '名称“{{name}}”含有大写字母', fix: '请只用小写字母、数字和单个连字符，例如“{{better}}”。' },
  'name-characters': {
    what: '名称“{{name}}”含有小写字母、数字和连字符以外的字符',
    fix: '请只用这些字符，例如“{{better}}”。',
  },
  'name-reserved': { what: '名称中有“{{word}}”，Claude 的上传会拒绝', fix: '如果要上传到那里，请换一个名称。' },
  unfilled: { what: '{{words}} 在这里不会运行：模型看到的就是这些字符', fix: '请写明需要先运行这个命令。' },
  'tool-name-typo': { what: '“{{name}}”不是已知的工具', fix: '是不是“{{better}}”？' },
  'name-confusable': { what: '名称“{{name}}”看起来像“{{ascii}}”，但混有其他文字的字母', fix: '请只用一种文字书写。' },
  'name-confusable-other': {
    what: '它的名称看起来像“{{ascii}}”，但混有其他文字的字母，是另一个技能',
    fix: '除非你知道它的来源，否则请删除它或重命名文件夹。',
  },
  'name-double-hyphen': { what: '名称“{{name}}”有两个连续的连字符', fix: '请用单个连字符，例如“{{better}}”。' },
  'name-hyphen-ends': { what: '名称“{{name}}”以连字符开头或结尾', fix: '请以字母或数字开头和结尾，例如“{{better}}”。' },
  'name-missing': { what: '文件头里没有可用的“name”', fix: '请添加“name: 文件夹名”。' },
  'name-not-folder': { what: '名称“{{name}}”与文件夹名“{{folder}}”不同', fix: '请改其中一个。' },
  'name-not-nfkc': {
    what: '名称“{{name}}”不是 NFKC 规范形式',
    fix: '请只用小写字母、数字和单个连字符，例如“{{better}}”。',
  },
  'name-too-long': { what: '名称“{{name}}”有 {{n}} 个字符，上限为 {{most}} 个', fix: '请缩短。' },
  'need-malformed': {
    what: '没有采用“{{entry}}”：它不是主机、文件夹或程序的名称',
    fix: '请写主机（如 api.example.com）、文件夹（如“~/Documents/trips (read)”）或程序名。',
  },
  'need-too-broad': { what: '“{{entry}}”超出了可授权的范围', fix: '请写出脚本真正用到的内容。' },
  'not-a-list': { what: '“{{key}}”既不是列表也不是文本，因此没有采用', fix: '请写成“{{key}}: [a, b]”。' },
  'not-text': { what: '“{{key}}”在 YAML 中不是纯文本，已按原文读取', fix: '请用双引号括起这个值，或改正这一行。' },
  'not-yes-or-no': {
    what: '“{{key}}”既不是 true 也不是 false',
    fix: '请写成“{{key}}: true”或“{{key}}: false”。',
  },
  'not-utf8': { what: '文件不是 UTF-8', fix: '请保存为 UTF-8。' },
  'overrides-hides': { what: '“{{words}}”要求智能体对用户隐瞒', fix: '请删除。' },
  'overrides-instructions': { what: '“{{words}}”要求智能体无视已有的指示', fix: '请删除。' },
  'overrides-unasked': { what: '“{{words}}”要求智能体不经询问就行动', fix: '请删除。' },
  'overrides-unseen': { what: '“{{words}}”是写在注释里的命令，用户可能看不到', fix: '请删除。' },
  'overrides-wish': { what: '“{{words}}”要求智能体违背用户的意愿', fix: '请删除。' },
  'records-fields': { what: '无法读取“metadata.records”：有误或缺少 {{fields}}', fix: '需要“folder”“kind”和“title”。' },
  'unknown-field': { what: '“{{key}}”不是规范中的字段', fix: '请移到“metadata”下面。' },
  'unknown-field-meant': { what: '“{{key}}”不是规范中的字段', fix: '是不是想写“{{meant}}”？' },
  'yaml-invalid': { what: '不是有效的 YAML：{{detail}}', fix: '请用双引号括起这个值，或改正这一行。' },
  'yaml-left-out': {
    what: '有一条不是有效的 YAML，因此没有采用：{{detail}}',
    fix: '请用双引号括起这个值，或改正这一行。',
  },
  'yaml-repaired': { what: '“{{key}}”不是有效的 YAML：{{detail}}', fix: '请用双引号括起这个值，或改正这一行。' },
  'settings-unreadable': { what: '无法读取该文件（{{why}}）', fix: '请检查权限，或从副本恢复。' },
  'settings-too-deep': { what: '括号嵌套超过 {{most}} 层，因此没有读取任何内容', fix: '请去掉多余的嵌套。' },
  'settings-no-object': { what: '设置应写在 { 和 } 之间；没有读取任何内容', fix: '请在第一项前加 {，最后一项后加 }。' },
  'settings-twice': { what: '“{{field}}”出现了两次，以后面的为准', fix: '请只保留一个。' },
  'settings-unknown': { what: '这个版本没有“{{field}}”这项设置，已忽略', fix: '请检查拼写。' },
  'settings-wrong': { what: '已忽略“{{field}}”：{{why}}' },
  'settings-wrong-inside': { what: '已忽略“{{field}}”，因为“{{place}}”有问题：{{why}}' },
  'settings-env-misplaced': { what: '这里的“env”已忽略', fix: '请写在数据文件夹的 config.jsonc 中。' },
  'settings-env-missing': { what: '“env”指定的“{{name}}”不存在，使用“{{used}}”', fix: '可选：{{names}}。' },
  'settings-agent-missing': { what: '已忽略“agent”：agents.jsonc 中没有“{{name}}”', fix: '可选：{{names}}。' },
  'agent-name': { what: '“{{name}}”不能用作智能体的名称', fix: '请用 1 到 {{most}} 个字符，且不能是“none”。' },
  'agent-no-object': { what: '已忽略智能体“{{name}}”', fix: '请把它的设置写在 { 和 } 之间。' },
  'agent-second-default': { what: '“{{name}}”是第二个默认项，默认仍为“{{used}}”', fix: '请去掉其中一个的“default”。' },
  'agent-limit-unreadable': {
    what: '智能体“{{name}}”的“{{field}}”不是名称列表，因此视为空列表',
    fix: '请写成列表，例如 ["read_*"]。',
  },
  'model-no-object': { what: '已忽略模型“{{name}}”', fix: '请写名称，并把设置写在 { 和 } 之间。' },
  'model-incomplete': { what: '模型“{{name}}”的“{{field}}”有误，暂不可用', fix: '请改正。' },
  'grants-no-list': { what: '“grants”不是列表，文件中的授权都不生效', fix: '请改正该文件，或删除后重新授权。' },
  'grants-unreadable': { what: '{{all}} 项授权中有 {{n}} 项无法读取，不生效', fix: '请改正或删除它们。' },
  'grants-file-unreadable': {
    what: '无法读取该文件（{{why}}），其中的授权都不生效',
    fix: '请改正该文件，或删除后重新授权。',
  },
  'json-comma': { what: '这里缺少逗号', fix: '请补上。' },
  'json-colon': { what: '这里缺少冒号', fix: '请在名称后补上。' },
  'json-name': { what: '这里缺少设置的名称', fix: '请写在双引号内。' },
  'json-value': { what: '这里缺少值', fix: '请补上。' },
  'json-brace': { what: '这里缺少 }', fix: '请补上。' },
  'json-bracket': { what: '这里缺少 ]', fix: '请补上。' },
  'json-end': { what: '文件应在此结束', fix: '请删除后面的内容。' },
  'json-invalid': { what: '这不是有效的 JSON（{{why}}）', fix: '请改正。' },
  'root-missing': { what: '文件夹 {{dir}} 不存在', fix: '请检查 --skills 后面的路径。' },
  'database-wal-gone': { what: 'Skilldeck 上次意外结束，而保存最新事件的这个文件已不存在。最近对话的结尾可能丢失' },
  'database-disk-full': {
    what: '磁盘已满。可以查看对话，但无法保存新内容',
    fix: '请删除不需要的内容，然后重新启动 Skilldeck。',
  },
  'unmet-system': { what: '该技能适用于 {{names}}，本机是 {{here}}' },
  'unmet-secret': {
    what: '该技能需要密钥 {{name}}，尚未设置',
    fix: '请在技能页面填写，或运行：skilldeck secrets set {{skill}} {{name}}。',
  },
  'unmet-program': { what: '该技能需要程序 {{names}}，本机没有安装', fix: '请先安装。' },
  'unmet-perhaps': { what: '该技能的说明提到 {{names}}，本机没有安装' },
  'unmet-left-out': {
    what: '该技能无法在本机运行，因此不会提供给模型',
    fix: '仍要使用，请运行：skilldeck skills enable {{skill}}。',
  },
  'tool-confirmed': {
    what: '没有采用工具“{{name}}”：{{script}} 的某些参数需要批准，放在文件里就看不到了',
    fix: '请使用“pass: flags”。',
  },
  'tool-description-long': { what: '没有采用工具“{{name}}”：它的描述超过 {{most}} 个字符', fix: '请缩短。' },
  'tool-description-missing': {
    what: '没有采用工具“{{name}}”：它没有“description”，模型无法判断何时调用',
    fix: '请写明这个工具的用途。',
  },
  'tool-duplicate': { what: '没有采用这个工具：第 {{line}} 行已定义“{{name}}”', fix: '请重命名或删除其中一个。' },
  'tool-not-fields': { what: '没有采用这一条：它不是“name: …”等字段', fix: '请把每个字段写成“键: 值”。' },
  'tool-key-unusable': { what: '没有采用这个工具：“parameters”有一个键不可用', fix: '请用文本作键。' },
  'tool-name': {
    what: '没有采用这个工具：“name”须为 1 到 64 个字母、数字、“_”或“-”',
    fix: '如果名称是数字，请加引号。',
  },
  'tool-not-a-number': { what: '没有采用这个工具：{{value}} 不是 JSON 中的数字', fix: '请使用有限的数字。' },
  'tool-parameters': {
    what: '没有采用工具“{{name}}”：“parameters”不是可用的 JSON Schema：{{detail}}',
    fix: '请改正。',
  },
  'tool-parameters-no-object': {
    what: '没有采用工具“{{name}}”：“parameters”须为对象的 JSON Schema',
    fix: '请写“type: object”和“properties”。',
  },
  'tool-pass': { what: '没有采用工具“{{name}}”：“pass”的值无效', fix: '可用的值：{{allowed}}。' },
  'tool-script-gone': { what: '没有采用工具“{{name}}”：脚本 {{script}} 不存在', fix: '请添加这个脚本，或改正路径。' },
  'tool-script-large': { what: '没有采用工具“{{name}}”：脚本 {{script}} 超过 {{most}} MiB', fix: '请缩小。' },
  'tool-script-missing': {
    what: '工具“{{name}}”运行“{{script}}”，但技能文件夹里没有它',
    fix: '请添加这个脚本，或改正路径。',
  },
  'tool-script-none': { what: '没有采用工具“{{name}}”：没有指定“script”', fix: '请指定技能文件夹中的脚本。' },
  'tool-script-not-regular': { what: '没有采用工具“{{name}}”：脚本 {{script}} 不是普通文件', fix: '请换成文件。' },
  'tool-script-outside': {
    what: '没有采用工具“{{name}}”：脚本 {{script}} 指向技能文件夹之外',
    fix: '请把脚本复制到文件夹里。',
  },
  'tool-script-path': {
    what: '没有采用工具“{{name}}”：脚本须为技能文件夹内的路径',
    fix: '请写成 scripts/run.py 这样的路径。',
  },
  'tool-script-type': {
    what: '没有采用工具“{{name}}”：脚本须为 .py、.js、.mjs、.cjs 或 .sh 文件',
    fix: '请指定其中一种文件。',
  },
  'tool-script-unreadable': { what: '没有采用工具“{{name}}”：无法读取脚本 {{script}}', fix: '请为自己添加读取权限。' },
  'tool-values': { what: '没有采用这个工具：这一条的值超过 {{most}} 个', fix: '请精简它的 Schema。' },
  'tools-file-gone': { what: '技能没有提供工具：文件不存在', fix: '请把它放回来。' },
  'tools-file-large': { what: '技能没有提供工具：文件超过 {{most}} KiB', fix: '请缩小。' },
  'tools-file-not-regular': { what: '技能没有提供工具：这不是普通文件', fix: '请换成文本文件。' },
  'tools-file-not-text': { what: '无法以文本读取文件，因此技能没有提供工具', fix: '请保存为 UTF-8。' },
  'tools-file-outside': { what: '技能没有提供工具：文件指向技能文件夹之外', fix: '请把文件复制到这里。' },
  'tools-file-unreadable': { what: '技能没有提供工具：无法读取文件', fix: '请为自己添加读取权限。' },
  'tools-not-listed': { what: '没有 {{key}} 列表', fix: '请让每一条以“- name: …”开头，或写在“{{key}}:”下面。' },
  'tools-other-files': { what: '只读取这个文件，忽略 {{files}}', fix: '请把所有工具写进这个文件。' },
  'tools-too-many': { what: '工具超过 {{most}} 个，没有采用这个及之后的工具', fix: '请删除一些。' },
  'tools-unknown-field': { what: '忽略了未知的字段：{{keys}}', fix: '可用的字段：{{allowed}}。' },
  'empty-instructions': { what: '文件头之后没有说明', fix: '请逐步写明要做什么。' },
  'fixed-executable': { what: '已设为可执行（{{mode}}）' },
  'fixed-line': { what: '第 {{line}} 行：{{before}} → {{after}}' },
  'fixed-renamed': { what: '已重命名为 {{name}}' },
  'fixed-rewritten': { what: '已改写' },
  'foreign-tool': {
    what: '“{{name}}”是另一个框架（{{whose}}）的工具，这里对应的是 {{here}}',
    fix: '也可以使用 --dialect {{dialect}}，其中有同名工具。',
  },
  'foreign-tool-near': {
    what: '“{{name}}”是另一个框架（{{whose}}）的工具，这里对应的是 {{here}}',
    fix: '也可以使用 --dialect {{dialect}}，它与原框架最接近。',
  },
  'foreign-tool-script': {
    what: '“{{name}}”是另一个框架（{{whose}}）的工具，这里没有类似的工具',
    fix: '请改用技能自带的脚本；--dialect {{dialect}} 与原框架最接近。',
  },
  'foreign-tool-words': {
    what: '“{{name}}”是另一个框架（{{whose}}）的工具，这里没有类似的工具',
    fix: '请直接用文字说明要做什么；--dialect {{dialect}} 与原框架最接近。',
  },
  'form-invalid': { what: '无法显示表单：{{detail}}', fix: '请在“forms.md”中改正。' },
  'instructions-lines': { what: '说明有 {{n}} 行，建议不超过 {{most}} 行', fix: '请把细节移到参考资料。' },
  'instructions-not-utf8': { what: '说明不是 UTF-8', fix: '请把文件保存为 UTF-8。' },
  'instructions-tokens': { what: '说明有 {{n}} 词元，建议不超过 {{most}} 词元', fix: '请把不常用的内容移到参考资料。' },
  more: { what: '……还有更多同类问题' },
  'over-skill-budget': {
    what: '加载需要 {{n}} 词元，技能预算为 {{most}}，因此这个技能只能按章节加载',
    fix: '请把部分内容移到参考资料。',
  },
  'placeholder-description': { what: '描述中遗留了占位文字：“{{words}}”', fix: '请写明技能做什么，何时使用。' },
  shadowed: { what: '另一个名为“{{name}}”的技能排在前面，已改用它：{{file}}', fix: '请重命名或删除其中一个文件夹。' },
  'shadowed-here': {
    what: '另一个名为“{{name}}”的技能排在前面：使用 {{used}}，不使用 {{unused}}',
    fix: '请重命名或删除其中一个文件夹。',
  },
  'unfixed-changed': { what: '没有修复：文件在此期间已更改', fix: '请重新检查这个技能。' },
  'unfixed-detail': { what: '没有修复：{{detail}}', fix: '请手动修复。' },
  'unfixed-gone': { what: '没有修复：文件已不存在', fix: '请重新检查这个技能。' },
  'unfixed-not-regular': { what: '没有修复：这不是普通文件', fix: '请换成文本文件。' },
  'unfixed-outside': { what: '没有修复：文件在技能之外', fix: '请把它复制到技能里。' },
  'unfixed-taken': { what: '没有修复：已有同名文件', fix: '请重命名或删除其中一个。' },
  'unfixed-unreadable': { what: '没有修复：无法读取文件', fix: '请为自己添加权限。' },
};

export const lint: Words<typeof en.lint> = {
  'absolute-path': '不写只在一台电脑上存在的路径',
  'binary-in-scripts': '脚本是文本文件',
  'blank-before-front-matter': '文件头之前没有任何内容',
  'byte-order-mark': '文件没有字节顺序标记（BOM）',
  'compatibility-length': 'compatibility 为 1 到 500 个字符',
  'description-english-only': '描述里也有中文',
  'description-length': '描述不超过 1,024 个字符',
  'description-missing': '技能有描述',
  'description-tags': '描述中没有 XML 标签',
  'description-vague': '描述说明了何时使用这个技能',
  'duplicate-field': '没有重复的字段',
  'empty-instructions': '技能有说明',
  'evals-invalid': '“evals”中的用例可以运行',
  'field-type': '字段的类型符合规范',
  'foreign-tool': '说明中没有提到其他框架的工具',
  'form-invalid': '“forms.md”中的表单可以显示',
  'front-matter-missing': 'SKILL.md 以文件头开始',
  'front-matter-unclosed': '文件头已闭合',
  'instructions-lines': '说明不超过 500 行',
  'instructions-tokens': '说明不超过 5,000 词元',
  'invisible-characters': '文字中没有隐藏字符',
  'line-endings': '行以 LF 结尾',
  links: '文件夹里都是自己的文件',
  'metadata-not-text': 'metadata 是文本到文本的对应',
  'name-reserved': '名称中没有上传时会被拒绝的词',
  unfilled: '说明不依赖只有其他程序才会填入的内容',
  'tool-name-typo': '允许的工具名称拼写正确',
  'name-confusable': '名称不与其他名称形近',
  'name-format': '名称为 1 到 64 个小写字母、数字和单个连字符',
  'name-missing': '技能有名称',
  'name-not-folder': '名称与文件夹名相同',
  'need-malformed': '脚本所需的内容可以读懂',
  'need-too-broad': '脚本只要求必需的内容',
  'confirm-invalid': '需要批准的脚本可以读懂',
  'activity-invalid': '步骤说明可以读取',
  'records-invalid': '记录的存放位置可以读取',
  'not-utf8': '文本是 UTF-8',
  'over-skill-budget': '技能不超过单个技能的预算',
  'hidden-code': '没有代码藏在读者看不到的地方',
  'reads-keys': '没有读取密钥或密码',
  'overrides-user': '说明没有越过用户的决定',
  placeholder: '没有遗留的占位文字',
  'pipe-to-shell': '没有未经查看就运行来自网络的内容',
  'reference-missing': '提到的参考资料都存在',
  'reference-over-budget': '每份参考资料都不超过技能预算',
  'reference-too-deep': '参考资料只有一层',
  'reference-unnamed': '存在的参考资料都被提到',
  'script-deletes': '脚本不删除文件夹',
  'script-missing': '提到的脚本都存在',
  'script-network': '使用网络的脚本有声明',
  'script-no-help': '脚本支持 --help',
  'script-not-executable': '以“#!”开头的脚本可以执行',
  'script-syntax': '脚本没有语法错误',
  'script-unchecked': '脚本已检查过语法',
  secret: '没有密钥或密码',
  shadowed: '没有两个技能同名',
  'skill-file': 'SKILL.md 可以读取',
  'skill-file-name': '文件名为 SKILL.md',
  'tool-description-missing': '技能的每个工具都说明了用途',
  'tool-script-missing': '每个工具的脚本都存在',
  'tools-invalid': '“tools.yaml”声明的工具可以提供',
  'unknown-field': '顶层只有规范中的字段',
  'yaml-invalid': '文件头是有效的 YAML',
};

/** Purpose of each rule of the skill check. Read in the editor and by `skills lint --explain`. */
export const rules: Words<typeof en.rules> = {
  'skill-file':
    '技能只从自己文件夹内大小有限的普通文件加载。指向别处的链接不会跟随，管道和设备也不会打开，否则一个技能就可能卡住其他所有技能。',
  'not-utf8':
    '技能按 UTF-8 读取。SKILL.md 用其他编码时无法加载；参考资料用其他编码时会列为二进制文件，智能体无法阅读。',
  'front-matter-missing':
    '加载之前，智能体只能看到文件头。没有文件头，技能就没有名称和描述，会被列为损坏，不提供给智能体。',
  'front-matter-unclosed':
    '文件头在前 64 KiB 内以一行单独的“---”结束。缺少这一行，就无法区分文件头与说明。缩进的“---”属于它上面的值。',
  'blank-before-front-matter': 'Skilldeck 会跳过文件开头的空行，多数其他程序不会，因而找不到文件头。',
  'byte-order-mark':
    'UTF-8 不需要字节顺序标记。Skilldeck 会跳过它；其他程序会把它当作“---”之前的字符，因而找不到文件头。它若在“#!”之前，脚本无法启动。',
  'line-endings':
    '“#!”行以 CRLF 结尾时，指向的解释器并不存在，脚本无法启动。在 SKILL.md 中，多余的字符每次加载都会发给模型，有些程序还会找不到文件头。',
  'skill-file-name': '规范只允许一种写法。Skilldeck 不区分大小写（如 `skill.md`），多数其他程序会忽略这样的文件夹。',
  'yaml-invalid':
    'Skilldeck 会逐个字段修复，无法解析的值按普通文本读取；其他程序会拒绝这个技能。常见原因是没有引号的值里出现了冒号加空格：请给值加引号，或在上一行写“>-”。',
  'duplicate-field': 'YAML 不允许重复的字段。Skilldeck 取最后一个，其他程序取第一个，或者拒绝这个技能。',
  'field-type':
    'name、description、license 和 compatibility 是文本，metadata 是映射。在 YAML 中，方括号里的值是列表，以“#”开头的值是注释。',
  'unknown-field':
    '未知的字段不起作用，拼错的字段也一样，而且没有任何提示。自定义字段请放在“metadata”下。除规范的六个字段外，Skilldeck 还读取“when_to_use”“tags”“disable-model-invocation”和“user-invocable”。',
  'name-missing': '名称是两个必填字段之一。没有名称，技能会被列为损坏，不提供给智能体。',
  'name-format':
    '名称要输入、用作路径并相互比较。规范允许小写字母（以及不分大小写的文字）、数字和名称中间的单个连字符，并采用 NFKC 规范形式。',
  'name-reserved': 'Claude 的上传会拒绝含有这些词的名称。在其他地方（包括这里）技能可以正常使用。',
  unfilled:
    'Claude Code 会在模型看到说明之前运行 !`命令`。在这里，模型看到的是原文，不会自动运行任何命令。每一处都会报告。$ARGUMENTS 和 $1 会填入 /名称 之后的文字。',
  'tool-name-typo': '不存在的工具无法免去询问，也没有程序会指出来。只报告与已知工具相近的名称。',
  'name-confusable':
    '其他文字的字母可能与 ASCII 字母看起来完全一样（Unicode 技术标准 39）。安装、批准或加载这样的技能时，人们会把它当成自己认识的那一个。',
  'name-not-folder': '智能体按文件夹名加载技能。名称不同时会显示在旁边，其他程序则会拒绝这个技能。',
  'description-missing': '加载之前，智能体只能根据描述了解技能。没有描述，技能会被列为损坏，不提供给智能体。',
  'description-length':
    '每个请求都带有每个技能的描述。规范允许 1,024 个字符，有些程序会拒绝更长的描述。写明技能做什么、何时使用，其余内容移到说明中。',
  'description-tags':
    '每个请求都带有描述，有些框架把它放在 XML 里。描述中的标签可能提前结束这一段，或被当作程序的指令；Anthropic API 的校验器会拒绝这样的技能。',
  'compatibility-length':
    '这个字段写明技能需要什么：程序、操作系统、网络访问。规范允许 500 个字符，更长的解释请写在说明中。',
  'metadata-not-text': '规范只允许文本值。Skilldeck 用逗号连接列表，忽略映射和空值；其他程序会拒绝这个技能。',
  'need-malformed':
    '“metadata.network”列出主机（api.example.com、*.example.org，端口不是 80 或 443 时写上 :端口），“metadata.folders”列出从根目录或主目录开始的文件夹（“~/Documents/trips (read), ~/Downloads (write)”），“metadata.programs”列出程序名。应用会按这些文字征求用户同意。其他写法会被忽略，脚本在没有它们的情况下运行。',
  'need-too-broad':
    '整个网络、整个磁盘、整个主目录或存放密钥的文件夹，没有人能判断该不该给，因此从不授予，脚本在没有它们的情况下运行。请写明脚本真正使用的主机和文件夹。',
  'confirm-invalid':
    '“metadata.confirm”列出每次运行都需要批准的脚本：“scripts/book.py, scripts/manage.py cancel”，其中“cancel”表示只限带这个参数的运行。只要有一项没有指明技能里的脚本，技能的所有脚本就都需要批准。',
  'activity-invalid':
    '“metadata.activity”用中英文说明脚本在运行时、完成后和失败后的状态（“正在填写表单 | 已填写表单 | 表单未能填写”），而且脚本必须存在。没有说明的脚本以文件名显示。',
  'records-invalid':
    '“metadata.records”写明技能存放记录的文件夹（每条记录一个文件）、显示记录的卡片类型和列表标题。没有它，应用就没有这个列表。',
  shadowed: '技能按文件夹名加载。两个文件夹同名时，使用路径排在前面的一个，另一个永远用不到。',
  links:
    '技能就是它的文件夹：人们复制、分享、信任之前查看的都是它。指向外面的链接只在一台电脑上有效，还可能把不想分享的内容带出去。',
  'empty-instructions': '加载技能时加入的是文件头下面的文字。那里没有内容，加载只会白费一轮。',
  'instructions-tokens':
    '技能加载期间，每个请求都带有它的全部说明。规范建议少于 5,000 词元。偶尔才需要的内容请移到参考资料，需要时再加载。',
  'instructions-lines': '规范建议少于 500 行：文件越长，模型和人读得越不仔细。请把细节移到参考资料。',
  'over-skill-budget':
    '超过技能预算（默认 8,000 词元）的技能不会整体加载，智能体只能自己找出需要的章节。请把很少用到的内容移到参考资料。',
  'reference-over-budget':
    '超过技能预算（默认 8,000 词元）的参考资料会被拒绝加载。请按一起使用的内容拆分，或让脚本在其中查找。',
  'description-vague':
    '智能体只凭描述决定是否加载技能。只写技能是什么、不写何时使用，会使它很少被加载，或在不该加载时被加载。请使用人们提出请求时会用的词。',
  'description-english-only':
    '描述中有中文词（如机票、表单、报销）时，中文请求最容易匹配。如果只有使用英文的人会用这个技能，可以不改。',
  'reference-missing':
    '让智能体阅读不存在的文件，会白费一轮，之后它只能猜测。链接、加载参考资料的调用以及 `references/` 和 `assets/` 下的路径都会检查。代码块中的路径算作示例；所在行注明是示例的路径只作提示。',
  'reference-unnamed':
    '智能体能看到所有参考资料的名称，但不知道用途。技能中没有提到的资料不会被加载，或者只是为了看看内容而加载。请在说明中写明何时阅读，否则删除。',
  'reference-too-deep':
    '规范要求参考资料位于 SKILL.md 下一层，并在其中提到。只在另一份资料中提到的内容，模型常常只读一部分，甚至找不到。请在说明中也提到它。',
  'script-missing':
    '命令中的脚本不存在时会立即失败，智能体可能自己写一个来代替。只在句子中提到的脚本，或没有脚本的技能所提到的脚本，可能属于某个项目，因此只是警告；所在行注明是示例的脚本只作提示。',
  'script-not-executable':
    '第一行表明脚本可以直接按名称启动，这需要执行权限。权限也要提交：`git update-index --chmod=+x FILE`。Windows 没有这种权限，因此不报告。',
  'script-syntax': '有语法错误的脚本每次调用都会失败。Python、JavaScript 和 Shell 脚本由各自的程序编译检查，不会运行。',
  'script-unchecked':
    '语法由运行脚本的程序检查：Python 用 python3，Shell 用 bash，JavaScript 用 Node。缺少该程序或脚本用其他语言编写时，没有做检查。',
  'script-no-help':
    '智能体不确定某个选项时会询问脚本。把“--help”当成文件名的脚本会做别的事。检查范围是 `scripts/` 下的脚本及其使用的同级模块，不会运行任何脚本。',
  'tools-invalid':
    '技能可以自带函数工具：列表中的每一项有 `name`、`description`、`parameters`（对象的 JSON Schema）、`script`；脚本接收一个 JSON 文件时再写 `pass: json`（见 `docs/skills-tools.md`）。不符合格式的项在加载时会被忽略，说明中提到的工具就不存在了。',
  'form-invalid':
    '`forms.md` 中的 `json form` 代码块定义一个以卡片显示的表单：`id`、`title` 和 `fields`（一个小型 JSON Schema，文字可以用一种或两种语言）。无法显示的表单会被忽略，模型会得知这一点，改用文字提问。表单从不询问付款信息、密码或验证码。`optionsFrom` 指定技能文件夹中的一个 JSON 文件，内容是 `value` 和 `label` 的列表。',
  'evals-invalid':
    '`evals/evals.json` 存放技能的用例，`evals/triggers.json` 存放应该或不应该加载它的语句（见 `docs/user/evals.md`）。其中有错误，评测就无法开始。',
  'tool-description-missing':
    '调用之前，模型只能根据描述了解工具。没有描述的工具会被忽略。描述的第一句也显示在工具列表中。',
  'tool-script-missing': '脚本不在技能文件夹中的工具在加载时会被忽略，因为调用只会失败。路径相对于技能文件夹。',
  'foreign-tool':
    '让模型调用它没有的工具时，它要么照样调用，要么放弃。请写要做什么（“运行”“读取”“询问”），而不是用哪个工具；或者用技能所针对的方言开始对话。每个工具在每个文件中只报告一次。',
  'absolute-path':
    '主目录、挂载点或某个程序文件夹下的路径在其他电脑上可能不存在。请用技能文件夹内的路径：智能体知道文件夹在哪里。',
  'invisible-characters':
    '标签字符、零宽字符和变体选择符可以藏入模型能读到、人看不到的指令；双向控制符会改变文字的显示顺序。检查结果会显示解码后的隐藏文字。表情符号和某些文字所需的连接符，以及从右到左文字旁的方向标记不受影响。',
  secret:
    '技能会被复制、分享并发送给模型，其中的密钥也一样。请在签发处吊销它，再让脚本从环境变量读取新的密钥。检查结果只显示开头几个字符。',
  placeholder:
    '模板只填写了一部分。模型会把“TODO”或填充文字当成正式内容来读，描述中的占位文字还会出现在每个请求里。代码块和行内代码不在检查之列。',
  'pipe-to-shell':
    '服务器发来的内容未经查看就以智能体的全部权限运行，而且明天可能就变了。请把程序放进技能，在“compatibility”中写明，或者下载后核对已知的哈希再运行。',
  'hidden-code': '解码后立即运行的代码，审阅者和检查工具都读不到。请把它原样放进技能。',
  'reads-keys':
    '拿到用户密钥或密码的技能可以在别处冒充用户。沙箱不会让脚本看到这些文件；请改用“requires-env”声明一个密钥，由用户只为这个技能填写。',
  'overrides-user':
    '技能为加载它的人服务。攻击者的手法正是让智能体无视用户或应用、隐瞒行为，或在被拒绝后继续执行。用来提醒此类指令的句子不受影响。',
  'script-network':
    '脚本在可能没有网络的沙箱中运行，而且脚本向外发送数据之前应让用户知道。请在“metadata.network”中列出主机（会征求用户同意，沙箱随后放行），或在“compatibility”中写明：“Needs network access to api.example.com”。每个脚本只报告第一处。',
  'script-deletes':
    '递归删除的脚本只要路径出错，就会毁掉用户的文件。请写入 `$RUN_DIR` 下的新文件夹，清理工作交给应用。删除单个文件（如锁文件或临时文件）不受影响。每个脚本只报告第一处。',
  'binary-in-scripts':
    '机器码程序没有人能审查，而且只能在一种机器上运行。请提供源代码，或在“compatibility”中写明该程序。`__pycache__` 也不要包含在内。',
};

/** Effect of its automatic fix. */
export const fixes: Words<typeof en.fixes> = {
  'blank-before-front-matter': '删除这些空行。',
  'byte-order-mark': '删除该标记。',
  'line-endings': '把 SKILL.md 和脚本的所有换行改为 LF。',
  'skill-file-name': '重命名该文件。',
  'yaml-invalid': '用双引号括起写在一行里的值，文字与现在读到的相同。',
  'field-type': '用双引号括起写在一行里、带方括号的值，文字与现在读到的相同。',
  'unknown-field': '改正拼错的字段名；如果正确的字段已经存在，则保持不变。其他未知字段不变。',
  'name-format': '把名称改为小写和 NFKC，去掉首尾空格，把空格和下划线换成连字符；仅在结果有效时修改。',
  'name-not-folder': '在文件夹名有效时，用它作为名称。',
  'script-not-executable': '让所有可以读取该脚本的人都能执行它。',
  'invisible-characters': '删除 SKILL.md 和参考资料中的隐藏字符。文件名和脚本不变。',
};
