-- Review requests and reminders of a store's newest day with one, for the limit mails_per_day. `granted` is what the
-- last batch got. `day` is the store's date.
create table mail_usage (
  store_id uuid primary key,
  day date not null,
  mails integer not null,
  granted integer not null
);
