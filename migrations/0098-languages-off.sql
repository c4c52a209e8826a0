-- Languages that a store's shoppers are not addressed in; they get the store's own. Empty: all of ours.
alter table stores add column if not exists languages_off text[] not null default '{}';
