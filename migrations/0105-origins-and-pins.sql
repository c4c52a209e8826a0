-- How a review came to the store that exported it, if it was moved here as a CSV file of Realword: server/answers/reviews/origin.ts
-- has the names. Null: other columns say it (docs/decisions/0109).
alter table reviews add column origin text;

-- Which service an imported review was written with, such as Judge.me; null: unknown, or written here.
alter table reviews add column origin_name text;

-- When the store pinned the review: it comes first on the page of its product. Null: not pinned.
alter table reviews add column pinned_at timestamptz;

-- Published reviews of the product that are pinned. The page of a product reads this row anyway, so that a product without
-- pins costs nothing more.
alter table rating_summaries add column pinned integer not null default 0;
