-- did once, of three conditions about one table
user_id IN (
    SELECT user_id FROM events FINAL
    PREWHERE ((is_action AND type = 'command' AND name = {segment_3:String}) OR (is_action AND type = 'button' AND startsWith(name,
        {segment_5:String}))) AND user_id != 0
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({segment_6:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({segment_2:Int64},
        'UTC')
    GROUP BY user_id
    HAVING ((countIf((is_action AND type = 'command' AND name = {segment_3:String}) AND time >= fromUnixTimestamp64Milli({segment_1:Int64},
        'UTC') AND time < fromUnixTimestamp64Milli({segment_2:Int64}, 'UTC')) >= {segment_4:Int64})) AND (NOT (countIf((is_action
            AND type = 'button' AND startsWith(name, {segment_5:String})) AND time >= fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC')
                AND time < fromUnixTimestamp64Milli({segment_2:Int64}, 'UTC')) >= {segment_4:Int64})) AND ((countIf((is_action
                    AND type = 'command' AND name = {segment_3:String}) AND time >= fromUnixTimestamp64Milli({segment_6:Int64}, 'UTC')
                        AND time < fromUnixTimestamp64Milli({segment_2:Int64}, 'UTC')) <= {segment_7:Int64})));
-- was active, and paid a sum
(user_id IN (
    SELECT user_id FROM (
    SELECT user_id, time FROM events FINAL
    PREWHERE is_action AND user_id != 0
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({segment_2:Int64},
        'UTC')
    )
    GROUP BY user_id
    HAVING (countIf(time >= fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({segment_2:Int64},
        'UTC')) >= {segment_3:Int64}))) AND (user_id IN (
    SELECT user_id FROM (
    SELECT
      tupleElement(first, 3) AS user_id, tupleElement(first, 1) AS time,
      tupleElement(first, 4) AS amount, tupleElement(first, 5) AS currency, is_back
    FROM (
      SELECT
        min((time, id, user_id, amount, toString(currency))) AS first,
        if(charge_id = '', toString(id), charge_id) AS charge,
        amount < 0 AS is_back
      FROM (
  SELECT user_id, time, id, charge_id, amount, currency
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0
  WHERE bot = {bot:String} AND kind = 'message' AND time < fromUnixTimestamp64Milli({segment_2:Int64}, 'UTC')
      )
      GROUP BY charge, is_back
    )
    )
    GROUP BY user_id
    HAVING (sumIf(amount, time >= fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({segment_2:Int64},
        'UTC') AND currency = {segment_4:String}) >= {segment_5:Int64})));
-- a target, a text, a launch
user_id IN (
    SELECT user_id FROM events FINAL
    PREWHERE ((kind = 'conversion' AND name = {segment_3:String}) OR (is_action AND type IN ('text', 'command')
        AND (positionCaseInsensitiveUTF8(text, {segment_6:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {segment_6:String}) > 0))
            OR (is_start AND start_payload != '')) AND user_id != 0
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({segment_2:Int64},
        'UTC')
    GROUP BY user_id
    HAVING ((countIf((kind = 'conversion' AND name = {segment_3:String}) AND amount >= 0 AND time >= fromUnixTimestamp64Milli({segment_1:Int64},
        'UTC') AND time < fromUnixTimestamp64Milli({segment_2:Int64}, 'UTC')) * {segment_4:Int64} >= {segment_5:Int64})) OR ((countIf((is_action
            AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {segment_6:String}) > 0 OR positionCaseInsensitiveUTF8(long_text,
                {segment_6:String}) > 0)) AND time >= fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC')
                    AND time < fromUnixTimestamp64Milli({segment_2:Int64}, 'UTC')) >= {segment_5:Int64})) OR ((countIf((is_start
                        AND mapContains(params, {segment_7:String}) AND params[{segment_7:String}] = {segment_8:String})
                            AND time >= fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({segment_2:Int64},
                                'UTC')) >= {segment_5:Int64})));
-- live, seen lately, a tenth of them
(user_id NOT IN (
    SELECT user_id
    FROM (
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'blocked') * 2 + is_contact AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_contact
  FROM events FINAL
  PREWHERE user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'blocked'
    WHERE bot = {bot:String} AND user_id != 0 AND time < fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC')) AND (is_action OR membership != ''
        OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC')
    )
    GROUP BY user_id
    HAVING max(is_contact) AND maxIf(step, counts) >= minIf(step, is_contact) AND bitTest(maxIf(step, counts), 1)))
        AND (users.last_time >= fromUnixTimestamp64Milli({segment_2:Int64}, 'UTC') AND users.last_time < fromUnixTimestamp64Milli({segment_1:Int64},
            'UTC')) AND (sipHash64({segment_4:UInt32}, user_id) % 100000 < {segment_3:UInt32});
-- got a campaign lately and pressed none of its buttons
(user_id IN (
    SELECT user_id FROM campaign_outcomes FINAL
    WHERE bot = {bot:String} AND user_id != 0 AND status = 'Done'
      AND (campaign_id = {segment_3:UInt32}) AND time >= fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC')
          AND time < fromUnixTimestamp64Milli({segment_2:Int64}, 'UTC')
    GROUP BY user_id
    HAVING (countIf(campaign_id = {segment_3:UInt32} AND time >= fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC')
        AND time < fromUnixTimestamp64Milli({segment_2:Int64}, 'UTC')) >= {segment_4:Int64}))) AND (user_id NOT IN (
    SELECT user_id FROM (
    SELECT pressed.user_id AS user_id, pressed.time AS time, reached.campaign_id AS campaign_id
    FROM (
      SELECT user_id, time, JSONExtractInt(payload, 'callback_query', 'message', 'message_id') AS message
      FROM events FINAL
      PREWHERE is_action AND kind = 'callback_query' AND user_id != 0
      WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({segment_5:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({segment_2:Int64},
          'UTC') AND chat_id = user_id
        AND user_id IN (SELECT user_id FROM campaign_outcomes FINAL
    WHERE bot = {bot:String} AND user_id != 0 AND status = 'Done'
      AND (campaign_id = {segment_3:UInt32}))
    ) AS pressed
    INNER JOIN (SELECT user_id, campaign_id, message_id FROM campaign_outcomes FINAL
    WHERE bot = {bot:String} AND user_id != 0 AND status = 'Done'
      AND (campaign_id = {segment_3:UInt32}) AND message_id != 0) AS reached
      ON reached.user_id = pressed.user_id AND reached.message_id = pressed.message
    )
    GROUP BY user_id
    HAVING NOT (NOT (countIf(campaign_id = {segment_3:UInt32} AND time >= fromUnixTimestamp64Milli({segment_5:Int64}, 'UTC')
        AND time < fromUnixTimestamp64Milli({segment_2:Int64}, 'UTC')) >= {segment_4:Int64}))));
-- opened a link of a campaign
user_id IN (
    SELECT user_id FROM events FINAL
    PREWHERE ((kind = 'link_click' AND name = {segment_3:String})) AND user_id != 0
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({segment_2:Int64},
        'UTC')
    GROUP BY user_id
    HAVING (countIf((kind = 'link_click' AND name = {segment_3:String}) AND time >= fromUnixTimestamp64Milli({segment_1:Int64}, 'UTC')
        AND time < fromUnixTimestamp64Milli({segment_2:Int64}, 'UTC')) >= {segment_4:Int64}));
-- fields
(user_id IN (
    SELECT user_id FROM field_values FINAL
    WHERE bot = {bot:String} AND key = {segment_1:String} AND is_set AND value_number >= {segment_2:Float64})) AND (user_id NOT IN (
    SELECT user_id FROM field_values FINAL
    WHERE bot = {bot:String} AND key = {segment_3:String} AND is_set AND value_number IN {segment_4:Array(Float64)})) AND (user_id IN (
    SELECT user_id FROM field_values FINAL
    WHERE bot = {bot:String} AND key = {segment_5:String} AND is_set AND value_time >= fromUnixTimestamp64Milli({segment_6:Int64}, 'UTC')
        AND value_time < fromUnixTimestamp64Milli({segment_7:Int64}, 'UTC'))) AND (user_id IN (
    SELECT user_id FROM field_values FINAL
    WHERE bot = {bot:String} AND key = {segment_8:String} AND is_set AND hasAny(value_list, {segment_9:Array(String)})));
