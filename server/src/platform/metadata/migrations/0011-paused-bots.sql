-- Since when nothing of the bot is recorded, by the choice of somebody who may change its settings; its traffic passes on.
ALTER TABLE bots ADD COLUMN paused_at timestamptz;
