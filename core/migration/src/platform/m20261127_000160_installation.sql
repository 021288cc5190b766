-- Identity of the installation: a check value of its secret key.
CREATE TABLE installation (
    id         text PRIMARY KEY CHECK (id = 'this'),
    key_check  text NOT NULL,
    written_on bigint NOT NULL
);
