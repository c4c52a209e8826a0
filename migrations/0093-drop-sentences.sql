-- Migrations 91 and 92 translated them.
alter table review_requests drop column reason;

alter table import_refusals drop column problem;
