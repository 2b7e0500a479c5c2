/**
 * Reads `--name` and `--name=value` from a command line.
 * @template {string} Name
 * @param {readonly string[]} args
 * @param {readonly Name[]} knownNames
 * @returns {Partial<Record<Name, string>>} a flag without a value reads as ''
 * @throws on anything that is not known: a mistyped option must not run the default instead
 */
export function readOptions(args, knownNames) {
  /** @type {Partial<Record<Name, string>>} */
  const options = {};
  for (const arg of args) {
    const [, name, value] = /^--([a-z-]+)(?:=(.*))?$/.exec(arg) ?? [];
    const matchedName = knownNames.find((candidate) => candidate === name);
    if (matchedName === undefined) {
      throw new Error(`Unknown option ${arg}; known: ${knownNames.map((option) => `--${option}`).join(', ')}`);
    }
    options[matchedName] = value ?? '';
  }
  return options;
}

/**
 * Runs a script's body; a failure becomes one readable message and exit code 1.
 * @param {() => Promise<number | void>} body returns an exit code, or nothing for success
 */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
