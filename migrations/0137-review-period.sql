-- For how many days after the delivery buyers may review: docs/decisions/0133-end-reviews-after-a-period.md. Null: always.
alter table stores
  add review_period_days integer constraint stores_review_period_days_check check (review_period_days between 1 and 365);
