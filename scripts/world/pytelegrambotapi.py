"""An echo bot on pyTelegramBotAPI as published. It polls; for a webhook its documentation has the HTTP side by hand."""
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import telebot
from telebot import apihelper

apihelper.API_URL = os.environ["API_ROOT"] + "/bot{0}/{1}"
bot = telebot.TeleBot(os.environ["BOT_TOKEN"])


@bot.message_handler(func=lambda message: True)
def echo(message):
    bot.send_message(message.chat.id, f"echo {message.text}")


class Hook(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers.get("X-Telegram-Bot-Api-Secret-Token") != os.environ["WEBHOOK_SECRET"]:
            self.send_response(403)
            self.end_headers()
            return
        bot.process_new_updates([telebot.types.Update.de_json(body.decode())])
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_args):
        pass


if "HOOK_PORT" in os.environ:
    ThreadingHTTPServer(("127.0.0.1", int(os.environ["HOOK_PORT"])), Hook).serve_forever()
else:
    bot.infinity_polling(timeout=10, long_polling_timeout=5)
