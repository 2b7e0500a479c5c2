-- What a bot's owner has paid for advertising, by local day, source of launches and currency.
CREATE TABLE ad_costs (
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  day date NOT NULL,
  source text NOT NULL,
  currency char(3) NOT NULL,
  -- In the currency's smallest unit.
  amount bigint NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (bot_key, day, source, currency)
);
