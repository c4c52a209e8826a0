-- The dashboard's lists of reviews and questions, each filter from an index: with a million reviews in a store
-- those that few reviews pass took seconds, because all others were looked at first (docs/decisions/0021).

-- Whether a check found something in it (moderation_flags), and whether a visitor reported it (review_reports).
alter table reviews
  add flagged boolean not null default false,
  add reported boolean not null default false;

alter table questions
  add flagged boolean not null default false;

update reviews
set flagged = true
from moderation_flags
where moderation_flags.store_id = reviews.store_id and record_type = 'review' and record_id = reviews.id;

update reviews
set reported = true
where (store_id, id) in (select store_id, review_id from review_reports);

update questions
set flagged = true
from moderation_flags
where moderation_flags.store_id = questions.store_id and record_type = 'question' and record_id = questions.id;

-- In each, the state comes before the date: that is what the dashboard always asks for. Lists of every state are
-- read from the index by date, or are so few that they are sorted.
create index reviews_by_state on reviews (store_id, state, created_at, id);
create index reviews_by_product on reviews (store_id, product_id, state, created_at, id);
create index reviews_by_language on reviews (store_id, language, state, created_at, id);
create index reviews_with_pictures on reviews (store_id, state, created_at, id) where pictures <> '[]';
create index reviews_flagged on reviews (store_id, state, created_at, id) where flagged;
create index reviews_reported on reviews (store_id, state, created_at, id) where reported;
-- These are parts of the first.
drop index reviews_waiting;
drop index reviews_unconfirmed;

create index questions_by_state on questions (store_id, state, created_at, id);
create index questions_by_product on questions (store_id, product_id, state, created_at, id);
create index questions_by_language on questions (store_id, language, state, created_at, id);
create index questions_flagged on questions (store_id, state, created_at, id) where flagged;
create index questions_unanswered on questions (store_id, state, created_at, id) where reply is null;
drop index questions_waiting;
drop index questions_unconfirmed;

-- Any part of the text, in small letters.
create index reviews_by_text_part on reviews
  using gin (store_id, lower(' ' || title || ' ' || body || ' ' || display_name) gin_trgm_ops);
create index questions_by_text_part on questions
  using gin (store_id, lower(' ' || body || ' ' || display_name) gin_trgm_ops);

-- Nothing is known of new columns until then, and lists would be read from the wrong index.
analyze reviews;
analyze questions;
