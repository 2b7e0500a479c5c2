"""Reads Telegram updates (a JSON list) and prints what real Python frameworks make of them when bots dump them again.

Made server/src/normalize/fixtures/framework-dumps.json, with aiogram 3.31, python-telegram-bot 22.8, pyTelegramBotAPI 4.37:
  python scripts/world/dump-updates.py < server/src/normalize/fixtures/framework-updates.json > …/framework-dumps.json
"""
import json
import sys
from datetime import datetime, timezone

import aiogram.types
import telebot.types
import telegram


def iso_dates(value, key=""):
    """What `default=str` writes where a bot keeps dates as datetime objects."""
    if isinstance(value, dict):
        return {name: iso_dates(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [iso_dates(item, key) for item in value]
    if key in ("date", "edit_date"):
        return str(datetime.fromtimestamp(value, timezone.utc))
    return value


def aiogram_dump(**options):
    return lambda raw: json.loads(aiogram.types.Update.model_validate(raw).model_dump_json(**options))


def attributes(value):
    return value.__dict__ if hasattr(value, "__dict__") else str(value)


DUMPS = {
    "aiogram by alias": aiogram_dump(by_alias=True, exclude_unset=True),
    "aiogram with nulls": aiogram_dump(by_alias=True),
    "aiogram without by_alias": aiogram_dump(exclude_none=True),
    "aiogram without by_alias, with nulls": aiogram_dump(),
    "aiogram without by_alias, dates as texts": lambda raw: iso_dates(aiogram_dump(exclude_none=True)(raw)),
    "python-telegram-bot": lambda raw: json.loads(telegram.Update.de_json(raw, None).to_json()),
    "pyTelegramBotAPI, by attributes": lambda raw: json.loads(
        json.dumps(telebot.types.Update.de_json(raw), default=attributes)
    ),
}

updates = json.load(sys.stdin)
json.dump({name: [dump(raw) for raw in updates] for name, dump in DUMPS.items()}, sys.stdout, ensure_ascii=False)
print()
