-- What the last check of a shop's webhooks found: after each back-fill, and by `connect test` or `connect repair`. It stays
-- until a check finds them in order, while `last_error` ends with the next event that succeeds.
alter table connections
  add column hooks_error text,
  add column hooks_error_mend text,
  add column hooks_checked_at timestamptz;
