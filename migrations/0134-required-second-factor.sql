-- Whether members need a second factor: docs/decisions/0127-require-second-factors.md.
alter table stores add column second_factor_required boolean not null default false;

-- Not valid: no row can contradict a longer list, and validating it would read the whole table.
alter table mailings drop constraint if exists mailings_kind_check;
alter table mailings add constraint mailings_kind_check check (kind in (
  'request', 'reminder', 'review_published', 'review_rejected', 'review_replied', 'question_received',
  'question_answered', 'answer_published', 'reward', 'confirm_review', 'confirm_question', 'confirm_answer',
  'report_received', 'report_decided', 'password_reset', 'invitation', 'webhook_disabled', 'team_notice',
  'notices_disabled', 'second_factor_removed'
)) not valid;
