-- Integrations have an event when a campaign starts, ends or is stopped, in the statement that does it: there are a dozen.
CREATE FUNCTION publish_campaign_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO integration_events (bot_key, type, once_key, happened_at, data)
  SELECT NEW.bot_key,
    CASE NEW.status WHEN 'In_progress' THEN 'campaign.started' WHEN 'Done' THEN 'campaign.finished'
      ELSE 'campaign.stopped' END,
    gen_random_uuid()::text, now(),
    jsonb_build_object('campaign_id', NEW.campaign_id, 'name', NEW.name)
      || CASE WHEN NEW.status = 'In_progress' THEN '{}'::jsonb ELSE jsonb_build_object(
        'sent', NEW.delivered, 'failed', NEW.not_delivered, 'skipped', NEW.cancelled + NEW.waiting) END
  WHERE EXISTS (SELECT FROM integrations WHERE bot_key = NEW.bot_key);
  RETURN NULL;
END $$;
CREATE TRIGGER campaigns_published AFTER UPDATE OF status ON campaigns FOR EACH ROW
  WHEN (NEW.status IS DISTINCT FROM OLD.status AND NEW.visitor IS NULL
    AND NEW.status IN ('In_progress', 'Done', 'Cancel', 'Error'))
  EXECUTE FUNCTION publish_campaign_status();
