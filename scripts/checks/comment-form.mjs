import { isCode, readSource, sourceFiles } from '../lib/sources.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */

/**
 * First words of a comment that has no subject: free relatives ("What came of …"), references without a noun ("Those who
 * …", "The same for …") and inversions ("Of a breakdown the line is …").
 */
const oddBeginning =
  /^(?:What|Whose|Whom|Which|Who|Whatever|Where|How|Those|The same|The ones|Of|Nor|Not|Than|Else|So long|Nothing (?:that|of|is|but))\b/;
const maleWords = /\b(?:he|his|him)\b/;
/** Codebases of the field have 0.1 % (langfuse) and 0.3 % (outline). */
const maxOddShare = 0.01;

/** Strings are matched to be skipped, with the comments that they seem to contain. */
const parts =
  /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/[^\n]*\n?)+|(?<=\s)\/\/ [^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/gm;
const instruction = /^(?:biome-|@|#|<)/;

/** @typedef {{ text: string, line: number }} Comment */

/** Comments are sentences that begin with their subject or, of a function, with the verb. @returns {Promise<Verdict>} */
export async function commentForm() {
  const files = (await sourceFiles()).filter(isCode);
  const comments = files.flatMap((file) =>
    commentsIn(readSource(file)).map(({ text, line }) => ({ text, place: `${file}:${line}` })),
  );
  return judgeComments(comments);
}

/** The comments of a file that are prose, without their marks. @param {string} source @returns {Comment[]} */
export function commentsIn(source) {
  return [...source.matchAll(parts)].flatMap(({ 0: part, index }) => {
    if (/^['"`]/.test(part)) return [];
    const text = part
      .replace(/^\s*\/\*+|\*+\/\s*$/g, '')
      .replace(/^[ \t]*(?:\/\/|\*)[ \t]?/gm, '')
      .trim();
    if (!/[a-z]/.test(text) || instruction.test(text)) return [];
    const line = source.slice(0, index + part.search(/\S/)).split('\n').length;
    return [{ text, line }];
  });
}

/** @param {string} text @returns {boolean} whether a comment begins without its subject; questions may */
export const isOdd = (text) => oddBeginning.test(text) && !/^[^.:;]*\?/.test(text);

/** @param {readonly { text: string, place: string }[]} comments @returns {Verdict} */
export function judgeComments(comments) {
  const odd = comments.filter(({ text }) => isOdd(text));
  const male = comments.filter(({ text }) => maleWords.test(text));
  const limit = Math.floor(comments.length * maxOddShare);
  const show = (/** @type {readonly { text: string, place: string }[]} */ found) =>
    found
      .slice(0, 20)
      .map(({ text, place }) => `${place} ${text.split('\n')[0]}`)
      .join('\n    ');
  return {
    problems: [
      ...(odd.length > limit
        ? [`${odd.length} comments begin without their subject, and ${limit} may:\n    ${show(odd)}`]
        : []),
      ...(male.length > 0 ? [`comments speak of "he": write "they"\n    ${show(male)}`] : []),
    ],
    summary: `${odd.length} of ${comments.length} comments begin without their subject`,
  };
}
