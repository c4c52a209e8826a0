-- The address of a visitor who wants to hear of their report, until the store decided: docs/decisions/0126-tell-reporters.md.
alter table review_reports
  add column email text,
  add column address text,
  add column language text,
  -- When the store decided about the review, and whether a program did.
  add column decided_at timestamptz,
  add column automated boolean;

-- Not valid: no row can contradict a longer list, and validating it would read the whole table.
alter table mailings drop constraint if exists mailings_kind_check;
alter table mailings add constraint mailings_kind_check check (kind in (
  'request', 'reminder', 'review_published', 'review_rejected', 'review_replied', 'question_received',
  'question_answered', 'answer_published', 'reward', 'confirm_review', 'confirm_question', 'confirm_answer',
  'report_received', 'report_decided', 'password_reset', 'invitation', 'webhook_disabled', 'team_notice',
  'notices_disabled'
)) not valid;
