"""A python-telegram-bot bot that pushes its own serialisation of each update. Runs on 13 (Debian 12) and on 20 and newer."""
import json
import os
import urllib.request
from datetime import datetime, timezone

import telegram
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update

ROOT = os.environ["TELEGRAM_API_ROOT"]
KINDS = ["message", "callback_query", "my_chat_member"]
KEYBOARD = InlineKeyboardMarkup([[InlineKeyboardButton("Buy", callback_data="buy")]])


def push(update):
    item = {"date": datetime.now(timezone.utc).isoformat(timespec="milliseconds"), "update": update.to_dict()}
    request = urllib.request.Request(
        os.environ["BOTSCOPE_URL"] + "/v1/send-batch-update",
        data=json.dumps([item]).encode(),
        headers={"Api-Key": os.environ["BOTSCOPE_API_KEY"], "Content-Type": "application/json"},
    )
    urllib.request.urlopen(request, timeout=10).read()


def answer(update):
    """What the bot says to an update: a text and perhaps a keyboard; None for status changes."""
    if update.callback_query:
        return None
    if update.message and update.message.text and update.message.text.startswith("/start"):
        return {"text": "Welcome", "reply_markup": KEYBOARD}
    return {"text": "I heard you"} if update.message else None


def run_13():
    from telegram.ext import TypeHandler, Updater

    def handle(update, _context):
        push(update)
        reply = answer(update)
        if update.callback_query:
            update.callback_query.answer("Bought")
        elif reply:
            update.message.reply_text(**reply)

    updater = Updater(os.environ["BOT_TOKEN"], base_url=ROOT + "/bot", base_file_url=ROOT + "/file/bot")
    updater.dispatcher.add_handler(TypeHandler(Update, handle))
    updater.start_polling(timeout=5, allowed_updates=KINDS)
    print("ready", flush=True)
    updater.idle()


def run_20():
    from telegram.ext import Application, TypeHandler

    async def handle(update, _context):
        push(update)
        reply = answer(update)
        if update.callback_query:
            await update.callback_query.answer("Bought")
        elif reply:
            await update.message.reply_text(**reply)

    async def ready(_application):
        print("ready", flush=True)

    builder = Application.builder().token(os.environ["BOT_TOKEN"])
    application = builder.base_url(ROOT + "/bot").base_file_url(ROOT + "/file/bot").post_init(ready).build()
    application.add_handler(TypeHandler(Update, handle))
    application.run_polling(timeout=5, allowed_updates=KINDS)


if int(telegram.__version__.split(".", maxsplit=1)[0]) < 20:
    run_13()
else:
    run_20()
