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
