import type { Framework } from './framework.ts';

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
