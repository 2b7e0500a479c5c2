import { badRequest } from '../errors.ts';
import { type Method, toAnswer } from '../method.ts';
import { isRecord, type Params } from '../params.ts';
import { post } from './send-message.ts';

/** The highest value of each animated emoji. */
const dice: Record<string, number> = { '🎲': 6, '🎯': 6, '🎳': 6, '🏀': 5, '⚽': 5, '🎰': 64 };

export const sendLocation: Method = (call) => toAnswer(post(call, { location: readPlace(call.params) }));

export const sendVenue: Method = (call) => {
  const { params } = call;
  const location = readPlace(params);
  const [title, address] = [requireText(params, 'title'), requireText(params, 'address')];
  return toAnswer(post(call, { location, venue: { location, title, address } }));
};

export const sendContact: Method = (call) => {
  const { params } = call;
  const contact = { phone_number: requireText(params, 'phone_number'), first_name: requireText(params, 'first_name') };
  const last_name = params.text('last_name');
  return toAnswer(post(call, { contact: last_name === '' ? contact : { ...contact, last_name } }));
};

export const sendDice: Method = (call) => {
  const emoji = call.params.text('emoji') || '🎲';
  const highest = dice[emoji];
  if (highest === undefined) throw badRequest('wrong emoji specified');
  return toAnswer(post(call, { dice: { emoji, value: call.bot.random.between(1, highest) } }));
};

export const sendPoll: Method = (call) => {
  const { params, bot } = call;
  const question = requireText(params, 'question');
  if (question.length > 300) throw badRequest('poll question length must not exceed 300');
  const options = params.json('options', 'poll options');
  if (!Array.isArray(options)) throw badRequest('expected an Array of poll options');
  if (options.length < 2 || options.length > 12) throw badRequest('poll must have from 2 to 12 options');
  const poll = {
    id: bot.random.digits(19),
    question,
    options: options.map((option) => ({ text: readOption(option), voter_count: 0 })),
    total_voter_count: 0,
    is_closed: false,
    is_anonymous: params.text('is_anonymous') !== 'false',
    type: params.text('type') || 'regular',
    allows_multiple_answers: params.flag('allows_multiple_answers'),
  };
  return toAnswer(post(call, { poll }));
};

function readPlace(params: Params): { latitude: number; longitude: number } {
  const [latitude, longitude] = [
    Number.parseFloat(params.text('latitude')),
    Number.parseFloat(params.text('longitude')),
  ];
  if (!(Math.abs(latitude) <= 90)) throw badRequest('wrong latitude specified');
  if (!(Math.abs(longitude) <= 180)) throw badRequest('wrong longitude specified');
  return { latitude, longitude };
}

/** An option is an object since Bot API 7.3; plain texts are still taken. */
function readOption(option: unknown): string {
  const text = isRecord(option) ? option.text : option;
  if (typeof text !== 'string' || text.length < 1 || text.length > 100) {
    throw badRequest('poll options length must not exceed 100');
  }
  return text;
}

function requireText(params: Params, name: string): string {
  const value = params.text(name);
  if (value === '') throw badRequest(`parameter "${name}" is required`);
  return value;
}
