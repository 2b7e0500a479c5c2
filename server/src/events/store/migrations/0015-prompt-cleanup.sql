-- Files that were replaced are deleted by a thread of each table, which looks ever more rarely where there is little to do,
-- every five minutes by default: an erased user was in such files two minutes after they had been rewritten. It looks every
-- 20 s now, whatever there is to do.
ALTER TABLE events MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE users MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE field_values MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE app_countries MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE chat_states MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE segment_members MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE campaign_outcomes MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE archived_users MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE user_rebuilds MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE activity_runs MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE membership_changes MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE launches MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE payments MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE stale_users MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
ALTER TABLE erasing_users MODIFY SETTING cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;
