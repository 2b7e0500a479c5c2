-- What targets compare and count by, taken out of the payload when a row comes in: payloads are most of the bytes, and
-- of a granule's 8,192 rows a few long texts or payments are enough to have all of its payloads read.
-- A typed text that is too long for `text`; '' for short ones.
ALTER TABLE events ADD COLUMN IF NOT EXISTS long_text String
    MATERIALIZED if(type IN ('text', 'command') AND text = '', JSONExtractString(payload, toString(kind), 'text'), '') CODEC(ZSTD(1));
-- Telegram's number of a payment inside it; a refund carries that of its payment.
ALTER TABLE events ADD COLUMN IF NOT EXISTS charge_id String
    MATERIALIZED if(type = 'payment' AND kind = 'message', concat(
        JSONExtractString(payload, 'message', 'successful_payment', 'telegram_payment_charge_id'),
        JSONExtractString(payload, 'message', 'refunded_payment', 'telegram_payment_charge_id')), '') CODEC(ZSTD(1));
ALTER TABLE events MATERIALIZE COLUMN long_text;
ALTER TABLE events MATERIALIZE COLUMN charge_id;
