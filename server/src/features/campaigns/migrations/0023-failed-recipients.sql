-- Who was not reached, why, and how many: few rows of a ledger of a million, which would be read whole for them.
CREATE INDEX campaign_recipients_failed ON campaign_recipients (campaign_id, user_id)
  INCLUDE (status, reason) WHERE status IN ('Error', 'Cancel');
