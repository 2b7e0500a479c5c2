import type { Framework } from './framework.ts';

export const longman: Framework = {
  name: 'longman/telegram-bot',
  language: 'PHP',
  copies: ({ origin }) => `// In hook.php, in place of $telegram->handle()
$update = json_decode(file_get_contents('php://input'), true);
$telegram->handle();

$curl = curl_init('${origin}/v1/send-batch-update');
curl_setopt_array($curl, [
    CURLOPT_HTTPHEADER => ['Api-Key: ' . getenv('BOTSCOPE_API_KEY'), 'Content-Type: application/json'],
    CURLOPT_POSTFIELDS => json_encode([['date' => gmdate('Y-m-d\\TH:i:s\\Z'), 'update' => $update]]),
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 5,
]);
curl_exec($curl);`,
  root: ({ apiRoot }) => `// Before new Telegram(…)
Longman\\TelegramBot\\Request::setCustomBotApiUri(
    '${apiRoot}',
    '/file/bot{API_KEY}'
);`,
  hook: ({ hookUrl }) => `// In place of your own address
$telegram->setWebhook('${hookUrl}', [
    'secret_token' => getenv('WEBHOOK_SECRET'),
]);`,
};
