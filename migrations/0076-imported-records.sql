-- Authors of imported reviews and questions wrote elsewhere, years ago perhaps, and expect no mails from here. Of a row
-- from before this migration `imported` is null: what it was is looked up when somebody decides about it, for an update
-- of all rows would take long (docs/decisions/0053).
alter table reviews
  add column imported boolean,
  -- Whether its author gets mails about it; null: unless it was imported.
  add column notify_author boolean;
alter table questions
  add column imported boolean,
  add column notify_author boolean;
