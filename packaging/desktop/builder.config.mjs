/**
 * What electron-builder makes of the build (`npm run package:desktop`). Each choice that can be argued about is argued in
 * docs/decisions/0007.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Arch } from 'electron-builder';
import { notesOf } from '../../scripts/lib/changelog.mjs';
import { checkNatives } from './check-natives.mjs';

const { SKILLDECK_UPDATES_URL, APPLE_API_KEY, CSC_LINK, WIN_CSC_LINK } = process.env;

/**
 * Where installed apps look for newer ones; a build without it has no updates. The list of versions is not signed, so it
 * comes by https. Its channel, `latest` or `beta`, follows from the version.
 */
const publish = SKILLDECK_UPDATES_URL ? [{ provider: 'generic', url: updatesUrl(SKILLDECK_UPDATES_URL) }] : null;

/** @param {string} given */
function updatesUrl(given) {
  const { protocol, hostname } = new URL(given);
  if (protocol === 'https:' || hostname === '127.0.0.1') return given;
  throw new Error(`SKILLDECK_UPDATES_URL is ${given}. Give an address that begins with https:.`);
}

const root = path.join(import.meta.dirname, '..', '..');
/** @param {string} name */
const read = (name) => readFileSync(path.join(root, name), 'utf8');
const releaseNotes = notesOf(read('CHANGELOG.md'), JSON.parse(read('package.json')).version);

/** @type {import('electron-builder').Configuration} */
export default {
  // Also the app's name for Windows' notices: `APP_USER_MODEL_ID` of src/main/hosts/electron/desktop.ts.
  appId: 'app.skilldeck.desktop',
  productName: 'Skilldeck',
  copyright: 'Copyright © Skilldeck contributors',
  directories: { output: 'dist', buildResources: 'packaging/desktop' },
  // Skills, workers, Python and native modules are opened by other processes, sandboxes among them: all files are real ones.
  asar: false,
  // The native modules are Node-API and come built.
  npmRebuild: false,
  // Signatures come after it.
  afterPack: ({ appOutDir, electronPlatformName, arch }) => checkNatives(appOutDir, electronPlatformName, Arch[arch]),
  publish,
  // Who gets beta releases gets stable ones too.
  generateUpdatesFilesForAllChannels: true,
  releaseInfo: { releaseNotes },
  files: [
    'package.json',
    'CHANGELOG.md',
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    'out/THIRD-PARTY-NOTICES.md',
    'skills/**',
    'packaging/desktop/icons/256x256.png',
    '!**/*.{map,ts,mts,cts,md.orig}',
    '!out/renderer/**/*.{br,gz}',
    '!out/**/.compiled/**',
    '!**/{__pycache__,tests,test}{,/**}',
    '!node_modules/{node-addon-api,@types}{,/**}',
    // The browser host and the command line are other packages.
    '!out/main/{serve,cli}.js',
    '!node_modules/better-sqlite3/{build,deps,src,binding.gyp}{,/**}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder's own macros
    '!node_modules/better-sqlite3/prebuilds/!(${platform}-${arch}.node)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the same
    '!node_modules/@lydell/node-pty-!(${platform}-${arch}){,/**}',
    '!node_modules/pyodide/{console.html,console-v2.html,pyodide.js}',
  ],
  protocols: [{ name: 'Skilldeck', schemes: ['skilldeck'] }],
  fileAssociations: [
    {
      ext: 'skill',
      name: 'Skill',
      description: 'Agent skill',
      mimeType: 'application/vnd.skilldeck.skill',
      role: 'Editor',
    },
  ],
  electronFuses: {
    // Runs, the sandbox's helper, the syntax checks and the embedded Python start this program as a Node.
    runAsNode: true,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: false,
    onlyLoadAppFromAsar: false,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    // Ad-hoc signatures of macOS, which flipping would break.
    resetAdHocDarwinSignature: !CSC_LINK,
  },
  mac: {
    category: 'public.app-category.productivity',
    icon: 'packaging/desktop/icon.icns',
    // For the architectures named by --x64 and --arm64, else the machine's. The updater takes the zip.
    target: ['dmg', 'zip'],
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'packaging/desktop/entitlements.mac.plist',
    entitlementsInherit: 'packaging/desktop/entitlements.mac.plist',
    notarize: Boolean(APPLE_API_KEY),
    fileAssociations: [
      { ext: 'skill', name: 'Skill', role: 'Editor', rank: 'Owner' },
      // Exported sessions, in “Open With”: the ending is everybody's.
      { ext: 'jsonl', name: 'Session', role: 'Viewer', rank: 'Alternate' },
    ],
  },
  win: {
    icon: 'packaging/desktop/icon.ico',
    target: ['nsis'],
    // The updater accepts what this publisher signed, and nothing unsigned once there is a certificate.
    verifyUpdateCodeSignature: Boolean(WIN_CSC_LINK ?? CSC_LINK),
  },
  nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false },
  linux: {
    // `skilldeck` is the command line; its package can be installed beside this one.
    executableName: 'skilldeck-desktop',
    syncDesktopName: true,
    icon: 'packaging/desktop/icons',
    category: 'Office',
    synopsis: 'Desktop agent on Agent Skills',
    maintainer: 'Skilldeck contributors',
    vendor: 'Skilldeck',
    mimeTypes: ['x-scheme-handler/skilldeck', 'application/vnd.skilldeck.skill', 'application/x-ndjson'],
    target: ['AppImage', 'deb', 'rpm'],
    desktop: { entry: { Terminal: 'false' } },
  },
  deb: { packageName: 'skilldeck-desktop', recommends: ['bubblewrap', 'python3'] },
  rpm: { packageName: 'skilldeck-desktop' },
};
