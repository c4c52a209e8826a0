-- Rows without a date become reviews of the day of the import: the trial of an import says how many there are, and offers
-- a date for them, which is kept with the columns in `reading`.
alter table imports add column undated integer not null default 0;
