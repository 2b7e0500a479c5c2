import { capture } from './run.mjs';

/**
 * Reads which files differ from where this work began: what is committed since then, what is not yet, and new files.
 * @param {string} ref '' for the main branch
 * @returns {Promise<{ base: string, files: string[] }>} `base`: for users; files that are gone are among them
 * @throws when there is no such commit, or no repository
 */
export async function readChangedFiles(ref) {
  const start = ref === '' ? await findMainBranch() : ref;
  const base = await git(['merge-base', 'HEAD', start]);
  const commit = base.trim();
  const [changed, added] = await Promise.all([
    git(['diff', '--name-only', '--no-renames', '-z', commit]),
    git(['ls-files', '--others', '--exclude-standard', '-z']),
  ]);
  const files = new Set(`${changed}${added}`.split('\0').filter((file) => file !== ''));
  return { base: `${start} (${commit.slice(0, 8)})`, files: [...files].sort() };
}

async function findMainBranch() {
  for (const name of ['main', 'origin/main']) {
    const { code } = await capture('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
    if (code === 0) return name;
  }
  return 'HEAD';
}

/** @param {readonly string[]} args @returns {Promise<string>} */
async function git(args) {
  const { code, stdout, output } = await capture('git', args);
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output.trim() || `exit code ${code}`}`);
  return stdout;
}
