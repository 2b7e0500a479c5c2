/**
 * A Telegram that does nothing, on bare sockets so that it costs little: answers calls at once, holds polls that bring a
 * timeout, swallows uploads. `/waiting` returns how many polls wait, `/wake` answers all of them with an update each.
 * Prints its port.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';

const sentAnswer = {
  ok: true,
  result: {
    message_id: 12_345,
    from: { id: 123_456_789, is_bot: true, first_name: 'Shop', username: 'shop_bot' },
    chat: { id: 987_654_321, first_name: 'Anna', username: 'anna', type: 'private' },
    date: 1_772_442_000,
    text: 'Hello, here is your order number 12345. Thank you for buying with us!',
  },
};
/** With the headers that api.telegram.org sends. */
function answer(body: unknown): string {
  const text = JSON.stringify(body);
  return [
    'HTTP/1.1 200 OK',
    'Server: nginx/1.18.0',
    'Date: Mon, 02 Mar 2026 09:00:00 GMT',
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
    'Connection: keep-alive',
    'Strict-Transport-Security: max-age=31536000; includeSubDomains; preload',
    'Access-Control-Allow-Origin: *',
    'Access-Control-Allow-Methods: GET, POST, OPTIONS',
    'Access-Control-Expose-Headers: Content-Length,Content-Type,Date,Server,Connection',
    '',
    text,
  ].join('\r\n');
}
/** Returns the bot whose token is in the path. */
function parseBot(path: string) {
  const id = Number(/^\/bot(\d+):/.exec(path)?.[1] ?? 0);
  return { id, is_bot: true, first_name: 'Shop', username: `bot_${id}_bot` };
}
const call = answer(sentAnswer);
const nothing = answer({ ok: true, result: [] });
const pollingSockets = new Set<Socket>();
let updateId = 1_000_000;

function respond(socket: Socket, head: string, body: string): void {
  const path = head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP'));
  if (path === '/waiting') socket.write(answer({ waiting: pollingSockets.size }));
  else if (path === '/wake') {
    const woken = [...pollingSockets];
    pollingSockets.clear();
    for (const poll of woken) {
      updateId += 1;
      const message = { message_id: updateId, date: 1_772_442_000, chat: sentAnswer.result.chat, text: 'wake up' };
      poll.write(answer({ ok: true, result: [{ update_id: updateId, message }] }));
    }
    socket.write(answer({ waiting: woken.length }));
  } else if (path.endsWith('/getMe')) socket.write(answer({ ok: true, result: parseBot(path) }));
  else if (path.endsWith('/getWebhookInfo'))
    socket.write(answer({ ok: true, result: { url: '', pending_update_count: 0 } }));
  else if (!path.endsWith('/getUpdates')) socket.write(call);
  else if (Number(/"timeout":(\d+)/.exec(body)?.[1] ?? 0) > 0) pollingSockets.add(socket);
  else socket.write(nothing);
}

const server = createServer({ noDelay: true }, (socket) => {
  let text = '';
  /** Bytes of an upload that are still to come. */
  let remainingBytes = 0;
  socket.on('error', () => undefined);
  socket.on('close', () => pollingSockets.delete(socket));
  socket.on('data', (chunk) => {
    if (remainingBytes > 0) {
      remainingBytes -= chunk.length;
      if (remainingBytes === 0) socket.write(call);
      return;
    }
    text += chunk.toString('latin1');
    for (;;) {
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = text.slice(0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const have = text.length - end - 4;
      if (length > 1_000_000 && have < length) {
        remainingBytes = length - have;
        text = '';
        return;
      }
      if (have < length) return;
      const body = text.slice(end + 4, end + 4 + length);
      text = text.slice(end + 4 + length);
      respond(socket, head, body);
    }
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
