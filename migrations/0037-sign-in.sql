-- A code of the second factor opens one sign-in: the number of the last 30-second step that was used.
-- Codes of this step and of earlier ones are refused.
alter table accounts."twoFactor" add last_step bigint;
