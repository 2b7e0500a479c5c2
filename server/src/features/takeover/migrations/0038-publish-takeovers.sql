-- Integrations have an event when a chat is taken over or released, in the statement that does it.
CREATE FUNCTION publish_takeover() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  chat takeovers := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
BEGIN
  INSERT INTO integration_events (bot_key, type, once_key, happened_at, user_id, data)
  SELECT chat.bot_key, CASE TG_OP WHEN 'INSERT' THEN 'chat.taken_over' ELSE 'chat.released' END,
    gen_random_uuid()::text, now(), chat.user_id,
    jsonb_build_object('operator', coalesce((SELECT name FROM accounts WHERE id = chat.account_key), ''))
  WHERE EXISTS (SELECT FROM integrations WHERE bot_key = chat.bot_key);
  RETURN NULL;
END $$;
CREATE TRIGGER takeovers_published AFTER INSERT OR DELETE ON takeovers FOR EACH ROW EXECUTE FUNCTION publish_takeover();
