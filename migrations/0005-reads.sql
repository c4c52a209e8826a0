-- What reads of ratings, reviews and questions are answered from.

-- Stems without stop words: whoever searches for "not" wants the reviews in which it stands. What is stemmed
-- are words of letters and digits alone (lib/search-words.ts), so PostgreSQL's parser has nothing to guess at.
do $$
declare
  language text;
begin
  foreach language in array array['portuguese', 'spanish', 'english', 'french', 'german', 'italian'] loop
    execute format('create text search dictionary rw_%1$s_stem (template = snowball, language = %1$s)', language);
    execute format('create text search configuration rw_%s (parser = default)', language);
    execute format(
      'alter text search configuration rw_%1$s add mapping for asciiword, word, numword, uint, int, float, sfloat
      with rw_%1$s_stem',
      language
    );
  end loop;
end
$$;

create text search configuration rw_simple (parser = default);

alter text search configuration rw_simple
  add mapping for asciiword, word, numword, uint, int, float, sfloat with simple;

-- So that one index finds a word within one product of one store.
create extension if not exists btree_gin;

-- The stems of title and body, by the language the store had when they were written.
alter table reviews
  add search tsvector not null default '';

alter table questions
  add search tsvector not null default '';

-- Languages whose stems its texts were stored with before its locale was changed: searched as well.
alter table stores
  add former_languages text[] not null default '{}';

create index stores_by_store_key on stores (store_key);

-- Pages of reviews. Each is read from one of these in its order, whatever is filtered: a filter by stars, and
-- an order by stars, by votes or by pictures takes the first rows of each range and merges them.
create index reviews_newest on reviews (store_id, product_id, created_at desc, id)
  where state = 'published';

create index reviews_by_rating
  on reviews (store_id, product_id, rating, (pictures <> '[]'::jsonb), created_at desc, id)
  where state = 'published';

create index reviews_by_votes on reviews (store_id, product_id, rating, votes desc, created_at desc, id)
  where state = 'published';

create index reviews_of_store_newest on reviews (store_id, created_at desc, id)
  where state = 'published';

create index reviews_of_store_by_rating
  on reviews (store_id, rating, (pictures <> '[]'::jsonb), created_at desc, id)
  where state = 'published';

create index reviews_of_store_by_votes on reviews (store_id, rating, votes desc, created_at desc, id)
  where state = 'published';

create index reviews_search on reviews using gin (store_id, product_id, search)
  where state = 'published';

create index questions_newest on questions (store_id, product_id, created_at desc, id)
  where state = 'published';

create index questions_of_store_newest on questions (store_id, created_at desc, id)
  where state = 'published';

create index questions_search on questions using gin (store_id, product_id, search)
  where state = 'published';
