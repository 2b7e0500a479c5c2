import type { Framework } from './framework.ts';

export const pythonTelegramBot: Framework = {
  name: 'python-telegram-bot',
  language: 'Python',
  copies: ({ origin }) => `import os
from datetime import datetime, timezone

import httpx
from telegram import Update
from telegram.ext import TypeHandler

analytics = httpx.AsyncClient(headers={"Api-Key": os.environ["BOTSCOPE_API_KEY"]})

async def send_copy(update, context):
    item = {"date": datetime.now(timezone.utc).isoformat(), "update": update.to_dict()}
    context.application.create_task(
        analytics.post("${origin}/v1/send-batch-update", json=[item])
    )

application.add_handler(TypeHandler(Update, send_copy), group=-1)
application.run_polling(allowed_updates=Update.ALL_TYPES)`,
  root: ({ apiRoot }) => `application = (
    ApplicationBuilder()
    .token(BOT_TOKEN)
    .base_url("${apiRoot}/bot")
    .base_file_url("${apiRoot}/file/bot")
    .build()
)`,
  hook: ({ hookUrl }) => `application.run_webhook(
    # listen, port, url_path: as before
    webhook_url="${hookUrl}",
    secret_token=WEBHOOK_SECRET,
)`,
};
