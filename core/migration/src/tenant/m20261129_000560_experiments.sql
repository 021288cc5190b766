-- Experiments: variants of a page, of one of its elements, or of settings of the theme, among which visitors are divided.
CREATE TABLE experiment (
    website_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    target TEXT NOT NULL,
    page_id TEXT,
    element_id TEXT,
    setting TEXT,
    goal TEXT NOT NULL,
    goal_value TEXT NOT NULL,
    winner TEXT,
    revision BIGINT NOT NULL,
    created_on BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    started_on BIGINT,
    ended_on BIGINT,
    PRIMARY KEY (website_id, id),
    FOREIGN KEY (website_id, page_id) REFERENCES collection (website_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX experiment_name ON experiment (website_id, name);
CREATE INDEX experiment_page ON experiment (website_id, page_id);
-- The first variant is the original. Content is taken when the experiment starts.
CREATE TABLE experiment_variant (
    website_id TEXT NOT NULL,
    experiment_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    weight INTEGER NOT NULL,
    source_page_id TEXT,
    content {json},
    PRIMARY KEY (website_id, experiment_id, position),
    FOREIGN KEY (website_id, experiment_id) REFERENCES experiment (website_id, id) ON DELETE CASCADE
);
