/**
 * Limits of imports. A skill typically has 5 to 50 files and 26 KB; the largest public ones carry fonts and templates
 * of a few MB. The limits are far above these and far below what would harm a machine.
 */
const MIB = 1024 * 1024;

/** Bytes of an archive on disk, read before anything is known about it. */
export const MAX_ARCHIVE_BYTES = 64 * MIB;
/** Bytes of everything unpacked: twice the archive's, as documents and images hardly shrink. */
export const MAX_TOTAL_BYTES = 128 * MIB;
/** Bytes of one file. A file is held in memory while it is compared or hashed. */
export const MAX_FILE_BYTES = 32 * MIB;
/** Files and folders. The app lists 2,000 files of one skill (`skill-files.ts`); an archive may hold several skills. */
export const MAX_ENTRIES = 10_000;
export const MAX_SKILL_FILES = 2_000;
/** Skills inspected at once: each is linted and counted, and the user has to read the findings. */
export const MAX_SKILLS = 300;
/** Folders in one another. The app lists files 8 levels deep; archives wrap theirs in one or two more. */
export const MAX_DEPTH = 12;
/** UTF-16 units of a path: Windows refuses 260, and the data folder needs its share. */
export const MAX_PATH_LENGTH = 180;
/** UTF-8 bytes of one name, as ext4, APFS and NTFS have it. */
export const MAX_NAME_BYTES = 255;
/** Unpacked over packed. Text packs 3 to 10 times, the most repetitive tables 100; a bomb a thousand. */
export const MAX_RATIO = 200;
/** Bytes below which the ratio says nothing: a few KB of blanks pack as well as a bomb. */
export const RATIO_FROM_BYTES = MIB;
/** Bytes of an upload: in base64 it has to fit one message of the browser host (8 MiB). */

/** Objects of a fetched pack: one commit of a large collection has some ten thousand. */
export const MAX_GIT_OBJECTS = 100_000;
/** Files and folders of a repository that are looked at for skills. */
export const MAX_GIT_TREE = 50_000;
/** Bytes that all objects of a fetched pack unfold to: a repository holds more than its skills. */
export const MAX_GIT_BYTES = 512 * MIB;
/** Milliseconds until a Git host begins its answer, and for the whole of the transfer. */
export const GIT_ANSWER_MS = 30_000;
export const GIT_TOTAL_MS = 180_000;
export const MAX_REDIRECTS = 5;

/** Characters of one file's difference, and of all in a plan: what a person can look through. */
export const MAX_DIFF_CHARS = 20_000;
export const MAX_DIFFS_CHARS = 200_000;
/** Bytes of a text that is compared line by line, and the edits after which the comparison is given up. */
export const MAX_DIFF_BYTES = 256 * 1024;
export const MAX_DIFF_EDITS = 2_000;

/** Bytes of an exported archive: in base64 it has to fit what the browser host sends in one piece (64 MiB). */
export const MAX_EXPORT_BYTES = 40 * MIB;

/** Milliseconds after which what was uninstalled is gone for good. */
export const TRASH_MS = 30 * 24 * 60 * 60 * 1000;
/** Plans waiting for approval at a time; the oldest is dropped. */
export const MAX_PLANS = 8;

export const inMib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;
