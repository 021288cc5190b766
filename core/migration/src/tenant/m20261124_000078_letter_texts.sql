-- Custom e-mail texts of owners; encrypted e-mail bodies.
CREATE TABLE letter_text (
    website_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    language TEXT NOT NULL,
    subject TEXT NOT NULL,
    heading TEXT NOT NULL,
    opening TEXT NOT NULL,
    closing TEXT NOT NULL,
    revision BIGINT NOT NULL,
    updated_on BIGINT NOT NULL,
    PRIMARY KEY (website_id, kind, language)
);
ALTER TABLE mail ADD COLUMN is_sealed BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE pending_subscriber ADD COLUMN language TEXT;
