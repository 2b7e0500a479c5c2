-- What first names tell about the sex of their bearers; filled from events/first-names/ when its contents changed.
CREATE TABLE IF NOT EXISTS first_names
(
    -- As `nameSql` of query/gender.sql.ts writes names.
    name    String,
    gender  LowCardinality(String),
    -- Share of the name's bearers who are of that gender, 0.9 to 1.
    share   Float64,
    version LowCardinality(String)
)
ENGINE = MergeTree
ORDER BY name;
