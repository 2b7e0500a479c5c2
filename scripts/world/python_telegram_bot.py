"""An echo bot on python-telegram-bot as published: polls, or listens for its webhook and checks the secret."""
import os

from telegram import Update
from telegram.ext import Application, MessageHandler, filters

root = os.environ["API_ROOT"]
builder = Application.builder().token(os.environ["BOT_TOKEN"])
application = builder.base_url(f"{root}/bot").base_file_url(f"{root}/file/bot").build()


async def echo(update, _context):
    await update.message.reply_text(f"echo {update.message.text}")


async def listen():
    await application.initialize()
    await application.start()
    await application.updater.start_webhook(
        listen="127.0.0.1",
        port=int(os.environ["HOOK_PORT"]),
        url_path="hook",
        secret_token=os.environ["WEBHOOK_SECRET"],
        webhook_url=os.environ["HOOK_URL"],
    )
    await asyncio.Event().wait()


application.add_handler(MessageHandler(filters.TEXT, echo))
if "HOOK_PORT" in os.environ:
    import asyncio

    asyncio.run(listen())
else:
    application.run_polling(timeout=5, allowed_updates=Update.ALL_TYPES)
