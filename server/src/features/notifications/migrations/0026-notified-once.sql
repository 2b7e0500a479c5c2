-- What the notification is known by, where it may be sent again after a crash.
ALTER TABLE notifications ADD COLUMN once_key uuid;
CREATE UNIQUE INDEX notifications_once ON notifications (account_key, once_key) WHERE once_key IS NOT NULL;
