-- The user whose traffic the newest example is; null where it says none. An erasure deletes the lines of its users, and
-- takes the words out of examples that say none.
ALTER TABLE bot_errors ADD COLUMN user_id bigint;
ALTER TABLE mini_app_errors ADD COLUMN user_id bigint;
ALTER TABLE website_errors ADD COLUMN user_id bigint;
