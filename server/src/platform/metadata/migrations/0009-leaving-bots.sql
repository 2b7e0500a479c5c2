-- When the account of its owner was deleted. The bot is nobody's and shown to nobody from then on; it goes as soon as
-- its webhook is given back.
ALTER TABLE bots ADD COLUMN leaving_at timestamptz;
