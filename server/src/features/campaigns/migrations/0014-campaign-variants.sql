-- Versions of a campaign's message, tests of them, and users who are kept from getting it.
ALTER TABLE campaigns
  -- See CampaignVariants in contract/src/campaign-variants.ts.
  ADD COLUMN variants jsonb NOT NULL DEFAULT '{}',
  -- The rows of campaign_control_group, kept in the transactions that change them.
  ADD COLUMN control_group int NOT NULL DEFAULT 0,
  -- When a test is decided: everyone in it has had their turn. Null before.
  ADD COLUMN decide_at timestamptz,
  -- Index of the variant that the rest gets; null: it is not decided. Set once.
  ADD COLUMN winner smallint,
  -- Who decided, when and why: {by, at, scores}.
  ADD COLUMN decision jsonb;

ALTER TABLE campaign_recipients
  -- Index of the variant. Null until it is sent where nobody is split, and for those who wait for the winner of a test.
  ADD COLUMN variant smallint,
  -- Of the message that was sent; '' is the default.
  ADD COLUMN language text;
CREATE INDEX campaign_recipients_split ON campaign_recipients (campaign_id, user_id)
  WHERE status = 'ForSend' AND variant IS NOT NULL;

-- Those of the audience who get nothing, to be compared with. They are no recipients.
CREATE TABLE campaign_control_group (
  user_id bigint NOT NULL,
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  listed_at timestamptz NOT NULL,
  PRIMARY KEY (campaign_id, user_id)
);
