export interface Sample {
  /** Name of the framework, the same in every language. */
  framework: string;
  code: string;
}

/** The few lines that make a bot send copies of its updates, per framework. `origin` is the address of this installation. */
export function samplesFor(origin: string, apiKey: string): Sample[] {
  const url = `${origin}/v1/send-batch-update`;
  return [
    {
      framework: 'grammY',
      code: `// Before your other handlers
bot.use(async (ctx, next) => {
  fetch('${url}', {
    method: 'POST',
    headers: { 'Api-Key': '${apiKey}', 'Content-Type': 'application/json' },
    body: JSON.stringify([{ date: new Date().toISOString(), update: ctx.update }]),
  }).catch(console.error);
  await next();
});`,
    },
    {
      framework: 'Telegraf',
      code: `// Before your other handlers
bot.use((ctx, next) => {
  fetch('${url}', {
    method: 'POST',
    headers: { 'Api-Key': '${apiKey}', 'Content-Type': 'application/json' },
    body: JSON.stringify([{ date: new Date().toISOString(), update: ctx.update }]),
  }).catch(console.error);
  return next();
});`,
    },
    {
      framework: 'python-telegram-bot',
      code: `from datetime import datetime, timezone
import httpx
from telegram import Update
from telegram.ext import TypeHandler

analytics = httpx.AsyncClient(headers={"Api-Key": "${apiKey}"})

async def send_copy(update, context):
    item = {"date": datetime.now(timezone.utc).isoformat(), "update": update.to_dict()}
    context.application.create_task(
        analytics.post("${url}", json=[item])
    )

application.add_handler(TypeHandler(Update, send_copy), group=-1)
application.run_polling(allowed_updates=Update.ALL_TYPES)`,
    },
    {
      framework: 'curl',
      code: `curl -X POST '${url}' \\
  -H 'Api-Key: ${apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d "[{
    \\"date\\": \\"$(date -u +%Y-%m-%dT%H:%M:%SZ)\\",
    \\"update\\": {
      \\"update_id\\": 1,
      \\"message\\": {
        \\"message_id\\": 1,
        \\"date\\": $(date +%s),
        \\"chat\\": { \\"id\\": 1000001, \\"type\\": \\"private\\", \\"first_name\\": \\"Ann\\" },
        \\"from\\": { \\"id\\": 1000001, \\"is_bot\\": false, \\"first_name\\": \\"Ann\\" },
        \\"text\\": \\"/start\\"
      }
    }
  }]"`,
    },
  ];
}
