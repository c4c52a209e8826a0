-- What the dashboard's settings need: when a key was last used, links by mail that open an account, and the
-- history of what a store decided, which must not be looked for among a million changes of reviews.

-- To the minute and by each instance: writing it down at each order would cost as much as the order.
alter table api_keys add last_used_at timestamptz;

alter table mailings
  drop constraint mailings_kind_check,
  add constraint mailings_kind_check check (kind in (
    'request', 'reminder', 'review_published', 'review_rejected', 'review_replied',
    'question_received', 'question_answered', 'confirm_review', 'confirm_question',
    'password_reset', 'invitation'
  ));

-- SHA-256 of the token in the invitation's link, which is looked up before its store is known.
alter table invitations add link_hash bytea check (octet_length(link_hash) = 32);
create index invitations_by_link on invitations (link_hash) where link_hash is not null;

-- Links that set a new password. Used once: then the row is gone, with all others of the person.
create table accounts.password_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id text not null references accounts."user" ("id") on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_links_by_user on accounts.password_links (user_id, created_at);

create index audit_log_of_store on audit_log (store_id, id)
  where record_type in ('store', 'key', 'member', 'invitation', 'person');
