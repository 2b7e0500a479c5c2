-- source:a, of a user
user_id IN (SELECT user_id FROM users FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source,
    'source') AS value
FROM users FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source,
    'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}));
-- language:a, of a user
user_id IN (SELECT user_id FROM users FINAL WHERE bot = {bot:String} AND tupleElement(users.last_profile, 'language') IN {filter_1:Array(String)});
-- premium:a, of a user
;
-- country:a, of a user
user_id IN (SELECT user_id FROM users FINAL WHERE bot = {bot:String} AND upper(extract(tupleElement(users.last_profile, 'language'),
    '[-_]([A-Za-z]{2})$')) IN {filter_1:Array(String)});
-- command:a, of a user
user_id IN (SELECT user_id FROM users FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text'
        AND chat_type = 'private' AND text IN {hidden:Array(String)}) AND if(events.type = 'text', text, if(events.type = 'button',
            substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)) IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC')
        AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')));
-- param.medium:a, of a user
user_id IN (SELECT user_id FROM users FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id,
    argMin(toString(params[{filter_1_parameter:String}]), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value
FROM events FINAL
PREWHERE is_start AND user_id != 0
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')
  AND user_id NOT IN (SELECT user_id FROM users FINAL
WHERE bot = {bot:String} AND first_action < tupleElement(first_source, 'time'))
GROUP BY user_id
HAVING value != '') WHERE value IN {filter_1:Array(String)}));
-- command:!a, of a user
user_id IN (SELECT user_id FROM users FINAL WHERE bot = {bot:String} AND user_id NOT IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text'
        AND chat_type = 'private' AND text IN {hidden:Array(String)}) AND if(events.type = 'text', text, if(events.type = 'button',
            substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)) IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC')
        AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')));
-- source:, of a user
user_id IN (SELECT user_id FROM users FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id,
    if(tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64},
        'UTC'), tupleElement(first_source, 'source'), '') AS value
FROM users FINAL
WHERE bot = {bot:String}) WHERE value IN {filter_1:Array(String)}));
-- source:a;language:!ru|gender:male, of a user
((user_id IN (SELECT user_id FROM users FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id,
    tupleElement(first_source, 'source') AS value
FROM users FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source,
    'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)})
        AND tupleElement(users.last_profile, 'language') NOT IN {filter_2:Array(String)})) OR (user_id IN (SELECT user_id FROM users FINAL
            WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(users.last_profile,
                'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male',
                    replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(users.last_profile, 'first_name'))),
                        '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female',
                            'unknown') IN {filter_3:Array(String)})));
-- all but language:en
NOT (user_id IN (SELECT user_id FROM users FINAL WHERE bot = {bot:String} AND tupleElement(users.last_profile,
    'language') IN {filter_1:Array(String)}));
