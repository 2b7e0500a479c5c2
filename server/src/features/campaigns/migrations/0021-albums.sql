-- An album is several messages: `message_id` is that of the first, and these are of the others. Null: there are none.
ALTER TABLE campaign_recipients ADD COLUMN more_message_ids bigint[];
