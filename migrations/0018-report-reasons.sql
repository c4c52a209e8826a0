-- A shopper can also say that a review is not genuine, or unlawful.
alter table review_reports
  drop constraint review_reports_reason_check,
  add constraint review_reports_reason_check check (reason in (
    'spam', 'offensive', 'private_data', 'not_about_product', 'not_genuine', 'unlawful', 'other'
  ));
