-- The other stemmers that PostgreSQL 15 has (server/foundation/lib/search/search-languages.ts), like those of 0005 without
-- stop words.
do $$
declare
  language text;
begin
  foreach language in array array[
    'armenian', 'basque', 'catalan', 'danish', 'dutch', 'finnish', 'greek', 'hindi', 'hungarian', 'indonesian', 'irish',
    'lithuanian', 'nepali', 'norwegian', 'romanian', 'russian', 'serbian', 'swedish', 'tamil', 'turkish', 'yiddish'
  ] loop
    execute format('create text search dictionary rw_%1$s_stem (template = snowball, language = %1$s)', language);
  end loop;
end
$$;
