-- Products as a merchant sees them: variants that share their reviews, and a catalogue in several orders.

alter table products
  -- Products with the same group show each other's reviews and questions (docs/decisions/0019). A group is
  -- nothing but its products: of two at least, of a hundred at most.
  add group_id uuid,
  -- Whether it has a published review of its own: so those without are found by an index. Kept with
  -- rating_summaries, and proved by ./realword doctor like them.
  add rated boolean not null default false;

update products
set rated = true
from rating_summaries
where rating_summaries.store_id = products.store_id
  and rating_summaries.product_id = products.product_id
  and one + two + three + four + five > 0;

create index products_by_group on products (store_id, group_id, product_id) where group_id is not null;

-- Small letters without accents: who types "cafe" finds "Café", and "Água" does not stand behind "Zebra".
create function plain_text(text) returns text
language sql immutable strict parallel safe
as $$
  select lower(translate(
    $1,
    'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑáàâãäåéèêëíìîïóòôõöúùûüçñ',
    'aaaaaaeeeeiiiiooooouuuucnaaaaaaeeeeiiiiooooouuuucn'
  ))
$$;

alter table products
  -- Written once: made for each of 40,000 products that a search finds, they took 1.7 s.
  -- Cut, because a key of a btree has at most 2,700 bytes.
  add sort_name text not null generated always as (left(plain_text(name), 80)) stored,
  -- Any part of it is searched.
  add search_text text not null
    generated always as (plain_text(' ' || left(name, 300) || ' ' || product_id || ' ' || sku)) stored;

create index products_by_name on products (store_id, sort_name, product_id);
create index products_by_age on products (store_id, created_at, product_id);
create index products_unrated on products (store_id, sort_name, product_id) where not rated;

create extension if not exists pg_trgm;

create index products_search on products using gin (store_id, search_text gin_trgm_ops);

create index rating_summaries_by_total
  on rating_summaries (store_id, (one + two + three + four + five), product_id)
  where one + two + three + four + five > 0;

create index rating_summaries_by_average
  on rating_summaries (
    store_id,
    ((one + 2 * two + 3 * three + 4 * four + 5 * five)::double precision
      / nullif(one + two + three + four + five, 0)),
    product_id
  )
  where one + two + three + four + five > 0;
