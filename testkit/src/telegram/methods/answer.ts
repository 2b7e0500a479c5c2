import { badRequest, queryTooOld } from '../errors.ts';
import { type Method, toAnswer } from '../method.ts';
import { isRecord } from '../params.ts';

export const answerCallbackQuery: Method = ({ bot, params }) => {
  if (params.text('text').length > 200) throw badRequest('MESSAGE_TOO_LONG');
  if (!bot.queries.answer('callback_query', params.text('callback_query_id'), true)) throw queryTooOld();
  return toAnswer(true);
};

export const answerInlineQuery: Method = ({ bot, params }) => {
  const results = params.json('results', 'inline query results');
  if (!Array.isArray(results)) throw badRequest('expected an Array of inline query results');
  if (results.length > 50) throw badRequest('RESULTS_TOO_MUCH');
  const ids = results.map((result) => {
    if (!isRecord(result) || typeof result.type !== 'string') {
      throw badRequest('can\'t parse inline query result: Can\'t find field "type"');
    }
    const id = String(result.id ?? '');
    if (Buffer.byteLength(id) < 1 || Buffer.byteLength(id) > 64) throw badRequest('RESULT_ID_INVALID');
    return id;
  });
  if (new Set(ids).size < ids.length) throw badRequest('RESULT_ID_DUPLICATE');
  if (!bot.queries.answer('inline_query', params.text('inline_query_id'), true)) throw queryTooOld();
  return toAnswer(true);
};

export const answerPreCheckoutQuery: Method = ({ bot, params }) => {
  const ok = params.flag('ok');
  if (!ok && params.text('error_message') === '') throw badRequest('error message must be non-empty');
  if (!bot.queries.answer('pre_checkout_query', params.text('pre_checkout_query_id'), ok)) throw queryTooOld();
  return toAnswer(true);
};

export const answerShippingQuery: Method = ({ bot, params }) => {
  const ok = params.flag('ok');
  const options = params.json('shipping_options', 'shipping options');
  if (ok && (!Array.isArray(options) || options.length === 0)) throw badRequest('there are no shipping options');
  if (!ok && params.text('error_message') === '') throw badRequest('error message must be non-empty');
  if (!bot.queries.answer('shipping_query', params.text('shipping_query_id'), ok)) throw queryTooOld();
  return toAnswer(true);
};
