"""An echo bot on aiogram 3 as published: polls, or listens for its webhook and checks the secret."""
import asyncio
import os

from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.webhook.aiohttp_server import SimpleRequestHandler
from aiohttp import web

dispatcher = Dispatcher()


@dispatcher.message()
async def echo(message):
    await message.answer(f"echo {message.text}")


async def main():
    session = AiohttpSession(api=TelegramAPIServer.from_base(os.environ["API_ROOT"]))
    bot = Bot(os.environ["BOT_TOKEN"], session=session)
    if "HOOK_PORT" not in os.environ:
        await dispatcher.start_polling(bot, polling_timeout=5)
        return
    app = web.Application()
    handler = SimpleRequestHandler(dispatcher, bot, secret_token=os.environ["WEBHOOK_SECRET"])
    handler.register(app, path="/hook")
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", int(os.environ["HOOK_PORT"])).start()
    await asyncio.Event().wait()


asyncio.run(main())
