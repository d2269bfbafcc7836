import type { frontMatter as en } from '../../en/findings/front-matter.ts';
import type { Words } from '../../types.ts';

export const frontMatter: Words<typeof en> = {
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
  'blank-before-front-matter': { what: '文件头之前有空行，其他程序会找不到它', fix: '请删除空行。' },
  'byte-order-mark': { what: '文件以字节顺序标记（BOM）开头', fix: '请保存为不带 BOM 的 UTF-8。' },
  'compatibility-length': { what: 'compatibility 有 {{n}} 个字符，上限为 {{most}} 个', fix: '请缩短。' },
  'description-english-only': { what: '描述只有英文，中文请求可能匹配不到', fix: '请加上说明其用途的中文词语。' },
  'description-length': { what: '描述有 {{n}} 个字符，上限为 {{most}} 个', fix: '请缩短。' },
  'description-missing': {
    what: '文件头里没有可用的“description”',
    fix: '请添加“description: 做什么，何时使用”。',
  },
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
  'name-capitals': {
    what: '名称“{{name}}”含有大写字母',
    fix: '请只用小写字母、数字和单个连字符，例如“{{better}}”。',
  },
  'name-characters': {
    what: '名称“{{name}}”含有小写字母、数字和连字符以外的字符',
    fix: '请只用这些字符，例如“{{better}}”。',
  },
  'name-confusable': {
    what: '名称“{{name}}”看起来像“{{ascii}}”，但混有其他文字的字母',
    fix: '请只用一种文字书写。',
  },
  'name-confusable-other': {
    what: '它的名称看起来像“{{ascii}}”，但混有其他文字的字母，是另一个技能',
    fix: '除非你知道它的来源，否则请删除它或重命名文件夹。',
  },
  'name-double-hyphen': { what: '名称“{{name}}”有两个连续的连字符', fix: '请用单个连字符，例如“{{better}}”。' },
  'name-hyphen-ends': {
    what: '名称“{{name}}”以连字符开头或结尾',
    fix: '请以字母或数字开头和结尾，例如“{{better}}”。',
  },
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
    what: '“{{key}}”既不是 true 也不是 false，因此没有采用',
    fix: '请写成“{{key}}: true”或“{{key}}: false”。',
  },
  'not-utf8': { what: '文件不是 UTF-8', fix: '请保存为 UTF-8。' },
  'overrides-hides': { what: '“{{words}}”要求智能体对用户隐瞒', fix: '请删除。' },
  'overrides-instructions': { what: '“{{words}}”要求智能体无视已有的指示', fix: '请删除。' },
  'overrides-unasked': { what: '“{{words}}”要求智能体不经询问就行动', fix: '请删除。' },
  'overrides-wish': { what: '“{{words}}”要求智能体违背用户的意愿', fix: '请删除。' },
  'records-fields': {
    what: '无法读取“metadata.records”：有误或缺少 {{fields}}',
    fix: '需要“folder”“kind”和“title”。',
  },
  'unknown-field': { what: '“{{key}}”不是规范中的字段', fix: '请移到“metadata”下面。' },
  'unknown-field-meant': { what: '“{{key}}”不是规范中的字段', fix: '是不是想写“{{meant}}”？' },
  'yaml-invalid': { what: '不是有效的 YAML：{{detail}}', fix: '请用双引号括起这个值，或改正这一行。' },
  'yaml-left-out': {
    what: '有一条不是有效的 YAML，因此没有采用：{{detail}}',
    fix: '请用双引号括起这个值，或改正这一行。',
  },
  'yaml-repaired': {
    what: '“{{key}}”不是有效的 YAML：{{detail}}',
    fix: '请用双引号括起这个值，或改正这一行。',
  },
};
