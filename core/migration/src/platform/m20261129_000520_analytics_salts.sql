-- Keys of a day, encrypted, with which visitors without an identifier are counted. A row is deleted when its day is over.
CREATE TABLE analytics_salt (
    day BIGINT NOT NULL,
    salt TEXT NOT NULL,
    PRIMARY KEY (day)
);
