import type { StartRules } from './bot-settings.ts';
import { type LinkKind, type LinkParts, payloadLimits } from './utm-links.ts';

/** Parameter for words of a payload without a name; in `auto`, for the whole payload. */
export const unnamedPart = 'none';

/** Characters that Telegram allows in a link; a payload with anything else never arrives. */
const payloadPattern = /^[A-Za-z0-9_-]*$/;
const notAllowed = /[^A-Za-z0-9_-]/gu;
/** Telegram's affiliate programs; such a payload is one value under any rules. */
const affiliate = '_tgr_';
/** Telegram's own launches for business accounts: nobody's link. */
const businessChat = /^bizChat-?\d+$/;
/** BotFather's names of Mini Apps. A number in its place would be a message of a channel. */
const appName = /^(?!\d+$)\w{1,64}$/;

type LinkProblemCode =
  | 'empty'
  | 'nameMissing'
  | 'valueMissing'
  | 'characters'
  | 'separator'
  | 'repeated'
  | 'joint'
  | 'reserved'
  | 'rules'
  | 'app'
  | 'tooLong';

/** Why there is no link yet, and where: the builder shows it beside the field. */
export interface LinkProblem {
  code: LinkProblemCode;
  /** Index of the part; null where the whole is meant. */
  part: number | null;
  field: 'name' | 'value' | 'app' | null;
  /** The characters that are in the way. */
  found: string;
}

export interface BuiltLink {
  /** As far as it can be made. */
  payload: string;
  /** The whole address; '' while there is a problem. */
  url: string;
  /** The first of each part. */
  problems: LinkProblem[];
}

interface Piece {
  text: string;
  problem: Omit<LinkProblem, 'part'> | null;
}

/**
 * The link whose payload the bot's rules read back as exactly these parts; what they would read differently is a problem.
 * Parts with neither name nor value are passed over. In `auto` the payload is the first value.
 */
export function buildLink(username: string, rules: StartRules, { kind, app, parts }: LinkParts): BuiltLink {
  const filledParts = givenParts(parts, rules);
  const isWhole = rules.type === 'auto' || isAffiliate(filledParts);
  const pieces = filledParts.map((part, index) =>
    isWhole ? wholePiece(part.value) : piece(part, filledParts.slice(0, index), rules),
  );
  if (!isWhole) checkJoints(pieces, rules);
  const payload = pieces.map(({ text }) => text).join(isWhole ? '' : rules.paramSeparator);
  const problems = pieces.flatMap(({ problem }, index) =>
    problem === null
      ? []
      : [{ ...problem, part: problem.code === 'rules' ? null : (filledParts[index]?.index ?? null) }],
  );
  if (problems.length === 0) {
    const problem = wholeProblem({ payload, kind, app, isWhole });
    if (problem !== null) problems.push(problem);
  }
  return { payload, url: problems.length > 0 ? '' : buildUrl(username, kind, app, payload), problems };
}

type GivenPart = LinkParts['parts'][number] & { index: number };

function givenParts(parts: LinkParts['parts'], { type }: StartRules): GivenPart[] {
  const indexed = parts.map((part, index) => ({ ...part, index }));
  if (type === 'auto') return indexed.filter(({ value }) => value !== '').slice(0, 1);
  return indexed.filter(({ name, value }) => name !== '' || value !== '');
}

/** `https://t.me/<bot>?start=<payload>`; a Mini App that has a name of its own is a folder of its bot. */
function buildUrl(username: string, kind: LinkKind, app: string, payload: string): string {
  const folder = kind === 'startapp' && app !== '' ? `/${app}` : '';
  return `https://t.me/${username}${folder}?${kind}=${payload}`;
}

/** Whether rules keep what a part says; parts that they leave out still reach the bot. */
export function isKept(name: string, { type, params }: StartRules): boolean {
  if (type === 'auto' || type === 'all') return true;
  return params.includes(name) === (type === 'only');
}

const isAffiliate = (parts: readonly GivenPart[]): boolean =>
  parts.length === 1 && parts[0]?.name === unnamedPart && parts[0].value.startsWith(affiliate);

const wholePiece = (value: string): Piece => ({ text: value, problem: checkCharacters(value, 'value') });

function piece(part: GivenPart, before: readonly GivenPart[], rules: StartRules): Piece {
  const { name, value } = part;
  const unnamed = name === unnamedPart && isWords(value, rules);
  const text = unnamed ? value : `${name}${rules.valueSeparator}${value}`;
  const firstProblem =
    findMissing(part) ??
    checkCharacters(name, 'name') ??
    checkCharacters(value, 'value') ??
    (before.some((other) => other.name === name) ? problem('repeated', 'name') : null) ??
    (unnamed ? null : separatorIn(part, text, rules));
  return { text, problem: firstProblem };
}

function findMissing({ name, value }: { name: string; value: string }): Piece['problem'] {
  if (name === '') return problem('nameMissing', 'name');
  return value === '' ? problem('valueMissing', 'value') : null;
}

function checkCharacters(text: string, field: 'name' | 'value'): Piece['problem'] {
  if (payloadPattern.test(text)) return null;
  return problem('characters', field, [...new Set(text.match(notAllowed) ?? [])].join(''));
}

/** Words that no name is cut from: read back joined as they were, under `none`. */
const isWords = (value: string, { paramSeparator, valueSeparator }: StartRules): boolean =>
  value !== '' && value.split(paramSeparator).every((word) => word !== '' && word.indexOf(valueSeparator) <= 0);

/** The parameter separator cuts anywhere, the value separator at its first place, which must be the one after the name. */
function separatorIn({ name, value }: { name: string; value: string }, text: string, rules: StartRules) {
  const { paramSeparator, valueSeparator } = rules;
  // A separator that Telegram takes no link with makes every link impossible, whatever the parts are.
  if (!payloadPattern.test(valueSeparator)) return problem('rules', null, valueSeparator);
  if (name.includes(paramSeparator)) return problem('separator', 'name', paramSeparator);
  if (value.includes(paramSeparator)) return problem('separator', 'value', paramSeparator);
  if (text.includes(paramSeparator)) return problem('joint', 'value', paramSeparator);
  if (name.includes(valueSeparator)) return problem('separator', 'name', valueSeparator);
  return text.indexOf(valueSeparator) === name.length ? null : problem('joint', 'name', valueSeparator);
}

/** Between two parts the separator must be found where it was put: `a_` and `__b` meet in one underscore too many. */
function checkJoints(pieces: Piece[], { paramSeparator }: StartRules): void {
  for (const piece of pieces.slice(0, -1)) {
    if (piece.problem !== null) continue;
    if (!payloadPattern.test(paramSeparator)) piece.problem = problem('rules', null, paramSeparator);
    else if (!endsWhereCut(piece.text, paramSeparator)) piece.problem = problem('joint', 'value', paramSeparator);
  }
}

/** The separator after the text is found where it begins, and not some of the text's own characters before. */
function endsWhereCut(text: string, separator: string): boolean {
  const words = `${text}${separator}`.split(separator);
  return words.at(-1) === '' && words.length === text.split(separator).length + 1;
}

interface Whole {
  payload: string;
  kind: LinkKind;
  app: string;
  /** True where the payload is one value anyway. */
  isWhole: boolean;
}

function wholeProblem({ payload, kind, app, isWhole }: Whole): LinkProblem | null {
  const linkProblem = (code: LinkProblemCode, fragment = ''): LinkProblem => ({
    code,
    part: null,
    field: null,
    found: fragment,
  });
  if (payload === '') return linkProblem('empty');
  if (kind === 'startapp' && app !== '' && !appName.test(app)) return { ...linkProblem('app'), field: 'app' };
  if (businessChat.test(payload)) return linkProblem('reserved', 'bizChat');
  if (!isWhole && payload.startsWith(affiliate)) return linkProblem('reserved', affiliate);
  return payload.length > payloadLimits[kind] ? linkProblem('tooLong') : null;
}

const problem = (code: LinkProblemCode, field: LinkProblem['field'], fragment = ''): Omit<LinkProblem, 'part'> => ({
  code,
  field,
  found: fragment,
});
