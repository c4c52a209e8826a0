-- What was decided for a file as a whole (the column of each field, unread columns, the order of day and month), and how
-- many of its rows were left out because of their state: what a trial and an import show.
alter table imports add column plan jsonb;
