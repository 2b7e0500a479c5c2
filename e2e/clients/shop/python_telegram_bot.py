"""The shop's bot on python-telegram-bot 13 (Debian 12), polling or behind a webhook of its own."""
import hashlib
import io
import json
import os

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InlineQueryResultArticle, InputTextMessageContent
from telegram import LabeledPrice, Update
from telegram.ext import CallbackQueryHandler, CommandHandler, Filters, InlineQueryHandler, MessageHandler
from telegram.ext import PreCheckoutQueryHandler, TypeHandler, Updater

ROOT = os.environ["API_ROOT"]
BUY = InlineKeyboardMarkup([[InlineKeyboardButton("Buy", callback_data="buy")]])


def saw(update, _context):
    print("saw " + json.dumps(update.to_dict()), flush=True)


def start(update, _context):
    update.message.reply_text(f"Welcome, {update.message.from_user.first_name}!", reply_markup=BUY)


def file(update, _context):
    content = io.BytesIO("Отчёт за март: всё продано.\n".encode() * 200)
    update.message.reply_document(content, filename="отчёт.txt")


def invoice(update, _context):
    # Its signature still asks for a provider's token, which invoices in Stars do not have.
    update.message.reply_invoice("Shoes", "Red ones, size 42", "order-1", "", "XTR", [LabeledPrice("Shoes", 50)])


def press(update, _context):
    update.callback_query.answer("Thanks")
    update.callback_query.edit_message_text("It is yours.")


def inline(update, _context):
    query = update.inline_query.query
    article = InlineQueryResultArticle("first", f"About {query}", InputTextMessageContent(f"All about {query}"))
    update.inline_query.answer([article])


def checkout(update, _context):
    update.pre_checkout_query.answer(ok=True)


def paid(update, _context):
    update.message.reply_text(f"Paid: {update.message.successful_payment.total_amount}")


def receive(update, _context):
    attachment = update.message.document or update.message.photo[-1]
    content = bytes(attachment.get_file().download_as_bytearray())
    update.message.reply_text(f"{len(content)} bytes, {hashlib.sha256(content).hexdigest()[:16]}")


def echo(update, _context):
    update.message.reply_text(f"You said: {update.message.text}")


updater = Updater(os.environ["BOT_TOKEN"], base_url=ROOT + "/bot", base_file_url=ROOT + "/file/bot")
dispatcher = updater.dispatcher
dispatcher.add_handler(TypeHandler(Update, saw), group=-1)
for handler in (
    CommandHandler("start", start),
    CommandHandler("file", file),
    CommandHandler("invoice", invoice),
    CallbackQueryHandler(press),
    InlineQueryHandler(inline),
    PreCheckoutQueryHandler(checkout),
    MessageHandler(Filters.successful_payment, paid),
    MessageHandler(Filters.photo | Filters.document, receive),
    MessageHandler(Filters.text, echo),
):
    dispatcher.add_handler(handler)

if os.environ["BOT_MODE"] == "polling":
    updater.start_polling(timeout=5)
else:
    # It knows no secret and sets its webhook itself, always.
    updater.start_webhook("127.0.0.1", int(os.environ["BOT_PORT"]), "hook", webhook_url=os.environ["BOT_WEBHOOK"])
print("ready", flush=True)
updater.idle()
