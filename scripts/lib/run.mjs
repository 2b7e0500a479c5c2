import { spawn } from 'node:child_process';
import { root, withTools } from './paths.mjs';

/**
 * @typedef {object} Finished
 * @property {number} code exit code; 128 + n when a signal ended it, 127 when there is no such command
 * @property {string} stdout
 * @property {string} output both streams in the order in which they came
 */

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 * @returns {number} the exit code that a shell would show
 */
export function exitCode(code, signal) {
  if (signal) return 128 + (signalNumbers[/** @type {keyof typeof signalNumbers} */ (signal)] ?? 0);
  return code ?? 1;
}

/**
 * Runs a command to its end and keeps what it says, without colours.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<Finished>}
 */
export function capture(command, args, { cwd = root, env = withTools(), timeoutMs = 0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.on('error', (error) => resolve({ code: 127, stdout, output: `${output}${error.message}\n` }));
    child.on('close', (code, signal) => resolve({ code: exitCode(code, signal), stdout, output }));
  });
}

/**
 * Runs a command in the foreground: it has our terminal, gets our signals, and its exit code is returned.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export function foreground(command, args, { cwd = root, env = withTools() } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
    const forget = forwardSignals(child);
    const finish = (/** @type {number} */ code) => {
      forget();
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      finish(127);
    });
    child.on('close', (code, signal) => finish(exitCode(code, signal)));
  });
}

/**
 * Passes SIGTERM, SIGINT and SIGHUP on. A terminal sends Ctrl-C to the child as well, and a server that sees a second
 * SIGINT may take it for impatience: so SIGINT is passed on only when no terminal is there to do it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} stops passing them on
 */
export function forwardSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}
