-- What the rule said that decided about a request when it was scheduled, with its name; null: the store's settings did.
-- {"name": "Coffee machines", "delay_days": 30, "reminders": [5]}: server/asking/rules/applied.ts.
alter table review_requests add column rule jsonb;
