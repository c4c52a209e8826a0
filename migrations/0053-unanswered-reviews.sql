-- The dashboard lists reviews without a reply of the store. A store that replies to nearly all of a million reviews has
-- few others, and without this index all of the state were read to find them. Questions have had the same since 0031.
create index reviews_unanswered on reviews (store_id, state, created_at, id) where reply is null;

-- Lists of all states are merged from one range for each state, and days are counted by state: reviews_by_state
-- (0031) serves both. So a new review still costs as many index entries as before.
drop index reviews_by_date;

-- Until then, the planner takes every condition on `reply` for a rare one.
analyze reviews;
