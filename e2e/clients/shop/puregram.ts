import { createServer } from 'node:http';
import { InlineKeyboard, MediaSource, Telegram } from 'puregram';
import { buttonData, inlineResults, invoice, onStop, report, reportReady, saw, settings, words } from './script.ts';

const telegram = new Telegram({ token: settings.token, apiBaseUrl: `${settings.apiRoot}/bot` });
const { api, updates } = telegram;
const handle = updates.handleUpdate.bind(updates);
updates.handleUpdate = (update, dispatch) => {
  saw(update);
  return handle(update, dispatch);
};

updates.on('message', async (context) => {
  const { text, from } = context;
  const fileId = context.payload.photo?.at(-1)?.file_id ?? context.payload.document?.file_id;
  if (fileId !== undefined) return context.send(words.received((await telegram.downloadFile(fileId)) ?? Buffer.of()));
  if (text === '/start') {
    const reply_markup = InlineKeyboard.keyboard([InlineKeyboard.textButton({ text: words.buy, payload: buttonData })]);
    return context.send(words.welcome(from?.firstName ?? ''), { reply_markup });
  }
  if (text === '/file') return context.sendDocument(MediaSource.buffer(report.content, { filename: report.name }));
  if (text === '/invoice') return context.sendInvoice({ ...invoice, provider_token: '' });
  if (text !== undefined) return context.send(words.heard(text));
});
updates.on('successful_payment', (context) => context.send(words.paid(context.eventPayment.totalAmount)));
updates.on('callback_query', async (context) => {
  await context.answerCallbackQuery({ text: words.thanks });
  await context.message?.editMessageText(words.bought);
});
updates.on('inline_query', (context) => context.answerInlineQuery(inlineResults(context.query)));
updates.on('pre_checkout_query', ({ id }) => api.answerPreCheckoutQuery({ pre_checkout_query_id: id, ok: true }));

onStop(() => updates.stopPolling());
if (settings.mode === 'polling') {
  await updates.startPolling();
  reportReady();
} else createServer(updates.getWebhookMiddleware(settings.secret)).listen(settings.port, '127.0.0.1', reportReady);
