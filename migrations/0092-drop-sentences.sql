-- Migration 91 translated them.
alter table review_requests drop column reason;
