-- What was decided for a file as a whole: names and values instead of English sentences
-- (server/exchange/imports/reading/notes.ts). Files that were tried before lose theirs until their next trial.
-- small table: imports of a store are few
update imports
set plan = plan - 'notes'
where plan ? 'notes';
