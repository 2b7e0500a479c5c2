import type { Addresses, Framework } from './framework.ts';

const push = ({ origin }: Addresses, itemKind: 'update' | 'call'): string => `import asyncio
import os
from datetime import datetime, timezone

from aiohttp import ClientSession

waiting = set()

async def push(item):
    item["date"] = datetime.now(timezone.utc).isoformat()
    async with ClientSession(headers={"Api-Key": os.environ["BOTSCOPE_API_KEY"]}) as session:
        await session.post("${origin}/v1/send-batch-${itemKind}", json=[item])

def send_later(item):
    task = asyncio.create_task(push(item))
    waiting.add(task)
    task.add_done_callback(waiting.discard)`;

export const aiogram: Framework = {
  name: 'aiogram 3',
  language: 'Python',
  copies: (addresses) => `${push(addresses, 'update')}

@dp.update.outer_middleware()
async def send_copy(handler, event, data):
    send_later({"update": event.model_dump(mode="json", by_alias=True, exclude_unset=True)})
    return await handler(event, data)`,
  calls: (addresses) => `from aiogram.exceptions import TelegramAPIError, TelegramForbiddenError
${push(addresses, 'call')}

@bot.session.middleware()
async def send_call(make_request, bot, method):
    def note(response):
        name = method.__api_method__
        params = {
            key: value for key, value in method.model_dump(warnings=False).items()
            if isinstance(value, (str, int, float, bool))
        }
        if not name.lower().startswith("get"):
            send_later({"method": name, "params": params, "response": response})

    try:
        result = await make_request(bot, method)
    except TelegramAPIError as error:
        code = 403 if isinstance(error, TelegramForbiddenError) else 400
        note({"ok": False, "error_code": code, "description": error.message})
        raise
    dump = getattr(result, "model_dump", None)
    note({"ok": True, "result": dump(mode="json", by_alias=True, exclude_unset=True) if dump else True})
    return result`,
  root: ({ apiRoot }) => `from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

bot = Bot(
    token=BOT_TOKEN,
    session=AiohttpSession(api=TelegramAPIServer.from_base("${apiRoot}")),
)`,
  hook: ({ hookUrl }) => `# In place of your own address
await bot.set_webhook("${hookUrl}", secret_token=WEBHOOK_SECRET)`,
};

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

export const pyTelegramBotApi: Framework = {
  name: 'pyTelegramBotAPI',
  language: 'Python',
  copies: ({ origin }) => `# Before bot.infinity_polling()
import os
import threading
from datetime import datetime, timezone

import requests
from telebot import apihelper

def push(updates):
    date = datetime.now(timezone.utc).isoformat()
    requests.post(
        "${origin}/v1/send-batch-update",
        headers={"Api-Key": os.environ["BOTSCOPE_API_KEY"]},
        json=[{"date": date, "update": update} for update in updates],
        timeout=30,
    )

get_updates = apihelper.get_updates

def get_updates_with_copies(*args, **kwargs):
    updates = get_updates(*args, **kwargs)
    if updates:
        threading.Thread(target=push, args=(updates,), daemon=True).start()
    return updates

apihelper.get_updates = get_updates_with_copies`,
  root: ({ apiRoot }) => `from telebot import apihelper

apihelper.API_URL = "${apiRoot}/bot{0}/{1}"
apihelper.FILE_URL = "${apiRoot}/file/bot{0}/{1}"`,
  hook: ({ hookUrl }) => `# In place of your own address
bot.set_webhook(url="${hookUrl}", secret_token=WEBHOOK_SECRET)`,
};
