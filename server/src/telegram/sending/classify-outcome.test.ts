import { describe, expect, it } from 'vitest';
import { type CallEnd, classifyOutcome } from './classify-outcome.ts';

const withCode = (code: string, details: object = {}): Error => Object.assign(new Error('x'), { code, ...details });
const rejection = (error_code: number, description: string, parameters?: object): CallEnd => ({
  status: error_code,
  body: JSON.stringify({ ok: false, error_code, description, ...(parameters && { parameters }) }),
});

describe('the outcome of a call', () => {
  it.each<[string, CallEnd, string]>([
    ['no connection', { error: withCode('ECONNREFUSED') }, 'unsent'],
    ['no such host', { error: withCode('ENOTFOUND') }, 'unsent'],
    ['no connection in time', { error: withCode('UND_ERR_CONNECT_TIMEOUT') }, 'unsent'],
    ['the same below another error', { error: new TypeError('failed', { cause: withCode('EAI_AGAIN') }) }, 'unsent'],
    ['a certificate', { error: withCode('CERT_HAS_EXPIRED') }, 'unsent'],
    ['the kernel gave up connecting', { error: withCode('ETIMEDOUT', { syscall: 'connect' }) }, 'unsent'],
    ['all addresses', { error: new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')]) }, 'unsent'],
    [
      'one of several addresses may have it',
      { error: new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNRESET')]) },
      'unknown no_answer',
    ],
    ['a reset', { error: withCode('ECONNRESET') }, 'unknown no_answer'],
    ['the kernel gave up reading', { error: withCode('ETIMEDOUT', { syscall: 'read' }) }, 'unknown no_answer'],
    ['a closed socket', { error: withCode('UND_ERR_SOCKET') }, 'unknown no_answer'],
    ['no head in time', { error: withCode('UND_ERR_HEADERS_TIMEOUT') }, 'unknown no_answer'],
    ['our own time-out', { error: new DOMException('late', 'TimeoutError') }, 'unknown no_answer'],
    ['a message', { status: 200, body: '{"ok":true,"result":{"message_id":7}}' }, 'delivered 7'],
    ['a cut message', { status: 200, body: null }, 'delivered null'],
    ['a page with 200', { status: 200, body: '<html>' }, 'unknown server_error'],
    ['a gateway', { status: 502, body: '<html>Bad Gateway</html>' }, 'unknown server_error'],
    ['a cut error', { status: 400, body: null }, 'unknown server_error'],
    ['a firewall', { status: 403, body: '<html>Forbidden</html>' }, 'unknown server_error'],
    ['a restart', rejection(500, 'Internal Server Error: restart'), 'unknown server_error'],
    ['a relabelled gateway', rejection(400, 'Bad Request: Bad Gateway'), 'unknown server_error'],
    ['parts of an album', rejection(400, 'Bad Request: Group send failed'), 'unknown server_error'],
    [
      'a part of an album',
      rejection(400, 'Bad Request: failed to send message #2 with the error message "WEBPAGE_MEDIA_EMPTY"'),
      'unknown server_error',
    ],
    [
      'an album to a user who has blocked the bot',
      rejection(403, 'Forbidden: failed to send message #1 with the error message "bot was blocked by the user"'),
      'refused blocked',
    ],
    ['an album to them, in words of its own', rejection(400, 'Bad Request: USER_IS_BLOCKED'), 'refused blocked'],
    [
      'an album',
      { status: 200, body: '{"ok":true,"result":[{"message_id":7},{"message_id":8},{"message_id":10}]}' },
      'delivered 7',
    ],
    ['a limit', rejection(429, 'Too Many Requests: retry after 7', { retry_after: 7 }), 'limited 7000'],
    ['a limit without seconds', rejection(429, 'Too Many Requests'), 'limited 1000'],
    ['a block', rejection(403, 'Forbidden: bot was blocked by the user'), 'refused blocked'],
    ['a deleted account', rejection(403, 'Forbidden: user is deactivated'), 'refused deactivated'],
    ['a stranger', rejection(403, "Forbidden: bot can't initiate conversation with a user"), 'refused cannot_initiate'],
    ['a bot', rejection(403, "Forbidden: bot can't send messages to bots"), 'refused wrong_recipient'],
    ['an unknown chat', rejection(400, 'Bad Request: chat not found'), 'refused chat_not_found'],
    ['an unknown peer', rejection(400, 'Bad Request: PEER_ID_INVALID'), 'refused chat_not_found'],
    ['privacy', rejection(400, 'Bad Request: VOICE_MESSAGES_FORBIDDEN'), 'refused privacy'],
    ['markup', rejection(400, "Bad Request: can't parse entities: Can't find end"), 'refused wrong_markup'],
    ['length', rejection(400, 'Bad Request: message is too long'), 'refused too_long'],
    ['a caption', rejection(400, 'Bad Request: message caption is too long'), 'refused too_long'],
    ['a button', rejection(400, 'Bad Request: BUTTON_DATA_INVALID'), 'refused wrong_buttons'],
    ['a reply', rejection(400, 'Bad Request: message to be replied not found'), 'refused reply_gone'],
    ['a file', rejection(400, 'Bad Request: wrong file identifier/HTTP URL specified'), 'refused file_refused'],
    ['a large file', rejection(413, 'Request Entity Too Large'), 'refused file_refused'],
    ['a revoked token', rejection(401, 'Unauthorized'), 'refused token_invalid'],
    ['no token', rejection(404, 'Not Found'), 'refused token_invalid'],
    ['something new', rejection(400, 'Bad Request: SOMETHING_NEW'), 'refused refused'],
  ])('%s', (_, end, expected) => {
    const { is, ...rest } = classifyOutcome(end);
    const detail =
      'reason' in rest
        ? rest.reason
        : 'messageId' in rest
          ? rest.messageId
          : 'retryAfterMs' in rest
            ? rest.retryAfterMs
            : '';
    expect(`${is} ${detail}`.trim()).toBe(expected);
  });

  it('never says the address, which has the token in it', () => {
    const error = Object.assign(new Error('connect https://api.telegram.org/bot1:secret'), { code: 'ECONNRESET' });
    expect(JSON.stringify(classifyOutcome({ error }))).not.toContain('secret');
  });
});
