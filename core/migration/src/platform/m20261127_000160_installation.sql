CREATE TABLE installation (
    id         text PRIMARY KEY CHECK (id = 'this'),
    key_check  text NOT NULL,
    written_on bigint NOT NULL
);
