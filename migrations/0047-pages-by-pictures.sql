-- Pages of a whole store by stars and by pictures. With the expression in the index, PostgreSQL read the rows that a far
-- page skips. As the conditions of two indexes it is no part of the query, and the index alone answers: 2 ms instead of
-- 7 to 12 at offset 10,000. Each review is in one of both, so they are as large as the one before. A stored column would
-- rewrite the table; these two are built in 1.5 s for 300,000 reviews, while writes of reviews wait.
create index reviews_of_store_pictured on reviews (store_id, rating, created_at desc, id)
  where state = 'published' and pictures <> '[]';

create index reviews_of_store_unpictured on reviews (store_id, rating, created_at desc, id)
  where state = 'published' and pictures = '[]';

drop index reviews_of_store_by_rating;
