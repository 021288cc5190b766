ALTER TABLE refund ADD COLUMN reason_code TEXT;
