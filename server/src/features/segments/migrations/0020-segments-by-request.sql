-- The request of the public API that created a list: repeated after a crash, it finds the list.
ALTER TABLE segments ADD COLUMN created_by_request uuid;
CREATE UNIQUE INDEX segments_created_by_request ON segments (created_by_request) WHERE created_by_request IS NOT NULL;
